import { Effect } from 'effect'
import type { HttpServerRequest } from 'effect/http'
import { HttpApiBuilder } from 'effect/http-api'
import { ReadVerifications } from '#application/ReadVerifications.ts'
import { RequestVerification } from '#application/RequestVerification.ts'
import { parseTrace } from '#domain/verification/Trace.ts'
import { Api, CurrentPrincipal } from '#wire/Api.ts'
import { parseBody } from '#wire/PeticionRules.ts'
import { answerEncoded, answering, withAdditions } from './Answers.ts'
import { readBody } from './BodyGuard.ts'
import { Bodies } from './connection/Bodies.ts'
import { distinctHeaders } from './connection/RequestHeaders.ts'
import { taking } from './connection/Turn.ts'
import * as HeaderRules from './HeaderRules.ts'
import { costOfList, parseListQuery } from './ListQuery.ts'

export const layer = HttpApiBuilder.group(
  Api,
  'verificaciones',
  Effect.fnUntraced(function* (handlers) {
    const { request: requestVerification } = yield* RequestVerification
    const verifications = yield* ReadVerifications
    const { receiving } = yield* Bodies

    const create = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const principal = yield* CurrentPrincipal
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
    })

    const read = Effect.fnUntraced(function* (id: string) {
      const principal = yield* CurrentPrincipal
      return answerEncoded(yield* taking(1)(verifications.read(principal, id)))
    })

    const list = Effect.fnUntraced(function* (url: string) {
      const principal = yield* CurrentPrincipal
      const query = yield* Effect.fromResult(parseListQuery(url))
      return answerEncoded(yield* taking(costOfList(query))(verifications.list(principal, query)))
    })

    return handlers
      .handleRaw('crear', ({ request }) => withAdditions(answering(create(request))))
      .handleRaw('consultar', ({ params }) => answering(read(params.verificacion_id)))
      .handleRaw('listar', ({ request }) => answering(list(request.url)))
  }),
)
