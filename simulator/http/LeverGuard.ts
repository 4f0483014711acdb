import { Effect } from 'effect'
import { HttpServerRequest, type HttpServerResponse } from 'effect/http'
import { isLoopbackAuthority } from '#domain/network/Loopback.ts'
import { errorAnswer } from '#http/Answers.ts'

/**
 * Keeps other sites off the levers, which need no key: a page of another origin, open in the
 * developer's browser, and a name that was made to resolve to this machine. It stands around each
 * lever, behind the router: a path can be written in many ways.
 *
 * @param exposed whether levers were asked for beyond loopback
 */
export const guarded =
  (exposed: boolean) =>
  <E, R>(
    handled: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) => {
      const { origin, host = '' } = headers
      const foreign = origin !== undefined && URL.parse(origin)?.host !== host
      return foreign || !(exposed || isLoopbackAuthority(host))
        ? Effect.succeed(errorAnswer('peticion_invalida'))
        : handled
    })
