import { Effect } from 'effect'
import { HttpRouter, type HttpServerRequest } from 'effect/http'
import { Authenticate } from '#application/Authenticate.ts'
import { ReadVerifications } from '#application/ReadVerifications.ts'
import { RequestVerification } from '#application/RequestVerification.ts'
import type { Principal } from '#domain/account/Account.ts'
import { parseTrace } from '#domain/verification/Trace.ts'
import { Api } from '#wire/Api.ts'
import { parseBody } from '#wire/PeticionRules.ts'
import { answerEncoded } from './Answers.ts'
import { partnersRoutes } from './Authentication.ts'
import { readBody } from './BodyGuard.ts'
import { Bodies } from './connection/Bodies.ts'
import { distinctHeaders } from './connection/RequestHeaders.ts'
import { taking } from './connection/Turn.ts'
import * as HeaderRules from './HeaderRules.ts'
import { costOfList, parseListQuery } from './ListQuery.ts'

export const layer = HttpRouter.use(() =>
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
        const bytes = yield* receiving(principal.account.id, request)(readBody(request))
        const headers = distinctHeaders(request)
        const idempotencyKey = yield* Effect.fromResult(HeaderRules.idempotencyKey(headers))
        const channel = yield* Effect.fromResult(HeaderRules.channel(headers))
        yield* Effect.fromResult(HeaderRules.contentIsJson(headers))
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
