import { Effect } from 'effect'
import { HttpServerRequest, type HttpServerResponse } from 'effect/http'
import leven from 'leven'
import { CurrentRequest } from '#application/CurrentRequest.ts'
import type { DeclaredRoute } from '#http/UnknownRoutes.ts'
import { misusedAnswer } from './Lever.ts'

const root = '/_simulador/'

/** Answers a lever that is not there with the name of the nearest one. */
export const namingNearest =
  (declared: ReadonlyArray<DeclaredRoute>) =>
  <E, R>(handled: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.gen(function* () {
      const { method, url } = yield* HttpServerRequest.HttpServerRequest
      const response = yield* handled
      const [path = ''] = url.split('?')
      const refusal = (yield* CurrentRequest)?.refusal
      if (!path.startsWith(root) || refusal?.rule !== 'ruta_desconocida') return response
      const segments = path.split('/')
      /** Its placeholders take what the request has there. */
      const filled = (one: DeclaredRoute) =>
        one.path
          .split('/')
          .map((segment, index) => (segment.startsWith(':') ? (segments[index] ?? '') : segment))
          .join('/')
      const distance = (one: DeclaredRoute) => leven(path, filled(one)) + (one.method === method ? 0 : 0.5)
      const [nearest] = declared
        .filter((one) => one.path.startsWith(root))
        .toSorted((one, other) => distance(one) - distance(other))
      if (nearest === undefined) return response
      const named = `${nearest.method} ${nearest.path}`
      const mensaje = `No hay esa palanca; la más parecida es ${named}. Todas: ${root}openapi.json.`
      return misusedAnswer({ status: 404, mensaje })
    })
