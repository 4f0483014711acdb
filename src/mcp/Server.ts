import { Effect } from 'effect'
import { HttpRouter, HttpServerError, type HttpServerRequest, HttpServerResponse } from 'effect/http'
import { PresentedKey } from '#application/Authenticate.ts'
import { errorBody } from '#wire/Errores.ts'
import { Conversation } from './Conversation.ts'
import { type Reply, taken } from './Messages.ts'

/** Clients often add a slash. */
const paths = ['/mcp', '/mcp/'] as const

/** The only declared method: GET would open a stream of notifications, and DELETE would end a session. */
export const routes = paths.map((path) => ({ method: 'POST', path }))

export const answer = ({ status, message }: Reply<unknown>): HttpServerResponse.HttpServerResponse => {
  if (status === taken.status) return HttpServerResponse.empty({ status })
  return HttpServerResponse.jsonUnsafe(message ?? errorBody('peticion_invalida'), { status })
}

/** Refuses other methods like an unknown route, after the key is known. */
const noRoute = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.fail(new HttpServerError.HttpServerError({ reason: new HttpServerError.RouteNotFound({ request }) }))

/**
 * The MCP channel at `/mcp`: streamable HTTP, in every revision that the library supports. The layer that provides
 * `PresentedKey` identifies the caller and limits the body.
 */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { reply } = yield* Conversation
    const converse = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const presented = yield* PresentedKey
      const body = new Uint8Array(yield* request.arrayBuffer)
      return answer(yield* reply({ presented, headers: request.headers }, body))
    })
    for (const path of paths) {
      yield* router.add('*', path, (request) => (request.method === 'POST' ? converse(request) : noRoute(request)))
    }
  }),
)
