import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Context, Deferred, Duration, Effect, Result } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { type Credentials, noCredentials, readCredentials } from '#application/Credentials.ts'
import { noteRefusal } from '#application/CurrentRequest.ts'
import { KnownKeys } from '#application/KnownKeys.ts'
import { bodies, bodyBytes, entrance as limits, longestWait } from '#domain/Limits.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'
import { addressing, isProxy, TrustedProxies } from './Client.ts'
import { FairQueue, type Place } from './FairQueue.ts'
import { distinctHeaders } from './RequestHeaders.ts'

interface Arrived {
  /** Milliseconds of `performance.now`; null where nothing waits. */
  readonly at: number | null
  readonly credentials: Credentials
}

/** When the request under way came, and the key that it presents. */
export const Arrival = Context.Reference<Arrived>('cotejo/http/connection/Arrival', {
  defaultValue: () => ({ at: null, credentials: noCredentials }),
})

/** How long a request waits, until it begins and for its turn, before it is refused. */
export const LongestWait = Context.Reference<Duration.Duration>('cotejo/http/connection/LongestWait', {
  defaultValue: () => longestWait,
})

const tooLate = reject('demasiada_espera', { retryAfterSeconds: limits.retryAfterSeconds })

/** Connections that were accepted by this process. */
let accepted = 0

/** Notes that a connection was accepted. More are likely to wait: a round of the event loop accepts one. */
export const noteAccepted = (): void => {
  accepted += 1
}

/** A request that waits to begin. */
interface Waiting {
  /** False when it is refused. */
  readonly begins: Deferred.Deferred<boolean>
  readonly since: number
  readonly isStranger: boolean
  readonly party: string
  readonly bytes: number
}

/**
 * Requests that wait to begin, in a fair queue. A few begin in each round of the event loop, so that whatever else is
 * ready in a round, for example a new connection, never waits for more than these. With fewer, fewer requests share a
 * round trip to the storage. With more, a client that asks for little waits longer behind one that floods. While
 * connections come, most rounds begin no request: a round accepts one connection, and hundreds that come at once would
 * wait for as many rounds with work. What waits to be accepted cannot be refused, and its time is not counted.
 *
 * Strangers wait in a queue of their own, and all of them together have as many turns as one partner: whoever comes from
 * thousands of addresses is not thousands of parties.
 */
export class Queue {
  private readonly partners = new FairQueue<Waiting>(limits.waiting, (one) => this.tell(one, false))
  private readonly strangers = new FairQueue<Waiting>(limits.waiting, (one) => this.tell(one, false))
  /** What the bodies of those who wait may take of memory, of each partner and of all strangers together. */
  private readonly bytes = new Map<string, number>()
  /** Turns that partners had since a stranger's. */
  private turnsOfPartners = 0
  private isServed = false
  private acceptedBefore = accepted
  private roundsLeftOut = 0
  private readonly longestWaitMillis: number

  constructor(longest: Duration.Duration) {
    this.longestWaitMillis = Duration.toMillis(longest)
  }

  /** Null when the party has its share of places. */
  join(party: string, now: number, isStranger = false, bytes = 0): Place<Waiting> | null {
    const owner = isStranger ? '' : party
    const held = this.bytes.get(owner) ?? 0
    if (held + bytes > limits.bytesOfParty) return null
    const item = { begins: Deferred.makeUnsafe<boolean>(), since: now, isStranger, party: owner, bytes }
    const place = isStranger
      ? this.strangers.join(party, item, limits.waitingPerStranger)
      : this.partners.join(party, item)
    if (place !== null && bytes > 0) this.bytes.set(owner, held + bytes)
    if (!this.isServed) {
      this.isServed = true
      setImmediate(this.serve)
    }
    return place
  }

  leave(place: Place<Waiting>): void {
    if (!place.isWaiting) return
    this.free(place.item)
    if (place.item.isStranger) this.strangers.leave(place)
    else this.partners.leave(place)
  }

  private free({ party, bytes }: Waiting): void {
    const left = (this.bytes.get(party) ?? 0) - bytes
    if (left > 0) this.bytes.set(party, left)
    else this.bytes.delete(party)
  }

  private tell(one: Waiting, doesBegin: boolean): void {
    this.free(one)
    Deferred.doneUnsafe(one.begins, Effect.succeed(doesBegin))
  }

  private take(): Place<Waiting> | null {
    const stranger = this.turnsOfPartners >= this.partners.parties ? this.strangers.take() : null
    this.turnsOfPartners = stranger === null ? this.turnsOfPartners + 1 : 0
    return stranger ?? this.partners.take() ?? this.strangers.take()
  }

  /** Begins a few requests, and refuses some that have waited too long. */
  private readonly serve = () => {
    const isAccepting = accepted !== this.acceptedBefore
    this.acceptedBefore = accepted
    if (isAccepting && this.roundsLeftOut < limits.roundsLeftOut) {
      this.roundsLeftOut += 1
      setImmediate(this.serve)
      return
    }
    this.roundsLeftOut = 0
    const now = performance.now()
    for (let late = 0, begun = 0; late < limits.lateAtOnce && begun < limits.begunAtOnce; ) {
      const place = this.take()
      if (place === null) {
        this.isServed = false
        return
      }
      const isLate = now - place.item.since > this.longestWaitMillis
      this.tell(place.item, !isLate)
      if (isLate) late += 1
      else begun += 1
    }
    setImmediate(this.serve)
  }
}

/** What a body may take until it is read: as much as it announces and is read of it. */
const bytesOf = ({ headers }: HttpServerRequest.HttpServerRequest): number =>
  'transfer-encoding' in headers ? bodies.bytesOfEach : Math.min(Number(headers['content-length'] ?? 0) || 0, bodyBytes)

type Response = HttpServerResponse.HttpServerResponse
type Handled<R> = Effect.Effect<Response, never, R>

/**
 * Begins a few requests at a time, before anything is done for them. Each partner's key is a party of its own.
 * Everything else from one address is one party, a stranger, which has fewer places; beyond them its connection ends, so
 * that no more of it has to be refused. A request that has waited too long is refused.
 */
export const entering = Effect.fnUntraced(function* (answerOf: (rejection: Rejection) => Response) {
  const known = yield* KnownKeys
  const credentialsIn = yield* readCredentials
  const addressOf = yield* addressing
  const proxies = yield* TrustedProxies
  const queue = new Queue(yield* LongestWait)
  const refused = Effect.map(noteRefusal(tooLate), () => answerOf(tooLate))
  const refusedForGood = Effect.map(refused, HttpServerResponse.setHeader('connection', 'close'))
  const socketOf = (request: HttpServerRequest.HttpServerRequest) =>
    NodeHttpServerRequest.toIncomingMessage(request).socket

  /** The key of a partner, by its digest. */
  const keyOf = (request: HttpServerRequest.HttpServerRequest, credentials: Credentials): string | null => {
    if (Result.isFailure(credentials)) return null
    const { success: digest } = credentials
    known.noteConnection(socketOf(request), digest)
    return known.has(digest) ? digest : null
  }

  return <R>(handled: Handled<R>): Handled<R | HttpServerRequest.HttpServerRequest> =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const credentials = credentialsIn(distinctHeaders(request)['authorization'] ?? [])
      const arrived = { at: performance.now(), credentials }
      const key = keyOf(request, credentials)
      const bytes = bytesOf(request)
      const place =
        key === null
          ? queue.join(addressOf(request), arrived.at, true, bytes)
          : queue.join(key, arrived.at, false, bytes)
      if (place === null) {
        // Over the connection of a proxy others come, too.
        return key === null && !isProxy(proxies, socketOf(request).remoteAddress) ? refusedForGood : refused
      }
      return Effect.flatMap(
        Effect.onInterrupt(Deferred.await(place.item.begins), () => Effect.sync(() => queue.leave(place))),
        (begins) => (begins ? Effect.provideService(handled, Arrival, arrived) : refused),
      )
    })
})
