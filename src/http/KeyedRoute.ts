import { Effect, Result } from 'effect'
import { HttpRouter, HttpServerRequest, HttpServerResponse } from 'effect/http'
import { Presented } from '#application/Authenticate.ts'
import { ofAccount } from '#application/CurrentRequest.ts'
import { toRejection } from '#application/Failures.ts'
import type { Rejection } from '#wire/Rejection.ts'
import { refusal, refused } from './Answers.ts'
import { identifying } from './Authentication.ts'
import { readBody } from './BodyGuard.ts'
import { Bodies } from './connection/Bodies.ts'
import { distinctHeaders } from './connection/RequestHeaders.ts'
import { Turns } from './connection/Turns.ts'
import { isForeign } from './ForeignPages.ts'
import { contentIsJson } from './HeaderRules.ts'
import { costOf } from './MessageCost.ts'

/** Those whose key nobody can be asked for are counted together. */
const accountOf = (presented: Presented['Service']): string =>
  Result.isSuccess(presented) ? presented.success.account.id : ''

/**
 * Steps 1 to 3 of the order of judgement, but for the ceiling, and what step 6 says of headers, before a
 * route that the declaration of the API does not hold. Pages of other sites are refused before anything else. The
 * body is read here and kept by the request. That the database cannot be asked for the key is left to the
 * route to say.
 */
export const layer = HttpRouter.middleware<{ provides: Presented; handles: Rejection }>()(
  Effect.gen(function* () {
    const identify = yield* identifying
    const { taking } = yield* Turns
    const { receiving } = yield* Bodies

    const admit = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const presented = yield* Effect.result(toRejection(identify(request)))
      const isUnknown = Result.isFailure(presented) && presented.failure.codigo === 'base_no_alcanzable'
      if (Result.isFailure(presented) && !isUnknown) return yield* presented.failure
      if (request.method !== 'POST') return { presented, cost: 1 }
      const body = yield* receiving(accountOf(presented), request)(readBody(request))
      yield* Effect.fromResult(contentIsJson(distinctHeaders(request)))
      return { presented, cost: costOf(body) }
    })

    return (handled) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        if (isForeign(request)) return yield* refusal('pagina_ajena', { status: 403 })
        const admitted = yield* Effect.result(admit(request))
        if (Result.isFailure(admitted)) return yield* refused(admitted.failure)
        const { presented, cost } = admitted.success
        const answered = Effect.provideService(handled, Presented, presented)
        // Without the database nothing is done for anybody, and there is nothing to wait for.
        const inTurn = Result.isSuccess(presented)
          ? ofAccount(presented.success.account.id)(taking(presented.success, cost)(answered))
          : answered
        return yield* inTurn.pipe(
          Effect.map(HttpServerResponse.setHeader('cache-control', 'no-store')),
          Effect.catchTag('Rejection', refused),
        )
      })
  }),
).layer
