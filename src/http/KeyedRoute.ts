import { Effect, Result } from 'effect'
import { HttpRouter, HttpServerRequest, HttpServerResponse } from 'effect/http'
import { PresentedKey } from '#application/Authenticate.ts'
import { ofAccount } from '#application/CurrentRequest.ts'
import { toRejection } from '#application/Failures.ts'
import type { Rejection } from '#wire/Rejection.ts'
import { refusal, refused } from './Answers.ts'
import { identifying } from './Authentication.ts'
import { readBody } from './BodyGuard.ts'
import { Bodies } from './connection/Bodies.ts'
import { distinctHeaders } from './connection/RequestHeaders.ts'
import { taking } from './connection/Turn.ts'
import { isForeign } from './ForeignPages.ts'
import { contentIsJson } from './HeaderRules.ts'
import { costOf } from './MessageCost.ts'

/** The account of a request. Requests whose key could not be looked up count together. */
const accountOf = (presented: PresentedKey['Service']): string =>
  Result.isSuccess(presented) ? presented.success.account.id : ''

/**
 * Steps 1, 2 and 3 of the order of judgement, and step 6's rules about headers, for a route that the declaration of
 * the API does not contain. Pages of other sites are refused first. The body is read here, and the request keeps it. If
 * the database is unavailable for the key's look-up, the route itself reports it.
 */
export const layer = HttpRouter.middleware<{ provides: PresentedKey; handles: Rejection }>()(
  Effect.gen(function* () {
    const identify = yield* identifying
    const { receiving } = yield* Bodies

    const admit = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const presented = yield* Effect.result(toRejection(identify))
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
        const answered = Effect.provideService(handled, PresentedKey, presented)
        // Without the database the request does no work, so it needs no turn.
        const inTurn = Result.isSuccess(presented)
          ? ofAccount(presented.success.account.id)(taking(cost)(answered))
          : answered
        return yield* inTurn.pipe(
          Effect.map(HttpServerResponse.setHeader('cache-control', 'no-store')),
          Effect.catchTag('Rejection', refused),
        )
      })
  }),
).layer
