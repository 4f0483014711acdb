import { connect, type Socket } from 'node:net'
import { Violation } from './Violation.ts'

/** An HTTP/1.1 answer whose every byte was found in order. */
export interface Answer {
  readonly status: number
  /** By lower-case name; no header of ours stands twice. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  /** Status line and headers as received. */
  readonly head: string
}

/** When the server hangs, rather than takes its time for an answer or to close, in milliseconds. */
const timeoutMillis = 120_000

const statusLine = /^HTTP\/1\.1 ([1-5]\d\d) [ -~]*$/
const headerLine = /^([!#$%&'*+.^_`|~\w-]+): ([\t -~]*)$/

const malformed = (what: string, raw: string) => new Violation(`${what}: ${JSON.stringify(raw.slice(0, 500))}`)

const headersOf = (lines: ReadonlyArray<string>): Map<string, string> => {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name = '', value = ''] = headerLine.exec(line) ?? []
    if (name === '' || headers.has(name.toLowerCase())) throw malformed('no header, or one that stands twice', line)
    headers.set(name.toLowerCase(), value)
  }
  return headers
}

/** Reads an answer from the start of the bytes (as Latin-1); null while it is not whole. */
const readAnswer = (raw: string, toHead: boolean): { readonly answer: Answer; readonly length: number } | null => {
  const end = raw.indexOf('\r\n\r\n')
  if (end === -1) return null
  const [first = '', ...lines] = raw.slice(0, end).split('\r\n')
  const status = Number(statusLine.exec(first)?.[1])
  if (Number.isNaN(status)) throw malformed('no status line', first)
  const headers = headersOf(lines)
  const size = headers.get('content-length')
  const isInterim = status < 200
  // Every final answer of ours has a body, and says how long it is.
  if (!isInterim && !/^\d+$/.test(size ?? '')) throw malformed('no Content-Length', raw)
  const start = end + 4
  const length = start + (isInterim || toHead ? 0 : Number(size))
  if (raw.length < length) return null
  const text = Buffer.from(raw.slice(start, length), 'latin1').toString()
  return { answer: { status, headers, text, head: raw.slice(0, end) }, length }
}

const bounded = async <A>(waited: Promise<A>, what: string): Promise<A> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Violation(`the server did not ${what} in ${timeoutMillis} ms`)),
    timeoutMillis,
  )
  try {
    return await Promise.race([waited, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** A connection to the service, and what came over it. */
export class Connection {
  readonly #socket: Socket
  #received = ''
  #isClosed = false
  #changed = Promise.withResolvers<void>()

  constructor(base: string) {
    const { hostname, port } = new URL(base)
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.on('data', (bytes) => {
      this.#received += bytes.toString('latin1')
      this.#wake()
    })
    this.#socket.on('close', () => {
      this.#isClosed = true
      this.#wake()
    })
    // A reset is a close; where an answer was due, its absence is what is wrong.
    this.#socket.on('error', () => undefined)
  }

  #wake(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  write(bytes: Uint8Array): void {
    this.#socket.write(bytes)
  }

  /** Resolves once the system took all bytes so far, and this process had a chance to do other things. */
  async flush(): Promise<void> {
    await new Promise((resolve) => this.#socket.write('', () => setImmediate(resolve)))
  }

  /** The next whole answer; null when the server closed before there was one. */
  answer(toHead = false): Promise<Answer | null> {
    return bounded(this.#next(toHead), 'answer')
  }

  async #next(toHead: boolean): Promise<Answer | null> {
    while (true) {
      const read = readAnswer(this.#received, toHead)
      if (read !== null) {
        this.#received = this.#received.slice(read.length)
        return read.answer
      }
      if (this.#isClosed) {
        if (this.#received !== '') throw malformed('the server closed in the middle of an answer', this.#received)
        return null
      }
      await this.#changed.promise
    }
  }

  /** Waits for bytes, or the close, this long at most. */
  async listen(milliseconds: number): Promise<void> {
    if (this.#received !== '' || this.#isClosed) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, milliseconds)
    await Promise.race([this.#changed.promise, promise])
    clearTimeout(timer)
  }

  /** Sends no more, waits until the server has closed, and gives every answer that still came. */
  async finish(): Promise<ReadonlyArray<Answer>> {
    this.#socket.end()
    const answers: Array<Answer> = []
    for (let next = await this.answer(); next !== null; next = await this.answer()) answers.push(next)
    return answers
  }

  /** What came that no request asked for. */
  get unread(): string {
    return this.#received
  }

  destroy(): void {
    this.#socket.destroy()
  }
}
