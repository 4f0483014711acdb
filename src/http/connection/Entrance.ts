import { hash } from 'node:crypto'
import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Context, Deferred, Duration, Effect } from 'effect'
import { HttpServerRequest, type HttpServerResponse } from 'effect/http'
import { noteRefusal } from '#application/CurrentRequest.ts'
import { forgetOldest } from '#domain/ForgetOldest.ts'
import { entrance as limits, longestWait } from '#domain/Limits.ts'
import { type Rejection, reject } from '#wire/Errores.ts'
import { clientOf, TrustedProxies } from './Client.ts'

/** When the request under way came, milliseconds of `performance.now`; null where nothing waits. */
export const ArrivedAt = Context.Reference<number | null>('cotejo/http/connection/ArrivedAt', {
  defaultValue: () => null,
})

/** How long a request waits, until it begins and for its turn, before it is refused. */
export const LongestWait = Context.Reference<Duration.Duration>('cotejo/http/connection/LongestWait', {
  defaultValue: () => longestWait,
})

const tooLate = reject('demasiada_espera', { retryAfterSeconds: limits.retryAfterSeconds })

/** Digests of credentials that were a partner's when they were last looked up, the oldest first. */
const partners = new Set<string>()
const digestOf = (credentials: string): string => hash('sha256', credentials, 'base64')

/** Notes that credentials are a partner's: what comes with them waits for nobody else's. */
export const knowPartner = (credentials: string): void => {
  const digest = digestOf(credentials)
  partners.delete(digest)
  partners.add(digest)
  forgetOldest(limits.partners, partners)
}

/** Connections that were accepted by this process. */
let accepted = 0

/** Notes that a connection was accepted. More are likely to wait: a round of the event loop accepts one. */
export const noteAccepted = (): void => {
  accepted += 1
}

/** Somebody who waits to begin. */
interface Waiting {
  readonly begins: Deferred.Deferred<boolean>
  readonly since: number
  isGone: boolean
  /** Who of the same party came after it. */
  next: Waiting | null
}

/** Those of a party who wait, however many, in a line. */
interface Line {
  first: Waiting
  last: Waiting
}

/**
 * Who waits to begin. Parties take turns; of each, who came first. A few begin in each round of the event loop,
 * so that whatever else is ready in a round, a new connection among it, never waits for more than these. With fewer,
 * fewer would share a round trip to the storage; with more, who asks for little waits longer beside who floods. While
 * connections come, most rounds begin none: a round accepts one connection, and hundreds that come at once would wait
 * for as many rounds with work.
 */
export class Queue {
  private readonly parties = new Map<string, Line>()
  private waiting = 0
  private isServed = false
  private acceptedBefore = accepted
  private roundsLeftOut = 0
  private readonly longestWaitMillis: number

  constructor(longest: Duration.Duration) {
    this.longestWaitMillis = Duration.toMillis(longest)
  }

  /** Null when too many wait already. */
  join(party: string, now: number): Waiting | null {
    if (this.waiting >= limits.waiting) return null
    const one: Waiting = { begins: Deferred.makeUnsafe(), since: now, isGone: false, next: null }
    const line = this.parties.get(party)
    if (line === undefined) this.parties.set(party, { first: one, last: one })
    else {
      line.last.next = one
      line.last = one
    }
    this.waiting += 1
    if (!this.isServed) {
      this.isServed = true
      setImmediate(this.serve)
    }
    return one
  }

  private next(): Waiting | null {
    for (const [party, { first, last }] of this.parties) {
      // Whose turn it was comes last.
      this.parties.delete(party)
      if (first.next !== null) this.parties.set(party, { first: first.next, last })
      // What lasts for hours keeps none of those that came after it.
      first.next = null
      this.waiting -= 1
      return first
    }
    return null
  }

  /** Lets one begin, and tells some that it is too late for them. */
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
      const one = this.next()
      if (one === null) {
        this.isServed = false
        return
      }
      if (one.isGone) continue
      const isLate = now - one.since > this.longestWaitMillis
      Deferred.doneUnsafe(one.begins, Effect.succeed(!isLate))
      if (isLate) late += 1
      else begun += 1
    }
    setImmediate(this.serve)
  }
}

type Response = HttpServerResponse.HttpServerResponse
type Handled<R> = Effect.Effect<Response, never, R>

/**
 * Has requests begin a few at a time, before anything is done for them. Each key that is known to be a
 * partner's is a party of its own, and what else comes from one address is one together. Who has waited too long
 * is refused.
 */
export const entering = Effect.fnUntraced(function* (answerOf: (rejection: Rejection) => Response) {
  const proxies = yield* TrustedProxies
  const queue = new Queue(yield* LongestWait)
  const refused = Effect.map(noteRefusal(tooLate), () => answerOf(tooLate))

  const partyOf = (request: HttpServerRequest.HttpServerRequest): string => {
    const { authorization, 'x-forwarded-for': forwarded } = request.headers
    const digest = authorization === undefined ? '' : digestOf(authorization)
    if (partners.has(digest)) return digest
    const { remoteAddress } = NodeHttpServerRequest.toIncomingMessage(request).socket
    return clientOf(proxies, remoteAddress, forwarded === undefined ? [] : [forwarded])
  }

  return <R>(handled: Handled<R>): Handled<R | HttpServerRequest.HttpServerRequest> =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const now = performance.now()
      const waiting = queue.join(partyOf(request), now)
      if (waiting === null) return refused
      const leave = Effect.sync(() => {
        waiting.isGone = true
      })
      return Effect.flatMap(
        Effect.onInterrupt(Deferred.await(waiting.begins), () => leave),
        (begins) => (begins ? Effect.provideService(handled, ArrivedAt, now) : refused),
      )
    })
})
