import { Effect } from 'effect'
import type { HttpServerRequest } from 'effect/http'

/** A request, and the body that its handler read. If the handler does not read the body, it is not read. */
export const overheard = (request: HttpServerRequest.HttpServerRequest) => {
  let body: Uint8Array | null = null
  const reading = (): HttpServerRequest.HttpServerRequest['arrayBuffer'] =>
    Effect.tap(request.arrayBuffer, (buffer) =>
      Effect.sync(() => {
        body = new Uint8Array(buffer)
      }),
    )
  const listened: HttpServerRequest.HttpServerRequest = Object.create(request, { arrayBuffer: { get: reading } })
  return { request: listened, body: (): Uint8Array | null => body }
}
