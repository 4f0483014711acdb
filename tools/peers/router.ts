import { once } from 'node:events'
import { createServer } from 'node:net'

/** The map commands of HAProxy's stats socket, for tests of what changes a map. */
export interface MapServer {
  readonly socket: string
  readonly map: Map<string, string>
  /** Whether it takes changes. */
  isOpen: boolean
  readonly stop: () => Promise<void>
}

const act = (router: MapServer, command: string): string => {
  const [verb = '', , file, key = '', value = ''] = command.trim().split(' ')
  if (file !== '/etc/haproxy/cells.map') return 'Unknown map identifier. Please use #<id> or <file>.\n'
  if (verb === 'show') return [...router.map].map(([key, value]) => `0x1 ${key} ${value}\n`).join('')
  if (!router.isOpen) return 'refused\n'
  if (verb === 'del') router.map.delete(key)
  else router.map.set(key, value)
  return '\n'
}

export const startMapServer = async (): Promise<MapServer> => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.setEncoding('utf8').on('data', (line) => {
      socket.end(
        String(line)
          .split(';')
          .map((command) => act(router, command))
          .join(''),
      )
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const router: MapServer = {
    socket: `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    map: new Map(),
    isOpen: true,
    stop: async () => {
      server.close()
      await once(server, 'close')
    },
  }
  return router
}
