import type { Socket } from 'node:net'
import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Context, Deferred, Effect, Result } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { type Credentials, KnownKeys, noCredentials, readCredentials } from '#application/Authenticate.ts'
import { bodies, bodyBytes } from '#domain/Limits.ts'
import { type Answering, refused } from '#http/Answers.ts'
import type { Rejection } from '#wire/Rejection.ts'
import { addressing, distinctHeaders, isProxy, TrustedProxies } from './Client.ts'
import type { Place } from './FairQueue.ts'
import { LongestWait, StartQueue, tooLate, type Waiting } from './StartQueue.ts'

/** The room that a request holds, and the queue that it started from. */
export class Turn {
  readonly credentials: Credentials
  private readonly queue: StartQueue
  private readonly party: string
  private cost: number
  private since: number

  constructor(queue: StartQueue, credentials: Credentials, party: string, cost: number, since: number) {
    this.queue = queue
    this.credentials = credentials
    this.party = party
    this.cost = cost
    this.since = since
  }

  readonly release = Effect.sync(() => this.free())

  private free(): void {
    this.queue.end(this.party, this.cost)
    this.cost = 0
  }

  /** Gives up its room while a client sends something. This time does not count as waiting. */
  idling<A, E, R>(receiving: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.andThen(
      this.release,
      Effect.tap(receiving, () =>
        Effect.sync(() => {
          this.since = performance.now()
        }),
      ),
    )
  }

  /** Waits until there is room for this cost, unless it has that room already. */
  take(cost: number): Effect.Effect<void, Rejection> {
    return Effect.suspend(() => {
      if (this.cost === cost) return Effect.void
      this.free()
      if (this.queue.tryStart(this.party, cost)) {
        this.cost = cost
        return Effect.void
      }
      // It came before all waiting requests of its party.
      const rejoin = () => this.queue.rejoin(this.party, cost, this.since)
      return whenStarted(this.queue, rejoin, (starts) => {
        if (!starts) return Effect.fail(tooLate)
        this.cost = cost
        return Effect.void
      })
    })
  }
}

/**
 * Joins the queue, and waits for the place to start.
 *
 * @param next runs uninterruptibly, whether the request starts or is refused. The place is null if the queue had none.
 */
const whenStarted = <A, E, R>(
  queue: StartQueue,
  join: () => Place<Waiting> | null,
  next: (
    starts: boolean,
    place: Place<Waiting> | null,
    restore: <B, F, S>(effect: Effect.Effect<B, F, S>) => Effect.Effect<B, F, S>,
  ) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  // No interruption comes between joining and waiting.
  Effect.uninterruptibleMask((restore) => {
    const place = join()
    if (place === null) return next(false, null, restore)
    const leaving = Effect.sync(() => queue.leave(place))
    const waiting = Effect.onInterrupt(restore(Deferred.await(place.item.starts)), () => leaving)
    return Effect.flatMap(waiting, (starts) => next(starts, place, restore))
  })

/** The turn of the current request, with its credentials. Null if requests do not queue. */
export const CurrentTurn = Context.Reference<Turn | null>('cotejo/http/connection/CurrentTurn', {
  defaultValue: () => null,
})

/** Runs an effect once there is room for its cost. */
export const taking =
  (cost: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Rejection, R> =>
    Effect.flatMap(CurrentTurn, (turn) => (turn === null ? effect : Effect.andThen(turn.take(cost), effect)))

export const presentedCredentials: Effect.Effect<Credentials> = Effect.map(
  CurrentTurn,
  (turn) => turn?.credentials ?? noCredentials,
)

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
          : queue.joinUnauthenticated(addressOf(request), now, bytesOf(request))
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
