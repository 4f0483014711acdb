import { connect } from 'node:net'

/** An HTTP/1.1 answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Record<string, unknown>
}

/** A connection whose bytes are the test's own. Dispose of it to end it. */
export interface Connection extends Disposable {
  /** Resolves once the system took the bytes, or will take no more. */
  readonly write: (bytes: string | Uint8Array) => Promise<void>
  /** The next answer, interim ones included; fails when the server closes before it is whole. */
  readonly answer: (options?: { readonly bodiless?: boolean }) => Promise<WireAnswer>
  /** Resolves with what was left unread once the server has closed. */
  readonly closed: Promise<string>
}

const headEnd = '\r\n\r\n'

/** Reads a chunked body, or returns null while it is not whole. */
const dechunked = (raw: string): { readonly text: string; readonly length: number } | null => {
  let text = ''
  let at = 0
  while (true) {
    const lineEnd = raw.indexOf('\r\n', at)
    const size = Number.parseInt(raw.slice(at, lineEnd), 16)
    const start = lineEnd + 2
    if (lineEnd === -1 || raw.length < start + size + 2) return null
    text += raw.slice(start, start + size)
    at = start + size + 2
    if (size === 0) return { text, length: at }
  }
}

/** The first answer in the bytes (as Latin-1) and how many they are, or null while it is not whole. */
const parse = (raw: string, bodiless: boolean): { readonly answer: WireAnswer; readonly length: number } | null => {
  const end = raw.indexOf(headEnd)
  if (end === -1) return null
  const [statusLine = '', ...lines] = raw.slice(0, end).split('\r\n')
  const status = Number(statusLine.split(' ')[1])
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  )
  const rest = raw.slice(end + headEnd.length)
  const length = bodiless || status < 200 || status === 204 ? 0 : Number(headers.get('content-length') ?? 0)
  const body = headers.get('transfer-encoding') === 'chunked' && !bodiless ? dechunked(rest) : { text: rest, length }
  if (body === null || rest.length < body.length) return null
  const text = Buffer.from(body.text.slice(0, body.length), 'latin1').toString()
  const json = text.startsWith('{') ? JSON.parse(text) : {}
  return { answer: { status, headers, text, body: json }, length: end + headEnd.length + body.length }
}

/** Opens a connection to a sandbox. */
export const open = async (base: string): Promise<Connection> => {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  let received = ''
  let ended = false
  let changed = Promise.withResolvers<void>()
  const wake = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const closed = new Promise<string>((resolve) => {
    socket.on('close', () => {
      ended = true
      wake()
      resolve(received)
    })
  })
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
    wake()
  })
  // The server may close while we still write; `closed` and `answer` tell.
  socket.on('error', wake)
  await new Promise<void>((resolve) => socket.once('connect', resolve))

  return {
    // Not before the event loop has turned, or a writer in a loop would starve the server of this process.
    write: (bytes) => new Promise((resolve) => socket.write(bytes, () => setImmediate(resolve))),
    answer: async ({ bodiless = false } = {}) => {
      while (true) {
        const parsed = parse(received, bodiless)
        if (parsed !== null) {
          received = received.slice(parsed.length)
          return parsed.answer
        }
        if (ended) throw new Error(`the server closed after ${JSON.stringify(received)}`)
        await changed.promise
      }
    },
    closed,
    [Symbol.dispose]: () => socket.destroy(),
  }
}

/** The lines of a request up to its body. */
export const head = (start: string, ...headers: ReadonlyArray<string>): string =>
  `${[`${start} HTTP/1.1`, 'Host: sandbox', ...headers].join('\r\n')}${headEnd}`

/** A chunked body of these chunks, without its end. */
export const chunks = (...parts: ReadonlyArray<string>): string =>
  parts.map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`).join('')

export const lastChunk = '0\r\n\r\n'
