import { Effect, Result } from 'effect'
import { HttpRouter, HttpServerRequest, HttpServerResponse } from 'effect/http'
import { Authenticate } from '#application/Authenticate.ts'
import { toRejection } from '#application/Failures.ts'
import { CurrentPrincipal } from '#wire/Api.ts'
import type { Rejection } from '#wire/Errores.ts'
import { errorAnswer, rejectionAnswer } from './Answers.ts'
import { distinctHeaders, identify } from './Authentication.ts'
import { readBody } from './BodyGuard.ts'
import { isForeign } from './ForeignPages.ts'
import { contentIsJson } from './HeaderRules.ts'

/**
 * Steps 1 to 3 of the order of judgement, and what step 6 says of headers, before a route that the
 * declaration of the API does not hold. Pages of other sites are refused before anything else. The
 * body is read here and kept by the request.
 */
export const layer = HttpRouter.middleware<{ provides: CurrentPrincipal; handles: Rejection }>()(
  Effect.gen(function* () {
    const { authenticate, passCeiling } = yield* Authenticate

    const admit = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const principal = yield* identify(authenticate)(request)
      if (request.method !== 'POST') return principal
      yield* passCeiling(principal)
      yield* readBody(request)
      yield* Effect.fromResult(contentIsJson(distinctHeaders(request)))
      return principal
    })

    return (handled) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        if (isForeign(request)) return errorAnswer('peticion_invalida', { status: 403 })
        const principal = yield* Effect.result(toRejection(admit(request)))
        if (Result.isFailure(principal)) return rejectionAnswer(principal.failure)
        return yield* handled.pipe(
          Effect.provideService(CurrentPrincipal, principal.success),
          Effect.map(HttpServerResponse.setHeader('cache-control', 'no-store')),
          Effect.catchTag('Rejection', (rejection) => Effect.succeed(rejectionAnswer(rejection))),
        )
      })
  }),
).layer
