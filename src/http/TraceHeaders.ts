import type { Server } from 'node:http'

/** Headers of B3. Without `traceparent`, the spans of requests would use them as their parent (contract 7.6). */
const foreign = ['b3', 'x-b3-traceid'] as const

/** Removes trace headers other than `traceparent` from every request. Register it before the handler. */
export const takeOnlyTraceparent = (server: Server): void => {
  server.on('request', ({ headers }) => {
    for (const name of foreign) if (name in headers) delete headers[name]
  })
}
