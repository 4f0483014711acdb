import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Effect, Result } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { readCredentials } from '#application/Credentials.ts'
import { KnownKeys } from '#application/KnownKeys.ts'
import { bodies, bodyBytes } from '#domain/Limits.ts'
import { refused } from '#http/Answers.ts'
import { addressing, isProxy, TrustedProxies } from '#http/connection/Client.ts'
import { distinctHeaders } from '#http/connection/RequestHeaders.ts'
import { CurrentTurn, LongestWait, StartQueue, Turn, tooLate, whenStarted } from '#http/connection/StartQueue.ts'
import type { Answering } from './Middleware.ts'

/** What a request of a known key costs, until more is known of it. */
const usualCost = 1

/** What a body may take of memory until it is read: what it announces, and no more than is read of it. */
const bytesOf = ({ headers }: HttpServerRequest.HttpServerRequest): number =>
  'transfer-encoding' in headers ? bodies.bytesOfEach : Math.min(Number(headers['content-length'] ?? 0) || 0, bodyBytes)

/**
 * Starts a few requests at a time, before anything is done for them. Each partner's key is a party of its own, and has a
 * share of what may be in progress. All other requests from one address are one party, which has fewer places and costs
 * nothing until its key is known; beyond these places its connection is closed, so that no more of it has to be refused. A
 * request that has waited too long is refused.
 */
export const startInTurn = Effect.gen(function* () {
  const known = yield* KnownKeys
  const credentialsIn = yield* readCredentials
  const addressOf = yield* addressing
  const proxies = yield* TrustedProxies
  const queue = new StartQueue(yield* LongestWait)
  const refusedForGood = Effect.map(refused(tooLate), HttpServerResponse.setHeader('connection', 'close'))

  return <R>(handled: Answering<R>): Answering<R | HttpServerRequest.HttpServerRequest> =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const credentials = credentialsIn(distinctHeaders(request)['authorization'] ?? [])
      const key = Result.getOrElse(credentials, () => null)
      const { socket } = NodeHttpServerRequest.toIncomingMessage(request)
      if (key !== null) known.noteConnection(socket, key)
      const isKnown = key !== null && known.has(key)
      const [now, cost] = [performance.now(), isKnown ? usualCost : 0]
      const place = isKnown
        ? queue.join(key, cost, now, bytesOf(request))
        : queue.joinAsStranger(addressOf(request), now, bytesOf(request))
      if (place === null) {
        // Requests of other clients come over the connection of a proxy, too.
        return isKnown || isProxy(proxies, socket.remoteAddress) ? refused(tooLate) : refusedForGood
      }
      return whenStarted(queue, place, (starts, restore) => {
        if (!starts) return refused(tooLate)
        const turn = new Turn(queue, credentials, key ?? place.line.party, cost, now)
        // Of one packet, a client may have begun a thousand requests before its connection was closed.
        const started = socket.destroyed ? Effect.interrupt : handled
        return Effect.ensuring(restore(Effect.provideService(started, CurrentTurn, turn)), turn.release)
      })
    })
})
