import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as tlsConnect } from 'node:tls'

/** A connection of a client that never closes. Dispose of it after the test. */
interface Stubborn extends Disposable {
  readonly write: (bytes: string | Uint8Array) => void
  /** Goes on writing these bytes one by one, again and again. */
  readonly drip: (bytes: string) => void
  /** Resolves once this much of an answer has come. */
  readonly received: (text: string) => Promise<void>
  /** Takes nothing that the server sends from now on. */
  readonly stopReading: () => void
  /** Resolves once there is no connection any more, whatever this side wants: what it writes is reset. */
  readonly destroyed: Promise<void>
}

/** Connects; over TLS once that is agreed. */
export const stubborn = async (port: number, options: { readonly tls?: boolean } = {}): Promise<Stubborn> => {
  const open = { port, host: '127.0.0.1', allowHalfOpen: true }
  const socket = options.tls ? tlsConnect({ ...open, rejectUnauthorized: false }) : connect(open)
  const timers: Array<NodeJS.Timeout> = []
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
  })
  // A reset is what is waited for, however early it comes.
  socket.on('error', () => undefined)
  // A server that only says that it will send no more still has the connection, and takes this.
  socket.once('end', () => timers.push(setInterval(() => socket.write('x'), 10)))
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await Promise.race([new Promise((resolve) => socket.once(options.tls ? 'secureConnect' : 'connect', resolve)), gone])
  return {
    write: (bytes) => void socket.write(bytes),
    drip: (bytes) => {
      let at = 0
      const next = () => {
        socket.write(bytes.charAt(at % bytes.length))
        at += 1
      }
      timers.push(setInterval(next, 10))
    },
    received: async (expected) => {
      while (!text.includes(expected)) await once(socket, 'data')
    },
    stopReading: () => void socket.pause(),
    destroyed: gone,
    [Symbol.dispose]: () => {
      timers.forEach(clearInterval)
      socket.destroy()
    },
  }
}
