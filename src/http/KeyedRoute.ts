import { Effect, Result } from 'effect'
import { HttpRouter, HttpServerRequest, HttpServerResponse } from 'effect/http'
import { PresentedKey } from '#application/Authenticate.ts'
import { ofAccount, toRejection } from '#application/CurrentRequest.ts'
import { batchMessages, listLimit, turns } from '#domain/Limits.ts'
import { isLoopbackAuthority, isLoopbackOrigin } from '#domain/network/Loopback.ts'
import type { Rejection } from '#wire/Rejection.ts'
import { refusal, refused } from './Answers.ts'
import { Bodies } from './connection/Bodies.ts'
import { distinctHeaders } from './connection/Client.ts'
import { taking } from './connection/Turn.ts'
import { identifying } from './Handlers.ts'
import { contentIsJson, readBody } from './RequestRules.ts'

const listCost = listLimit.max / turns.listedPerUnit

const occurrences = (body: Buffer, text: string): number => {
  let count = 0
  for (let at = body.indexOf(text); at >= 0 && count < batchMessages; count += 1) at = body.indexOf(text, at + 1)
  return count
}

/** An escape of a lower-case letter or `_`. No client needs it, and it would hide the words that are counted. */
const hiding = /\\u00(?:5f|[67])/i

/**
 * Estimates the cost of a body of messages before it is parsed. Each message costs 1, up to the limit of a batch. A
 * message that asks for a list costs as much as the longest list.
 */
export const costOf = (body: Uint8Array): number => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (hiding.test(bytes.toString('latin1'))) return batchMessages * listCost
  return Math.max(1, occurrences(bytes, '"jsonrpc"')) + (listCost - 1) * occurrences(bytes, 'listar_verificaciones')
}

/**
 * Whether a request comes from a web page of another site. Somebody who runs this service on their own machine may
 * visit such a page, and its name may resolve to this machine (DNS rebinding). Every browser sends the page's `Origin`
 * with a POST. Only a page of this machine may call, and only this machine. A request without `Origin` is protected by
 * the key, which no browser adds by itself.
 */
export const isForeign = ({ headers: { host = '', origin } }: HttpServerRequest.HttpServerRequest): boolean =>
  origin !== undefined && !(isLoopbackAuthority(host) && isLoopbackOrigin(origin))

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
      if (request.method !== 'POST') return { presented, cost: 1, bytes: 0 }
      const body = yield* receiving(accountOf(presented), request)(readBody(request))
      yield* Effect.fromResult(contentIsJson(distinctHeaders(request)))
      return { presented, cost: costOf(body), bytes: body.length }
    })

    return (handled) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        if (isForeign(request)) return yield* refusal('pagina_ajena', { status: 403 })
        const admitted = yield* Effect.result(admit(request))
        if (Result.isFailure(admitted)) return yield* refused(admitted.failure)
        const { presented, cost, bytes } = admitted.success
        const answered = Effect.provideService(handled, PresentedKey, presented)
        // Without the database the request does no work, so it needs no turn.
        const inTurn = Result.isSuccess(presented)
          ? ofAccount(presented.success.account.id)(taking(cost, bytes)(answered))
          : answered
        return yield* inTurn.pipe(
          Effect.map(HttpServerResponse.setHeader('cache-control', 'no-store')),
          Effect.catchTag('Rejection', refused),
        )
      })
  }),
).layer
