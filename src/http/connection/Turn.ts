import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import * as NodeHttpServerRequest from '@effect/platform-node/NodeHttpServerRequest'
import { Context, Duration, Effect, Result } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { type Credentials, readCredentials } from '#application/Authenticate.ts'
import { CurrentRequest } from '#application/CurrentRequest.ts'
import { bodies, bodyBytes, freeEvery, turns as limits, longestWait } from '#domain/Limits.ts'
import { type Answering, rejectionAnswer } from '#http/Answers.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'
import { distinctHeaders, isProxy, TrustedProxies } from './Client.ts'
import { ConnectionKeys } from './ConnectionKeys.ts'
import { Limiter } from './Limiter.ts'

/** How long a request may wait for its turn before it is refused. */
export const LongestWait = Context.Reference<Duration.Duration>('cotejo/http/connection/LongestWait', {
  defaultValue: () => longestWait,
})

/** How often answers that need no work may start. */
export const FreeEvery = Context.Reference<Duration.Duration>('cotejo/http/connection/FreeEvery', {
  defaultValue: () => freeEvery,
})

const tooLate = reject('demasiada_espera', { retryAfterSeconds: limits.retryAfterSeconds })

/** All requests without a partner's key. No key has an empty digest. */
const strangers = ''

/** The turn of the current request. */
export class Turn {
  readonly credentials: Credentials
  /** Whose turn it is: a digest of a partner's key, or another name. */
  party = strangers
  isPartners = false
  isTaken = false
  isRefused = false
  private readonly limiter: Limiter
  private readonly keys: ConnectionKeys['Service']
  private readonly socket: Socket
  private readonly header: string | undefined
  private ending: Effect.Effect<void> = Effect.void

  /**
   * @param header what presented the credentials
   */
  constructor(
    limiter: Limiter,
    keys: ConnectionKeys['Service'],
    socket: Socket,
    header: string | undefined,
    credentials: Credentials,
  ) {
    this.limiter = limiter
    this.keys = keys
    this.socket = socket
    this.header = header
    this.credentials = credentials
  }

  /** Records that the key is a partner's, or not. */
  identified(isPartner: boolean): void {
    const digest = Result.getOrElse(this.credentials, () => null)
    const key = isPartner && digest !== null ? { header: this.header, digest } : null
    this.isPartners = key !== null
    if (key !== null) this.party = key.digest
    this.keys.note(this.socket, key)
  }

  /** Waits for the turn. Only a partner's connection is read until then, and not for an answer that needs no work. */
  take(cost: number, bytes: number): Effect.Effect<void, Rejection> {
    return Effect.suspend(() => {
      this.isTaken = true
      if (!this.isPartners || cost === 0) this.socket.pause()
      return this.limiter.turn({ party: this.party, cost, bytes }, (ending) => {
        this.isRefused = ending === null
        if (ending === null) return Effect.fail(tooLate)
        this.ending = ending
        // A client may have begun many requests with one packet before its connection was closed.
        return isOver(this.socket) ? Effect.interrupt : Effect.void
      })
    })
  }

  readonly end = Effect.suspend(() => this.ending)
}

/** Null if requests take no turns. */
export const CurrentTurn = Context.Reference<Turn | null>('cotejo/http/connection/CurrentTurn', {
  defaultValue: () => null,
})

/**
 * Runs an effect once it is the turn of the request. Take it once, after the key is known and the body is read.
 *
 * @param bytes memory that the body takes
 */
export const taking =
  (cost: number, bytes = 0) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Rejection, R> =>
    Effect.flatMap(CurrentTurn, (turn) => (turn === null ? effect : Effect.andThen(turn.take(cost, bytes), effect)))

/** The same for requests without a key that are a party of their own. */
export const takingAs =
  (party: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Rejection, R> =>
    Effect.flatMap(CurrentTurn, (turn) => {
      if (turn !== null) turn.party = party
      return taking(1)(effect)
    })

/** The announced length of a body in bytes, at most the limit for one body. */
const announcedBytes = (headers: IncomingHttpHeaders): number =>
  'transfer-encoding' in headers ? bodies.bytesOfEach : Math.min(Number(headers['content-length'] ?? 0) || 0, bodyBytes)

/** Whether a connection was closed, or its last answer was sent. */
const isOver = (socket: Socket): boolean => socket.destroyed || socket.writableEnded

/** Replaces an answer that waited too long. */
const refusedInstead = Effect.map(CurrentRequest, (request) => {
  if (request !== null) request.refusal = tooLate
  return rejectionAnswer(tooLate)
})

/**
 * Lets each party take turns: each partner's key, and all other requests together. An answer that needed no turn, such
 * as a refusal, waits for one that costs nothing. So a flood is answered no faster than its party's turns come, and the
 * connections that wait are not read meanwhile.
 *
 * An answer closes the connection if nobody has read the body and it has not arrived, or is large. So does a refusal of
 * a stranger that waited too long, except over a proxy's connection, which also carries requests of other clients.
 */
export const inTurn = Effect.gen(function* () {
  const credentialsIn = yield* readCredentials
  const keys = yield* ConnectionKeys
  const proxies = yield* TrustedProxies
  const limiter = new Limiter({
    longestMillis: Duration.toMillis(yield* LongestWait),
    freeMillis: Duration.toMillis(yield* FreeEvery),
    accepted: () => keys.accepted,
  })

  const credentialsOf = (socket: Socket, authorization: ReadonlyArray<string>): Credentials => {
    // Partners repeat one header over a connection. To digest its key again would cost a fifth of a reading.
    const last = authorization.length === 1 ? keys.keyOf(socket) : null
    return last !== null && last.header === authorization[0]
      ? Result.succeed(last.digest)
      : credentialsIn(authorization)
  }

  return <R>(handled: Answering<R>): Answering<R | HttpServerRequest.HttpServerRequest> =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const message = NodeHttpServerRequest.toIncomingMessage(request)
      const { socket } = message
      const authorization = distinctHeaders(request)['authorization'] ?? []
      const turn = new Turn(limiter, keys, socket, authorization[0], credentialsOf(socket, authorization))
      const bytes = announcedBytes(message.headers)
      const isUnread = () => bytes > 0 && !message.readableEnded
      /** Waits for an answer's turn if it had none. */
      const paced = (response: HttpServerResponse.HttpServerResponse) => {
        if (turn.isTaken) return Effect.succeed(response)
        return turn.take(0, isUnread() ? bytes : 0).pipe(
          Effect.as(response),
          Effect.catch(() => refusedInstead),
        )
      }
      const isLast = () =>
        (isUnread() && (!message.complete || bytes > bodies.bytesOfEach)) ||
        (turn.isRefused && !turn.isPartners && !isProxy(proxies, socket.remoteAddress))
      const closing = (response: HttpServerResponse.HttpServerResponse) => {
        if (isLast()) return HttpServerResponse.setHeader(response, 'connection', 'close')
        if (socket.isPaused()) socket.resume()
        return response
      }
      if (isOver(socket)) return Effect.interrupt
      return handled.pipe(
        Effect.flatMap(paced),
        // Most bodies arrive together with their head, whose answer may be ready before.
        Effect.tap(() => (isUnread() && !message.complete ? Effect.yieldNow : Effect.void)),
        Effect.map(closing),
        Effect.provideService(CurrentTurn, turn),
        Effect.ensuring(turn.end),
      )
    })
})
