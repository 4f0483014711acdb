import { Context, Effect, Option } from 'effect'
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from 'effect/http'
import { OpenApi } from 'effect/http-api'
import { AccessCounts } from '#application/AccessCounts.ts'
import { Authenticate } from '#application/Authenticate.ts'
import { type Failure, ofAccount, toRejection } from '#application/CurrentRequest.ts'
import type { Principal } from '#domain/account/Account.ts'
import { answering, rejectionAnswer, withAdditions } from './Answers.ts'
import { presentedCredentials } from './connection/Turn.ts'

/** Identifies the account of a request's key (steps 1 and 2). */
export const identifying = Effect.gen(function* () {
  const { authenticate } = yield* Authenticate
  return Effect.flatMap(presentedCredentials, authenticate)
})

/** What a route needs of the declaration of an endpoint. */
interface Endpoint {
  readonly identifier: string
  readonly method: 'GET' | 'POST'
  readonly path: HttpRouter.PathInput
  readonly annotations: Context.Context<never>
}

/** Answers a request of a principal. */
type Handler = (
  principal: Principal,
  request: HttpServerRequest.HttpServerRequest,
  params: Readonly<Record<string, string | undefined>>,
) => Effect.Effect<HttpServerResponse.HttpServerResponse, Failure>

/**
 * Adds routes that need the key of an active partner: every route except `/_salud` (contract 5.1). The declaration of
 * the API says how a route looks; the handler checks the rest, because the order of judgement is ours.
 */
export const partnersRoutes = Effect.gen(function* () {
  const router = yield* HttpRouter.HttpRouter
  const identify = toRejection(yield* identifying)
  const counts = yield* AccessCounts

  return (endpoint: Endpoint, handler: Handler) => {
    const kind = Option.getOrElse(
      Context.getOption(endpoint.annotations, OpenApi.Identifier),
      () => endpoint.identifier,
    )
    const answerOf = Effect.fnUntraced(function* (principal: Principal) {
      const request = yield* HttpServerRequest.HttpServerRequest
      return yield* handler(principal, request, yield* HttpRouter.params)
    })
    const answered = Effect.matchEffect(identify, {
      onFailure: (rejection) => Effect.succeed(rejectionAnswer(rejection)),
      onSuccess: (principal) => {
        counts.recordRequest(principal, kind)
        return ofAccount(principal.account.id)(withAdditions(answering(answerOf(principal))))
      },
    })
    return router.add(endpoint.method, endpoint.path, answered)
  }
})
