import { IncomingMessage } from 'node:http'
import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Context, Effect, Layer, Option, Result } from 'effect'
import { HttpServerRequest } from 'effect/http'
import { OpenApi } from 'effect/http-api'
import { AccessCounts } from '#application/AccessCounts.ts'
import { Authenticate } from '#application/Authenticate.ts'
import { ofAccount } from '#application/CurrentRequest.ts'
import { toRejection } from '#application/Failures.ts'
import { Authentication, CurrentPrincipal } from '#wire/Api.ts'
import { rejectionAnswer } from './Answers.ts'
import { clientOf, TrustedProxies } from './connection/Client.ts'
import { knowPartner } from './connection/Entrance.ts'
import { belongsToPartner } from './connection/OpenConnections.ts'
import type { DistinctHeaders } from './HeaderRules.ts'

/** Every value of every header; Node's joined view would hide repeated ones. */
export const distinctHeaders = (request: HttpServerRequest.HttpServerRequest): DistinctHeaders => {
  const message = NodeHttpServerRequest.toIncomingMessage(request)
  return message instanceof IncomingMessage ? message.headersDistinct : {}
}

/** Whose key a request brings (steps 1 and 2); its connection is that partner's from then on. */
export const identifying = Effect.gen(function* () {
  const { authenticate } = yield* Authenticate
  const proxies = yield* TrustedProxies
  return (request: HttpServerRequest.HttpServerRequest) => {
    const { socket } = NodeHttpServerRequest.toIncomingMessage(request)
    const headers = distinctHeaders(request)
    const address = () => clientOf(proxies, socket.remoteAddress, headers['x-forwarded-for'])
    const credentials = headers['authorization'] ?? []
    return Effect.tap(authenticate(credentials, address), () =>
      Effect.sync(() => {
        belongsToPartner(socket)
        knowPartner(credentials[0] ?? '')
      }),
    )
  }
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
