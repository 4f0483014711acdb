import { Effect } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { Authenticate } from '#application/Authenticate.ts'
import { ReadVerifications } from '#application/ReadVerifications.ts'
import { RequestVerification } from '#application/RequestVerification.ts'
import { parseTrace } from '#domain/verification/Trace.ts'
import { Api, CurrentPrincipal } from '#wire/Api.ts'
import { parseBody } from '#wire/PeticionRules.ts'
import { answerEncoded, answering } from './Answers.ts'
import { distinctHeaders } from './Authentication.ts'
import { readBody } from './BodyGuard.ts'
import { Turns } from './connection/Turns.ts'
import * as HeaderRules from './HeaderRules.ts'
import { costOfList, parseListQuery } from './ListQuery.ts'

export const layer = HttpApiBuilder.group(
  Api,
  'verificaciones',
  Effect.fnUntraced(function* (handlers) {
    const { passCeiling } = yield* Authenticate
    const { request: requestVerification } = yield* RequestVerification
    const verifications = yield* ReadVerifications
    const { taking } = yield* Turns

    return handlers
      .handleRaw('crear', ({ request }) =>
        answering(
          Effect.gen(function* () {
            const principal = yield* CurrentPrincipal
            yield* passCeiling(principal)
            const bytes = yield* readBody(request)
            const headers = distinctHeaders(request)
            const idempotencyKey = yield* Effect.fromResult(HeaderRules.idempotencyKey(headers))
            const channel = yield* Effect.fromResult(HeaderRules.channel(headers))
            yield* Effect.fromResult(HeaderRules.contentIsJson(headers))
            const body = yield* Effect.fromResult(parseBody(bytes))
            const trace = parseTrace(request.headers['traceparent'] ?? '')
            const incoming = { principal, channel, idempotencyKey, body, trace }
            // A client that goes away does not stop what it asked for half way.
            return answerEncoded(yield* taking(principal, 1)(Effect.uninterruptible(requestVerification(incoming))))
          }),
        ),
      )
      .handleRaw('consultar', ({ params }) =>
        answering(
          Effect.gen(function* () {
            const principal = yield* CurrentPrincipal
            return answerEncoded(yield* taking(principal, 1)(verifications.read(principal, params.verificacion_id)))
          }),
        ),
      )
      .handleRaw('listar', ({ request }) =>
        answering(
          Effect.gen(function* () {
            const principal = yield* CurrentPrincipal
            const query = yield* Effect.fromResult(parseListQuery(request.url))
            return answerEncoded(yield* taking(principal, costOfList(query))(verifications.list(principal, query)))
          }),
        ),
      )
  }),
)
