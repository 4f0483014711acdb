import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls'
import { receiverCertificate, receiverKey } from './receiverCertificates.ts'

/** What a receiver does with a connection: `socket` is what it reads and writes, `raw` the TCP connection beneath. */
export type Behaviour = (socket: Socket, raw: Socket) => void

/** How a receiver offers TLS; null for none. */
export interface Tls {
  readonly certificate: string
  readonly maxVersion?: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'
  readonly protocols?: ReadonlyArray<string>
}

export interface Receiver {
  readonly port: number
  /** How many connections came. */
  readonly connections: () => number
  /** How many of them are open. */
  readonly open: () => number
  /** How many bytes were sent over those that are open. */
  readonly sent: () => number
  /** What came over all of them, without TLS, as Latin-1. */
  readonly received: () => string
  readonly stop: () => Promise<void>
}

export interface ReceiverOptions {
  readonly tls?: Tls | null
  readonly address?: string
  readonly port?: number
}

const contextOf = ({ certificate, maxVersion }: Tls): SecureContext =>
  createSecureContext({
    cert: certificate,
    key: receiverKey,
    ...(maxVersion === undefined ? {} : { minVersion: 'TLSv1', maxVersion, ciphers: 'DEFAULT:@SECLEVEL=0' }),
  })

/** Has TLS spoken over a connection; what fails in it ends the connection. */
const wrapped = (raw: Socket, tls: Tls, secureContext: SecureContext, begin: (socket: Socket) => void): void => {
  const socket = new TLSSocket(raw, { isServer: true, secureContext, ALPNProtocols: [...(tls.protocols ?? [])] })
  socket.on('error', () => raw.destroy()).once('secure', () => begin(socket))
}

/** Starts a receiver on this machine; stop it after the test. */
export const receiver = async (
  behave: Behaviour,
  { tls = { certificate: receiverCertificate }, address = '127.0.0.1', port = 0 }: ReceiverOptions = {},
): Promise<Receiver> => {
  const open = new Set<Socket>()
  const secureContext = tls === null ? null : contextOf(tls)
  let connections = 0
  let received = ''
  const begin = (socket: Socket, raw: Socket) => {
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
    })
    behave(socket, raw)
  }
  const server = createServer((raw) => {
    connections += 1
    open.add(raw)
    raw.on('error', () => raw.destroy()).on('close', () => open.delete(raw))
    if (tls === null || secureContext === null) begin(raw, raw)
    else wrapped(raw, tls, secureContext, (socket) => begin(socket, raw))
  })
  await once(server.listen({ port, host: address, ipv6Only: true }), 'listening')
  const bound = server.address()
  const stop = async () => {
    for (const raw of open) raw.destroy()
    server.close()
    await once(server, 'close')
  }
  let stopped: Promise<void> | undefined
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    connections: () => connections,
    open: () => open.size,
    sent: () => [...open].reduce((sum, raw) => sum + raw.bytesWritten, 0),
    received: () => received,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Waits for the end of each request's head, and of its body where `Content-Length` tells one, then does this. */
export const onRequest =
  (act: Behaviour): Behaviour =>
  (socket, raw) => {
    let request = ''
    const look = (bytes: Buffer) => {
      request += bytes.toString('latin1')
      const head = request.indexOf('\r\n\r\n')
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(request)?.[1] ?? 0)
      if (head === -1 || request.length < head + 4 + length) return
      request = ''
      act(socket, raw)
    }
    socket.on('data', look)
  }

/** Writes this to each request and leaves the connection open. */
export const answers = (text: string): Behaviour => onRequest((socket) => void socket.write(text, 'latin1'))

/** Writes this to each request and closes. */
export const answersAndEnds = (text: string): Behaviour => onRequest((socket) => void socket.end(text, 'latin1'))

/** Writes this to each request and resets the connection once the system has taken it. */
export const answersAndResets = (text: string): Behaviour =>
  onRequest((socket, raw) => void socket.write(text, 'latin1', () => raw.resetAndDestroy()))

/** Writes this, and then one more piece again and again. */
export const drip =
  (text: string, piece: string): Behaviour =>
  (socket) => {
    socket.write(text, 'latin1')
    const timer = setInterval(() => socket.write(piece, 'latin1'), 50)
    socket.on('close', () => clearInterval(timer))
  }

/** Writes this to each request, and then the same piece without end, as fast as it is taken. */
export const floods = (text: string, piece: string | Buffer): Behaviour =>
  onRequest((socket) => {
    const bytes = Buffer.from(piece)
    const pump = () => {
      while (!socket.destroyed && socket.write(bytes));
    }
    socket.write(text, 'latin1')
    socket.on('drain', pump)
    pump()
  })
