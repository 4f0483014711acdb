import { Context, DateTime, Effect, Layer, Option } from 'effect'
import { DueLoops } from '#application/DueLoops.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { monotonicMillis, Time } from '#ports/Time.ts'
import { SimulatedTime } from './SimulatedTime.ts'

/** A jump stops after this much real time, wherever it has come. */
const timeoutMillis = 30_000

/**
 * Steps simulated time through every instant at which work falls due, doing all of it before the
 * next, so that a jump leaves nothing due behind.
 */
export class TimeTravel extends Context.Service<
  TimeTravel,
  {
    readonly advance: (seconds: number) => Effect.Effect<void, StorageUnavailable>
    /** Goes to the next instant at which work falls due; stays if no work is pending. */
    readonly advanceToNext: Effect.Effect<void, StorageUnavailable>
    readonly nextDueAt: Effect.Effect<Option.Option<DateTime.Utc>, StorageUnavailable>
  }
>()('cotejo/simulator/TimeTravel') {
  static readonly layer = Layer.effect(
    TimeTravel,
    Effect.gen(function* () {
      const { works, whileHeld } = yield* DueLoops
      const { whileStopped } = yield* SimulatedTime
      const time = yield* Time

      /** Runs due work until a whole round does nothing. */
      const drain = Effect.gen(function* () {
        while (true) {
          const done = yield* Effect.forEach(works, ({ startDue, settled }) => Effect.tap(startDue, settled))
          if (done.every((count) => count === 0)) return
        }
      })

      const nextDueAt = Effect.map(
        Effect.forEach(works, (work) => work.nextDueAt),
        (instants) => Option.fromUndefinedOr(instants.flatMap(Option.toArray).toSorted(DateTime.Order)[0]),
      )

      const travel = Effect.fnUntraced(function* (seconds: number, set: (to: DateTime.Utc) => Effect.Effect<void>) {
        const giveUpAt = (yield* monotonicMillis) + timeoutMillis
        const target = DateTime.add(yield* time.now, { milliseconds: Math.round(seconds * 1_000) })
        yield* drain
        while ((yield* monotonicMillis) < giveUpAt) {
          const next = Option.getOrNull(yield* nextDueAt)
          if (next === null || DateTime.isGreaterThan(next, target)) return yield* set(target)
          yield* set(next)
          yield* drain
        }
      })

      const step = Effect.fnUntraced(function* (set: (to: DateTime.Utc) => Effect.Effect<void>) {
        yield* drain
        const next = yield* nextDueAt
        if (Option.isSome(next)) yield* Effect.andThen(set(next.value), drain)
      })

      return TimeTravel.of({
        advance: (seconds) => whileHeld(whileStopped((set) => travel(seconds, set))),
        advanceToNext: whileHeld(whileStopped(step)),
        nextDueAt,
      })
    }),
  )
}
