import { Clock, Context, DateTime, Effect, Layer, Option } from 'effect'
import { DueLoops } from '#application/DueLoops.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'
import { SimulatedTime } from './SimulatedTime.ts'

/** A jump stops after this much real time, wherever it has come. */
const patienceMillis = 30_000

/**
 * Steps simulated time through every instant at which work falls due, doing all of it before the
 * next, so that a jump leaves nothing due behind.
 */
export class TimeTravel extends Context.Service<
  TimeTravel,
  { readonly advance: (seconds: number) => Effect.Effect<void, StorageUnavailable> }
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
          const done = yield* Effect.forEach(works, ({ takeUp, settled }) => Effect.tap(takeUp, settled))
          if (done.every((count) => count === 0)) return
        }
      })

      const nextDueAt = Effect.gen(function* () {
        const instants = yield* Effect.forEach(works, (work) => work.nextDueAt)
        return instants
          .flatMap(Option.toArray)
          .reduce<DateTime.Utc | null>(
            (earliest, instant) => (earliest === null ? instant : DateTime.min(earliest, instant)),
            null,
          )
      })

      const travel = Effect.fnUntraced(function* (seconds: number, set: (to: DateTime.Utc) => Effect.Effect<void>) {
        const giveUpAt = (yield* Clock.currentTimeMillis) + patienceMillis
        const target = DateTime.add(yield* time.now, { milliseconds: Math.round(seconds * 1_000) })
        yield* drain
        while ((yield* Clock.currentTimeMillis) < giveUpAt) {
          const next = yield* nextDueAt
          if (next === null || DateTime.isGreaterThan(next, target)) return yield* set(target)
          yield* set(next)
          yield* drain
        }
      })

      return TimeTravel.of({
        advance: (seconds) => whileHeld(whileStopped((set) => travel(seconds, set))),
      })
    }),
  )
}
