import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Effect } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import type { Accident } from './InjectedErrors.ts'
import { RequestNotes } from './RequestNotes.ts'

/** Real milliseconds, longer than most clients wait. */
const lateMs = 20_000

const page = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

/** Answers a creation as networks do: it is carried out, except behind a proxy that cannot reach the service. */
export const meeting = <E, R>(
  accident: Accident,
  handled: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.flatMap(RequestNotes, (notes) => {
    notes.accident = accident
    if (accident !== 'proxy_502') return handled
    return Effect.succeed(HttpServerResponse.text(page, { status: 502, contentType: 'text/html' }))
  })

const late = Effect.callback<void>((resume) => {
  const timer = setTimeout(() => resume(Effect.void), lateMs)
  return Effect.sync(() => clearTimeout(timer))
})

const cut = Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
  NodeHttpServerRequest.toIncomingMessage(request).socket.destroy()
})

/** What happens to an answer on its way. */
export const onItsWay = (accident: Accident | null): Effect.Effect<void, never, HttpServerRequest.HttpServerRequest> =>
  accident === 'respuesta_tardia' ? late : accident === 'conexion_cortada' ? cut : Effect.void
