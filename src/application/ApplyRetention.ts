import { Context, DateTime, Effect, Layer } from 'effect'
import { Retention } from '#ports/Retention.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'

/** Verifications retired in one transaction: few enough to be done in milliseconds. */
const batch = 500

/** Removes the content of verifications that were kept long enough (contract 3.12). */
export class ApplyRetention extends Context.Service<
  ApplyRetention,
  {
    /**
     * A bounded step of it.
     *
     * @param days a verification is kept this long after its end
     */
    readonly step: (
      days: number,
    ) => Effect.Effect<{ readonly retired: number; readonly isLast: boolean }, StorageUnavailable>
    /** All steps, and how many were retired. */
    readonly apply: (days: number) => Effect.Effect<number, StorageUnavailable>
  }
>()('cotejo/application/ApplyRetention') {
  static readonly layer = Layer.effect(
    ApplyRetention,
    Effect.gen(function* () {
      const { retire } = yield* Retention
      const time = yield* Time

      const step = Effect.fnUntraced(function* (days: number) {
        const retired = yield* retire(DateTime.subtract(yield* time.now, { days }), batch)
        return { retired, isLast: retired < batch }
      })

      const apply = Effect.fnUntraced(function* (days: number) {
        let sum = 0
        while (true) {
          const { retired, isLast } = yield* step(days)
          sum += retired
          if (isLast) return sum
        }
      })

      return ApplyRetention.of({ step, apply })
    }),
  )
}
