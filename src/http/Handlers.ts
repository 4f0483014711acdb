import { Context, Effect, Layer, Option } from 'effect'
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from 'effect/http'
import { OpenApi } from 'effect/http-api'
import { AccessCounts } from '#application/AccessCounts.ts'
import { Authenticate, noCredentials } from '#application/Authenticate.ts'
import { CheckHealth } from '#application/CheckHealth.ts'
import { type Failure, ofAccount, toRejection } from '#application/CurrentRequest.ts'
import { ReadConsumption } from '#application/ReadConsumption.ts'
import { ReadVerifications } from '#application/ReadVerifications.ts'
import { RequestVerification } from '#application/RequestVerification.ts'
import { ServiceContext } from '#application/ServiceContext.ts'
import type { Principal } from '#domain/account/Account.ts'
import { parseTrace } from '#domain/verification/Trace.ts'
import { Api } from '#wire/Api.ts'
import { parseBody } from '#wire/PeticionRules.ts'
import { answer, answerEncoded, answering, rejectionAnswer, withAdditions, withReason } from './Answers.ts'
import { Bodies } from './connection/Bodies.ts'
import { distinctHeaders } from './connection/Client.ts'
import { CurrentTurn, taking, takingAs } from './connection/Turn.ts'
import { costOfList, parseListQuery } from './ListQuery.ts'
import * as RequestRules from './RequestRules.ts'

/** Identifies the account of a request's key (steps 1 and 2), and so whose turn it is. */
export const identifying = Effect.gen(function* () {
  const { authenticate } = yield* Authenticate
  return Effect.flatMap(CurrentTurn, (turn) =>
    authenticate(turn?.credentials ?? noCredentials).pipe(
      Effect.tap(() => Effect.sync(() => turn?.identified(true))),
      Effect.tapErrorTag('Rejection', () => Effect.sync(() => turn?.identified(false))),
    ),
  )
})

interface Endpoint {
  readonly identifier: string
  readonly method: 'GET' | 'POST'
  readonly path: HttpRouter.PathInput
  readonly annotations: Context.Context<never>
}

type Handler = (
  principal: Principal,
  request: HttpServerRequest.HttpServerRequest,
  params: Readonly<Record<string, string | undefined>>,
) => Effect.Effect<HttpServerResponse.HttpServerResponse, Failure>

/**
 * Adds routes that need the key of an active partner: every route except `/_salud` (contract 5.1). The declaration of
 * the API says how a route looks; the handler checks the rest, because the order of judgement is ours.
 */
const partnersRoutes = Effect.gen(function* () {
  const router = yield* HttpRouter.HttpRouter
  const identify = toRejection(yield* identifying)
  const counts = yield* AccessCounts
  const { environment } = yield* ServiceContext
  const explained = withReason(environment)

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
        return ofAccount(principal.account.id)(explained(withAdditions(answering(answerOf(principal)))))
      },
    })
    return router.add(endpoint.method, endpoint.path, answered)
  }
})

const verificaciones = HttpRouter.use(() =>
  Effect.gen(function* () {
    const { passCeiling } = yield* Authenticate
    const { request: requestVerification } = yield* RequestVerification
    const verifications = yield* ReadVerifications
    const { receiving } = yield* Bodies
    const add = yield* partnersRoutes
    const { crear, consultar, listar } = Api.groups.verificaciones.endpoints

    yield* add(
      crear,
      Effect.fnUntraced(function* (principal: Principal, request: HttpServerRequest.HttpServerRequest) {
        // Step 2b, before the body is read.
        yield* passCeiling(principal)
        const bytes = yield* receiving(principal.account.id, request)(RequestRules.readBody(request))
        const headers = distinctHeaders(request)
        const idempotencyKey = yield* Effect.fromResult(RequestRules.idempotencyKey(headers))
        const channel = yield* Effect.fromResult(RequestRules.channel(headers))
        yield* Effect.fromResult(RequestRules.contentIsJson(headers))
        const trace = parseTrace(request.headers['traceparent'] ?? '')
        const created = Effect.flatMap(
          Effect.suspend(() => Effect.fromResult(parseBody(bytes))),
          (body) =>
            // A client that disconnects does not interrupt a creation in progress.
            Effect.uninterruptible(requestVerification({ principal, channel, idempotencyKey, body, trace })),
        )
        return answerEncoded(yield* taking(1, bytes.length)(created))
      }),
    )

    yield* add(consultar, (principal, _, { verificacion_id = '' }) =>
      Effect.map(taking(1)(verifications.read(principal, verificacion_id)), answerEncoded),
    )

    yield* add(listar, (principal, { url }) =>
      Effect.flatMap(Effect.fromResult(parseListQuery(url)), (query) =>
        Effect.map(taking(costOfList(query))(verifications.list(principal, query)), answerEncoded),
      ),
    )
  }),
)

const cuenta = HttpRouter.use(() =>
  Effect.gen(function* () {
    const { read } = yield* ReadConsumption
    const add = yield* partnersRoutes
    yield* add(Api.groups.cuenta.endpoints.consumo, (principal) => Effect.map(taking(1)(read(principal)), answer))
  }),
)

const { method, path } = Api.groups.sistema.endpoints.salud

const sistema = HttpRouter.use((router) =>
  CheckHealth.use(({ check }) => router.add(method, path, answering(Effect.map(takingAs('salud')(check), answer)))),
)

export const layer = Layer.mergeAll(verificaciones, cuenta, sistema)
