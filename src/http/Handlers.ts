import { Effect, Layer } from 'effect'
import { HttpRouter, type HttpServerRequest } from 'effect/http'
import { Authenticate } from '#application/Authenticate.ts'
import { CheckHealth } from '#application/CheckHealth.ts'
import { ReadConsumption } from '#application/ReadConsumption.ts'
import { ReadVerifications } from '#application/ReadVerifications.ts'
import { RequestVerification } from '#application/RequestVerification.ts'
import type { Principal } from '#domain/account/Account.ts'
import { parseTrace } from '#domain/verification/Trace.ts'
import { Api } from '#wire/Api.ts'
import { parseBody } from '#wire/PeticionRules.ts'
import { answer, answerEncoded, answering } from './Answers.ts'
import { partnersRoutes } from './Authentication.ts'
import { Bodies } from './connection/Bodies.ts'
import { distinctHeaders } from './connection/Client.ts'
import { taking } from './connection/Turn.ts'
import { costOfList, parseListQuery } from './ListQuery.ts'
import * as RequestRules from './RequestRules.ts'

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
        const body = yield* Effect.fromResult(parseBody(bytes))
        const trace = parseTrace(request.headers['traceparent'] ?? '')
        const incoming = { principal, channel, idempotencyKey, body, trace }
        // A client that disconnects does not interrupt a creation in progress.
        return answerEncoded(yield* taking(1)(Effect.uninterruptible(requestVerification(incoming))))
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
  CheckHealth.use(({ check }) => router.add(method, path, answering(Effect.map(check, answer)))),
)

/** The five routes. */
export const layer = Layer.mergeAll(verificaciones, cuenta, sistema)
