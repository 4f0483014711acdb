import { Duration, Effect, Exit, Option, Scope } from 'effect'
import type { Connector } from '#adapters/egress/Connector.ts'
import { type Line, type Lost, lineOver, type Reading } from '#adapters/egress/Exchange.ts'
import { type PublicPlace, publicPlace } from '#adapters/egress/PublicPlace.ts'
import { type AttemptFailure, type AttemptOutcome, delivers } from '#domain/delivery/Delivery.ts'
import type { DeniedReceivers } from '#domain/delivery/WebhookUrl.ts'
import { webhookAnswerBytes, webhookConnectionTime, webhooksAtOnce, webhookTime } from '#domain/Limits.ts'
import { monotonicMillis } from '#ports/Time.ts'

export interface Outgoing {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Only the status of the response matters. */
const reading: Reading = {
  body: () => 'dropped',
  bodyBytes: webhookAnswerBytes,
  connectionBytes: 2 * webhookAnswerBytes,
}

const failureBy = ({ reason }: Lost): AttemptFailure =>
  reason === 'respuesta_excesiva' ? reason : 'respuesta_invalida'

/** The receiver closed the connection before it answered. */
const isClosed = ({ reason, hasBegun }: Lost): boolean => reason === 'sin_respuesta' && !hasBegun

const connectionMillis = Duration.toMillis(webhookConnectionTime)

type Restore = <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

interface Checked {
  readonly line: Line
  /** A value of `monotonicMillis`. */
  readonly checkedAt: number
  readonly scope: Scope.Closeable
}

/** The webhooks in progress change their receivers, so it is more than their number. Each ends when idle for seconds. */
const mostKept = 4 * webhooksAtOnce.perProcess

/** Connections between two webhooks, by origin. */
const keptLines = () => {
  const kept = new Map<string, ReadonlyArray<Checked>>()
  let count = 0
  const remove = (origin: string, one: Checked): void => {
    const before = kept.get(origin) ?? []
    const after = before.filter((other) => other !== one)
    count -= before.length - after.length
    if (after.length > 0) kept.set(origin, after)
    else kept.delete(origin)
  }
  return {
    remove,
    add: (origin: string, one: Checked): boolean => {
      if (!one.line.isFree() || count >= mostKept) return false
      kept.set(origin, [...(kept.get(origin) ?? []), one])
      count += 1
      return true
    },
    take: (origin: string): Checked | null => {
      const one = kept.get(origin)?.at(-1) ?? null
      if (one !== null) remove(origin, one)
      return one
    },
  }
}

/**
 * Makes POSTs and returns their outcomes. A redirect counts like any other response. The URL is checked each time,
 * because one accepted earlier may be forbidden now. One deadline covers everything from resolving the name to the end
 * of the response body. After the deadline, an interruption or a response other than 2xx, the connection is closed.
 *
 * After a 2xx, a connection serves the next POST to the same origin, for at most `webhookConnectionTime` after its
 * address was checked. If the receiver closes such a connection before it answers, the POST
 * is repeated over a new one.
 */
export const egress = Effect.fnUntraced(function* (connector: Connector, denied: DeniedReceivers) {
  const whole = yield* Effect.scope
  const kept = keptLines()
  const close = ({ scope }: Checked) => Scope.close(scope, Exit.void)

  const connected = Effect.fnUntraced(function* (place: PublicPlace, restore: Restore) {
    const scope = yield* Scope.fork(whole)
    const checkedAt = yield* monotonicMillis
    const socket = yield* restore(Scope.provide(connector(place), scope)).pipe(
      Effect.onError(() => Scope.close(scope, Exit.void)),
    )
    const one = { line: lineOver(socket, place.origin, true), checkedAt, scope }
    yield* Scope.addFinalizer(scope, Effect.sync(one.line.close))
    socket.once('close', () => {
      kept.remove(place.origin, one)
      Effect.runFork(close(one))
    })
    return one
  })

  const answered = ({ origin, path }: PublicPlace, { headers, body }: Outgoing, one: Checked, restore: Restore) =>
    restore(one.line.ask({ method: 'POST', path, headers, body }, reading)).pipe(
      Effect.map(({ status }): AttemptOutcome => ({ _tag: 'Answered', status })),
      Effect.onExit((exit) =>
        Exit.isSuccess(exit) && delivers(exit.value) && kept.add(origin, one) ? Effect.void : close(one),
      ),
    )

  const overKept = Effect.fnUntraced(function* (place: PublicPlace, outgoing: Outgoing, restore: Restore) {
    const one = kept.take(place.origin)
    if (one === null) return Option.none<AttemptOutcome>()
    const isUsable = one.line.isFree() && (yield* monotonicMillis) - one.checkedAt < connectionMillis
    if (!isUsable) return yield* Effect.as(close(one), Option.none<AttemptOutcome>())
    return yield* answered(place, outgoing, one, restore).pipe(
      Effect.asSome,
      Effect.catchIf(isClosed, () => Effect.succeedNone),
      Effect.mapError(failureBy),
    )
  })

  const outcomeOf = Effect.fnUntraced(function* (outgoing: Outgoing, restore: Restore) {
    const place = Option.getOrNull(publicPlace(outgoing.url, denied))
    if (place === null) return yield* Effect.fail<AttemptFailure>('direccion_no_publica')
    const earlier = yield* overKept(place, outgoing, restore)
    if (Option.isSome(earlier)) return earlier.value
    return yield* Effect.mapError(answered(place, outgoing, yield* connected(place, restore), restore), failureBy)
  })

  return (outgoing: Outgoing): Effect.Effect<AttemptOutcome> =>
    Effect.uninterruptibleMask((restore) => outcomeOf(outgoing, restore)).pipe(
      Effect.timeoutOrElse({ duration: webhookTime, orElse: () => Effect.fail('tiempo_agotado' as const) }),
      Effect.catch((reason) => Effect.succeed<AttemptOutcome>({ _tag: 'Failed', reason })),
    )
})
