import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Context, Deferred, Duration, Effect, Result } from 'effect'
import { HttpServerRequest, type HttpServerResponse } from 'effect/http'
import { type Credentials, noCredentials, readCredentials } from '#application/Credentials.ts'
import { noteRefusal } from '#application/CurrentRequest.ts'
import { KnownKeys } from '#application/KnownKeys.ts'
import { entrance as limits, longestWait } from '#domain/Limits.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'
import { addressing } from './Client.ts'
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
}

const tell = ({ begins }: Waiting, doesBegin: boolean) => Deferred.doneUnsafe(begins, Effect.succeed(doesBegin))

/**
 * Requests that wait to begin, in a fair queue. A few begin in each round of the event loop, so that whatever else is
 * ready in a round, for example a new connection, never waits for more than these. With fewer, fewer requests share a
 * round trip to the storage. With more, a client that asks for little waits longer behind one that floods. While
 * connections come, most rounds begin no request: a round accepts one connection, and hundreds that come at once would
 * wait for as many rounds with work. What waits to be accepted cannot be refused, and its time is not counted.
 */
export class Queue {
  private readonly waiting = new FairQueue<Waiting>(limits.waiting, (one) => tell(one, false))
  private isServed = false
  private acceptedBefore = accepted
  private roundsLeftOut = 0
  private readonly longestWaitMillis: number

  constructor(longest: Duration.Duration) {
    this.longestWaitMillis = Duration.toMillis(longest)
  }

  /** Null when the party has its share of places. */
  join(party: string, now: number, mostOfParty: number = limits.waiting): Place<Waiting> | null {
    const place = this.waiting.join(party, { begins: Deferred.makeUnsafe(), since: now }, mostOfParty)
    if (!this.isServed) {
      this.isServed = true
      setImmediate(this.serve)
    }
    return place
  }

  leave(place: Place<Waiting>): void {
    this.waiting.leave(place)
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
      const place = this.waiting.take()
      if (place === null) {
        this.isServed = false
        return
      }
      const isLate = now - place.item.since > this.longestWaitMillis
      tell(place.item, !isLate)
      if (isLate) late += 1
      else begun += 1
    }
    setImmediate(this.serve)
  }
}

type Response = HttpServerResponse.HttpServerResponse
type Handled<R> = Effect.Effect<Response, never, R>

/**
 * Begins a few requests at a time, before anything is done for them. Each partner's key is a party of its own.
 * Everything else from one address is one party, a stranger, which has fewer places. A request that has waited too long
 * is refused.
 */
export const entering = Effect.fnUntraced(function* (answerOf: (rejection: Rejection) => Response) {
  const known = yield* KnownKeys
  const credentialsIn = yield* readCredentials
  const addressOf = yield* addressing
  const queue = new Queue(yield* LongestWait)
  const refused = Effect.map(noteRefusal(tooLate), () => answerOf(tooLate))

  const join = (
    request: HttpServerRequest.HttpServerRequest,
    { at, credentials }: Arrived & { readonly at: number },
  ) => {
    if (Result.isFailure(credentials)) return queue.join(addressOf(request), at, limits.waitingPerStranger)
    const { success: digest } = credentials
    known.noteConnection(NodeHttpServerRequest.toIncomingMessage(request).socket, digest)
    return known.has(digest) ? queue.join(digest, at) : queue.join(addressOf(request), at, limits.waitingPerStranger)
  }

  return <R>(handled: Handled<R>): Handled<R | HttpServerRequest.HttpServerRequest> =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const credentials = credentialsIn(distinctHeaders(request)['authorization'] ?? [])
      const arrived = { at: performance.now(), credentials }
      const place = join(request, arrived)
      if (place === null) return refused
      return Effect.flatMap(
        Effect.onInterrupt(Deferred.await(place.item.begins), () => Effect.sync(() => queue.leave(place))),
        (begins) => (begins ? Effect.provideService(handled, Arrival, arrived) : refused),
      )
    })
})
