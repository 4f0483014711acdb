import { Context, Effect, Layer, Option, Result } from 'effect'
import { OpenApi } from 'effect/http-api'
import { AccessCounts } from '#application/AccessCounts.ts'
import { Authenticate } from '#application/Authenticate.ts'
import { ofAccount } from '#application/CurrentRequest.ts'
import { toRejection } from '#application/Failures.ts'
import { Authentication, CurrentPrincipal } from '#wire/Api.ts'
import { rejectionAnswer } from './Answers.ts'
import { presentedCredentials } from './connection/Turn.ts'

/** Identifies the account of a request's key (steps 1 and 2). */
export const identifying = Effect.gen(function* () {
  const { authenticate } = yield* Authenticate
  return Effect.flatMap(presentedCredentials, authenticate)
})

/** The route with a ceiling (step 2b). */
const creation = 'crear'

/**
 * Steps 1 to 2b: every route except `/_salud` needs the key of an active partner (contract 5.1), and creations have a
 * ceiling.
 */
export const layer = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const identify = yield* identifying
    const { passCeiling } = yield* Authenticate
    const counts = yield* AccessCounts
    return Authentication.of({
      llave: Effect.fnUntraced(function* (httpEffect, { endpoint }) {
        const presented = yield* Effect.result(toRejection(identify))
        if (Result.isFailure(presented)) return rejectionAnswer(presented.failure)
        const principal = presented.success
        const kind = Context.getOption(endpoint.annotations, OpenApi.Identifier)
        counts.recordRequest(
          principal,
          Option.getOrElse(kind, () => endpoint.identifier),
        )
        const known = Effect.provideService(httpEffect, CurrentPrincipal, principal)
        const judged = endpoint.identifier === creation ? toRejection(passCeiling(principal)) : Effect.void
        return yield* ofAccount(principal.account.id)(
          Effect.matchEffect(judged, {
            onFailure: (rejection) => Effect.succeed(rejectionAnswer(rejection)),
            onSuccess: () => known,
          }),
        )
      }),
    })
  }),
)
