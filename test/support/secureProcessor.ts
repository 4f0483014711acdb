import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { certificate, certificateKey } from './certificate.ts'
import { startProcessor } from './processor.ts'

/** The processor over TLS, with a platform of production; stop it after the test. */
export const secureProcessor = async () => {
  const processor = await startProcessor()
  const { destination } = processor.platform
  const key = `rk_live_${'A'.repeat(43)}`
  await processor.run(processor.processor.registerKey(key, true, destination))
  let condition: 'works' | 'fails' = 'works'
  const server = createServer({ cert: certificate, key: certificateKey }, (incoming, outgoing) => {
    if (condition === 'fails') return void outgoing.writeHead(500).end('{"error":{"type":"api_error"}}')
    const { method, url, headers } = incoming
    const onward = request(`${processor.address}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    key,
    destination,
    /** Puts a confirmed payment of 100.00 MXN; its id. */
    pay: () => processor.pay({ isLive: true }),
    /** The next so many transfers are answered 500, and not made. */
    refuseTransfers: (times: number) =>
      processor.run(processor.processor.faults.put('crear_transferencia', 'error_500', times)),
    /** Has every call answered so from now on. */
    put: (changed: typeof condition) => {
      condition = changed
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await processor.stop()
    },
  }
}
