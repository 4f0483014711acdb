import { once } from 'node:events'
import { createServer } from 'node:http'

/** Where traces and metrics are sent: keeps what comes, by path. */
export const startCollector = async () => {
  const received = new Map<string, string>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    request.setEncoding('utf8')
    request.on('data', (text) => received.set(path, (received.get(path) ?? '') + text))
    request.on('end', () => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { received, endpoint: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
