/** HTTP clients that cost little compared to the server under load: raw sockets with one request at a time. */
import { connect, type Socket } from 'node:net'

/** The result of a request: its status, 0 if the connection closed, and its duration in milliseconds. */
export interface Ended {
  readonly status: number
  readonly took: number
}

/** The bytes of a request. */
export const written = (method: string, path: string, key: string, id = '', body = ''): string =>
  `${method} ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\n${
    body === ''
      ? ''
      : `Content-Type: application/json\r\nIdempotency-Key: ${id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  }\r\n${body}`

const headEnd = Buffer.from('\r\n\r\n')

/** The index of the first response's end; -1 if it is incomplete. */
const endOfAnswer = (bytes: Buffer): number => {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return -1
  const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1] ?? '0'
  const total = end + headEnd.length + Number(length)
  return bytes.length >= total ? total : -1
}

/** One connection, reopened after it closes. */
export class Line {
  private readonly port: number
  private socket: Socket | null = null
  private received = Buffer.alloc(0)
  private done: ((status: number) => void) | null = null

  constructor(base: string) {
    this.port = Number(new URL(base).port)
  }

  get isFree(): boolean {
    return this.done === null
  }

  private readonly end = (status: number) => {
    const { done } = this
    this.done = null
    this.received = Buffer.alloc(0)
    done?.(status)
  }

  private open(): Socket {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true })
    socket.on('data', (bytes) => {
      this.received = this.received.length === 0 ? bytes : Buffer.concat([this.received, bytes])
      if (endOfAnswer(this.received) >= 0) this.end(Number(this.received.toString('latin1', 9, 12)))
    })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      if (this.socket !== socket) return
      this.socket = null
      this.end(0)
    })
    this.socket = socket
    return socket
  }

  ask(request: string): Promise<Ended> {
    const start = performance.now()
    return new Promise((resolve) => {
      this.done = (status) => resolve({ status, took: performance.now() - start })
      const socket = this.socket ?? this.open()
      socket.write(request)
    })
  }

  close(): void {
    this.socket?.destroy()
  }
}
