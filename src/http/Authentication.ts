import { Context, Effect, Layer, Option, Result } from 'effect'
import { HttpServerRequest } from 'effect/http'
import { OpenApi } from 'effect/http-api'
import { AccessCounts } from '#application/AccessCounts.ts'
import { Authenticate } from '#application/Authenticate.ts'
import { ofAccount } from '#application/CurrentRequest.ts'
import { toRejection } from '#application/Failures.ts'
import { Authentication, CurrentPrincipal } from '#wire/Api.ts'
import { rejectionAnswer } from './Answers.ts'
import { addressing } from './connection/Client.ts'
import { presentedCredentials } from './connection/StartQueue.ts'

/** Whose key a request brings (steps 1 and 2). */
export const identifying = Effect.gen(function* () {
  const { authenticate } = yield* Authenticate
  const addressOf = yield* addressing
  return (request: HttpServerRequest.HttpServerRequest) =>
    Effect.flatMap(presentedCredentials, (credentials) => authenticate(credentials, () => addressOf(request)))
})

/** Steps 1 and 2: no route but `/_salud` is reached without a key of an active partner. */
export const layer = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const identify = yield* identifying
    const counts = yield* AccessCounts
    return Authentication.of({
      llave: Effect.fnUntraced(function* (httpEffect, { endpoint }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const principal = yield* Effect.result(toRejection(identify(request)))
        if (Result.isFailure(principal)) return rejectionAnswer(principal.failure)
        const kind = Context.getOption(endpoint.annotations, OpenApi.Identifier)
        counts.accessed(
          principal.success,
          Option.getOrElse(kind, () => endpoint.name),
        )
        const known = Effect.provideService(httpEffect, CurrentPrincipal, principal.success)
        return yield* ofAccount(principal.success.account.id)(known)
      }),
    })
  }),
)
