import type { Server } from 'node:http'

/** Headers of B3, which the spans of requests would take for their parent where there is no `traceparent` (contract 7.6). */
const foreign = ['b3', 'x-b3-traceid'] as const

/** Has no request bring a trace by another header than `traceparent`. It comes before whoever answers. */
export const takeOnlyTraceparent = (server: Server): void => {
  server.on('request', ({ headers }) => {
    for (const name of foreign) if (name in headers) delete headers[name]
  })
}
