import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { certificate, certificateKey } from '#tools/machine/certificate.ts'
import { startProcessor } from './processor.ts'

export type Condition = 'works' | 'slow' | 'fails' | 'refuses' | 'hangs'

/** The delay of a slow answer: shorter than the service's timeout. */
const slowMillis = 1_000

/** The processor over TLS, with a production platform. Stop it after the test. */
export const secureProcessor = async () => {
  const processor = await startProcessor()
  const { destination } = processor.platform
  const key = `rk_live_${'A'.repeat(43)}`
  await processor.run(processor.processor.registerKey(key, true, destination))
  let condition: Condition = 'works'
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method, url, headers } = incoming
    const onward = request(`${processor.address}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  }
  const answer = {
    works: pass,
    slow: (incoming, outgoing) => void setTimeout(pass, slowMillis, incoming, outgoing),
    fails: (_, outgoing) => void outgoing.writeHead(500).end('{"error":{"type":"api_error"}}'),
    refuses: (_, outgoing) => void outgoing.writeHead(401).end('{"error":{"type":"invalid_request_error"}}'),
    hangs: () => {},
  } satisfies Record<Condition, (incoming: IncomingMessage, outgoing: ServerResponse) => void>
  const server = createServer({ cert: certificate, key: certificateKey }, (incoming, outgoing) =>
    answer[condition](incoming, outgoing),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    key,
    destination,
    /** Adds a confirmed payment of 100.00 MXN and returns its id. */
    pay: () => processor.pay({ isLive: true }),
    /** Answers the next `times` transfers with 500, without making them. */
    refuseTransfers: (times: number) =>
      processor.run(processor.processor.faults.put('crear_transferencia', 'error_500', times)),
    /** Sets the condition of all later calls. */
    put: (changed: Condition) => {
      condition = changed
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await processor.stop()
    },
  }
}
