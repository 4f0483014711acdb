import { Clock, Context, DateTime, Effect, Layer } from 'effect'
import { type Headers, HttpServerRequest, type HttpServerResponse } from 'effect/http'
import { codigoOf, routeOf } from '#http/RequestFacts.ts'
import type { DeclaredRoute } from '#http/UnknownRoutes.ts'
import type { Solicitud } from '#simulator/console/Frames.ts'

/** How many requests are remembered. */
const capacity = 1_000
/** What the console loads would drown what it shows. */
const ownFiles = '/_simulador/consola/'

/** The last requests, without bodies, parameters or anything that could tell of a person. */
export class RequestLog extends Context.Service<
  RequestLog,
  {
    /** Newest first. */
    readonly last: (limit: number) => Effect.Effect<ReadonlyArray<Solicitud>>
    /** What came after so many, oldest first, as far as it is remembered; and how many came in all. */
    readonly since: (seen: number) => { readonly entries: ReadonlyArray<Solicitud>; readonly seen: number }
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
    const entries: Array<Solicitud> = []
    let forgotten = 0

    return RequestLog.of({
      last: (limit) => Effect.sync(() => entries.slice(-limit).reverse()),
      since: (seen) => ({ entries: entries.slice(Math.max(0, seen - forgotten)), seen: forgotten + entries.length }),
      reset: Effect.sync(() => {
        forgotten += entries.splice(0).length
      }),
      recording: (routes) => {
        const route = routeOf(routes)
        return (handled) =>
          Effect.gen(function* () {
            const { method, url, headers } = yield* HttpServerRequest.HttpServerRequest
            if (url.startsWith(ownFiles)) return yield* handled
            const start = yield* Clock.currentTimeMillis
            const response = yield* handled
            const ms = (yield* Clock.currentTimeMillis) - start
            if (entries.length >= capacity) forgotten += entries.splice(0, capacity / 10).length
            entries.push({
              recibida_en: DateTime.formatIso(DateTime.makeUnsafe(start)),
              metodo: method,
              ruta: route(url),
              estatus: response.status,
              codigo: codigoOf(response),
              ms,
              canal: channelOf(url, headers),
              verificacion_id: verificationOf(response),
            })
            return response
          })
      },
    })
  })
}

/** Only a browser says that a request comes from a page of the same origin, and the only such page is the console. */
const channelOf = (url: string, headers: Headers.Headers): Solicitud['canal'] => {
  if (headers['sec-fetch-site'] === 'same-origin') return 'consola'
  return url.startsWith('/mcp') || headers['x-canal'] === 'mcp' ? 'mcp' : 'api'
}

/** Our own documents begin with their id. */
const identified = /^\{"verificacion_id":"(ver_\w+)"/
const decoder = new TextDecoder()

/** The verification that we answered with; null of any other answer. */
const verificationOf = ({ body }: HttpServerResponse.HttpServerResponse): string | null =>
  body._tag === 'Uint8Array' ? (identified.exec(decoder.decode(body.body.subarray(0, 64)))?.[1] ?? null) : null
