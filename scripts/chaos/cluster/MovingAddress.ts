/** A movable address in front of Postgres, like a virtual address or HAProxy: it only passes bytes. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface MovingAddress {
  /** The URL of the database, wherever it is. */
  readonly url: string
  /** Moves the address to this URL, or to none, and closes open connections. */
  readonly moveTo: (url: string | null) => void
  readonly stop: () => Promise<void>
}

/** @param first the initial target URL */
export const movingAddress = async (first: string): Promise<MovingAddress> => {
  let target: URL | null = new URL(first)
  const open = new Set<Socket>()
  const kept = (socket: Socket): Socket => {
    open.add(socket)
    return socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
  }
  const cutOff = () => {
    for (const socket of open) socket.destroy()
  }
  const listener = createServer((client) => {
    if (target === null) {
      client.destroy()
      return
    }
    const server = kept(connect(Number(target.port), target.hostname))
    kept(client).pipe(server).pipe(client)
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const bound = listener.address()
  const url = new URL(first)
  url.port = String(typeof bound === 'object' ? bound?.port : '')
  return {
    url: url.href,
    moveTo: (next) => {
      target = next === null ? null : new URL(next)
      cutOff()
    },
    stop: async () => {
      cutOff()
      listener.close()
      await once(listener, 'close')
    },
  }
}
