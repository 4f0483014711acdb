import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Effect, Result } from 'effect'
import { HttpServerRequest } from 'effect/http'
import { readCredentials } from '#application/Credentials.ts'
import { KnownKeys } from '#application/KnownKeys.ts'
import { startQueue as limits } from '#domain/Limits.ts'
import { refused } from '#http/Answers.ts'
import { addressing } from '#http/connection/Client.ts'
import { distinctHeaders } from '#http/connection/RequestHeaders.ts'
import { CurrentTurn, LongestWait, StartQueue, Turn, tooLate, whenStarted } from '#http/connection/StartQueue.ts'
import type { Answering } from './Middleware.ts'

/** What a request of a known key costs, until more is known of it. */
const usualCost = 1

/**
 * Starts a few requests at a time, before anything is done for them. Each partner's key is a party of its own, and has a
 * share of what may be in progress. All other requests from one address are one party, which has fewer places and costs
 * nothing until its key is known. A request that has waited too long is refused.
 */
export const startInTurn = Effect.gen(function* () {
  const known = yield* KnownKeys
  const credentialsIn = yield* readCredentials
  const addressOf = yield* addressing
  const queue = new StartQueue(yield* LongestWait)

  return <R>(handled: Answering<R>): Answering<R | HttpServerRequest.HttpServerRequest> =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const credentials = credentialsIn(distinctHeaders(request)['authorization'] ?? [])
      const key = Result.getOrElse(credentials, () => null)
      const { socket } = NodeHttpServerRequest.toIncomingMessage(request)
      if (key !== null) known.noteConnection(socket, key)
      const isKnown = key !== null && known.has(key)
      const [now, cost] = [performance.now(), isKnown ? usualCost : 0]
      const place = isKnown
        ? queue.join(key, cost, now)
        : queue.join(addressOf(request), cost, now, limits.waitingPerAddress)
      if (place === null) return refused(tooLate)
      return whenStarted(queue, place, (starts, restore) => {
        if (!starts) return refused(tooLate)
        const turn = new Turn(queue, credentials, key ?? place.line.party, cost, now)
        // Of one packet, a client may have begun a thousand requests before its connection was closed.
        const started = socket.destroyed ? Effect.interrupt : handled
        return Effect.ensuring(restore(Effect.provideService(started, CurrentTurn, turn)), turn.release)
      })
    })
})
