import { Clock, Context, DateTime, Effect, Layer } from 'effect'
import { HttpServerRequest, type HttpServerResponse } from 'effect/http'
import { codigoOf, routeOf } from '#http/RequestFacts.ts'
import type { DeclaredRoute } from '#http/UnknownRoutes.ts'

/** How many requests are remembered. */
const capacity = 1_000

export interface LoggedRequest {
  readonly recibida_en: string
  readonly metodo: string
  readonly ruta: string
  readonly estatus: number
  readonly codigo: string | null
  readonly ms: number
  readonly canal: string
}

/** The last requests, without bodies, parameters or anything that could tell of a person. */
export class RequestLog extends Context.Service<
  RequestLog,
  {
    /** Newest first. */
    readonly last: (limit: number) => Effect.Effect<ReadonlyArray<LoggedRequest>>
    readonly reset: Effect.Effect<void>
    /** Answers a request and remembers how. Paths that no route has are not repeated. */
    readonly recording: (
      routes: ReadonlyArray<DeclaredRoute>,
    ) => <E, R>(
      handled: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest>
  }
>()('cotejo/simulator/RequestLog') {
  static readonly layer = Layer.sync(RequestLog, () => {
    const entries: Array<LoggedRequest> = []

    return RequestLog.of({
      last: (limit) => Effect.sync(() => entries.slice(-limit).reverse()),
      reset: Effect.sync(() => void entries.splice(0)),
      recording: (routes) => {
        const route = routeOf(routes)
        return (handled) =>
          Effect.gen(function* () {
            const { method, url, headers } = yield* HttpServerRequest.HttpServerRequest
            const start = yield* Clock.currentTimeMillis
            const response = yield* handled
            const ms = (yield* Clock.currentTimeMillis) - start
            if (entries.length >= capacity) entries.splice(0, capacity / 10)
            entries.push({
              recibida_en: DateTime.formatIso(DateTime.makeUnsafe(start)),
              metodo: method,
              ruta: route(url),
              estatus: response.status,
              codigo: codigoOf(response),
              ms,
              canal: url.startsWith('/mcp') || headers['x-canal'] === 'mcp' ? 'mcp' : 'api',
            })
            return response
          })
      },
    })
  })
}
