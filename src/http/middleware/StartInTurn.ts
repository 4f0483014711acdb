import type { Socket } from 'node:net'
import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Effect, Result } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { type Credentials, readCredentials } from '#application/Authenticate.ts'
import { KnownKeys } from '#application/KnownKeys.ts'
import { bodies, bodyBytes } from '#domain/Limits.ts'
import { refused } from '#http/Answers.ts'
import { addressing, distinctHeaders, isProxy, TrustedProxies } from '#http/connection/Client.ts'
import { LongestWait, StartQueue, tooLate } from '#http/connection/StartQueue.ts'
import { CurrentTurn, Turn, whenStarted } from '#http/connection/Turn.ts'
import type { Answering } from './Middleware.ts'

/** The cost of a request with a known key, until its actual cost is known. */
const usualCost = 1

/** Memory that a body may take until it is read: its announced length, at most the limit for one body. */
const bytesOf = ({ headers }: HttpServerRequest.HttpServerRequest): number =>
  'transfer-encoding' in headers ? bodies.bytesOfEach : Math.min(Number(headers['content-length'] ?? 0) || 0, bodyBytes)

/**
 * Starts a few requests at a time, before any work is done for them. Each partner's key is a party of its own, and has
 * a share of what may be in progress. All other requests from one address are one party. It has fewer places, and its
 * requests cost nothing until their key is known. A request beyond these places closes its connection, so that no more
 * of them must be refused. A request that has waited too long is refused.
 */
export const startInTurn = Effect.gen(function* () {
  const known = yield* KnownKeys
  const credentialsIn = yield* readCredentials
  const addressOf = yield* addressing
  const proxies = yield* TrustedProxies
  const queue = new StartQueue(yield* LongestWait)
  /** Partners repeat one header over a connection. To digest its key again would cost a fifth of a reading. */
  const latest = new WeakMap<Socket, { readonly header: string | undefined; readonly credentials: Credentials }>()
  const refusedForGood = Effect.map(refused(tooLate), HttpServerResponse.setHeader('connection', 'close'))

  return <R>(handled: Answering<R>): Answering<R | HttpServerRequest.HttpServerRequest> =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const { socket } = NodeHttpServerRequest.toIncomingMessage(request)
      const authorization = distinctHeaders(request)['authorization'] ?? []
      const last = latest.get(socket)
      const isRepeated = last !== undefined && authorization.length === 1 && authorization[0] === last.header
      const credentials = isRepeated ? last.credentials : credentialsIn(authorization)
      const key = Result.getOrElse(credentials, () => null)
      if (key !== null) known.noteConnection(socket, key)
      const isKnown = key !== null && known.has(key)
      if (isKnown && !isRepeated) latest.set(socket, { header: authorization[0], credentials })
      const [now, cost] = [performance.now(), isKnown ? usualCost : 0]
      const join = () =>
        isKnown
          ? queue.join(key, cost, now, bytesOf(request))
          : queue.joinAsStranger(addressOf(request), now, bytesOf(request))
      return whenStarted(queue, join, (starts, place, restore) => {
        if (place === null) {
          // A proxy's connection also carries requests of other clients.
          return isKnown || isProxy(proxies, socket.remoteAddress) ? refused(tooLate) : refusedForGood
        }
        if (!starts) return refused(tooLate)
        const turn = new Turn(queue, credentials, key ?? place.line.party, cost, now)
        // A client may have begun a thousand requests with one packet before its connection was closed.
        const started = socket.destroyed ? Effect.interrupt : handled
        return Effect.ensuring(restore(Effect.provideService(started, CurrentTurn, turn)), turn.release)
      })
    })
})
