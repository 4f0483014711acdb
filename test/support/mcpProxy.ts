import { once } from 'node:events'
import { createServer, request } from 'node:http'

/**
 * A proxy on loopback that adds a key to each request and changes nothing else, for MCP clients that
 * cannot send headers of their own. The `Host` that it was called by is passed on with its own.
 */
export const keyAddingProxy = async (
  base: string,
  key: string,
): Promise<{ readonly base: string; readonly stop: () => Promise<void> }> => {
  const { hostname, port } = new URL(base)
  const server = createServer((incoming, answer) => {
    const outgoing = request(
      {
        hostname,
        port,
        method: incoming.method,
        path: incoming.url,
        headers: [...incoming.rawHeaders, 'authorization', `Bearer ${key}`],
      },
      (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders)
        answered.pipe(answer)
      },
    )
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    base: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
