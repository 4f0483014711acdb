import { Context, DateTime, Effect, Layer } from 'effect'
import { Retention } from '#ports/Retention.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'

/** Verifications retired in one transaction, which then takes milliseconds. */
const batch = 500

/**
 * Removes the content of verifications at the end of their retention period, and keys that nothing uses any longer
 * (contract 3.12).
 */
export class ApplyRetention extends Context.Service<
  ApplyRetention,
  {
    /**
     * One bounded step.
     *
     * @param days retention period, from the end of a verification
     */
    readonly step: (days: number) => Effect.Effect<
      {
        readonly retired: number
        /** Daily keys destroyed, because no content of their day is left. */
        readonly destroyed: number
        readonly isLast: boolean
      },
      StorageUnavailable
    >
    /** Runs all steps. Returns the number of verifications retired. */
    readonly apply: (days: number) => Effect.Effect<number, StorageUnavailable>
  }
>()('cotejo/application/ApplyRetention') {
  static readonly layer = Layer.effect(
    ApplyRetention,
    Effect.gen(function* () {
      const { retire, destroyKeys } = yield* Retention
      const time = yield* Time

      const step = Effect.fnUntraced(function* (days: number) {
        const now = yield* time.now
        const retired = yield* retire(DateTime.subtract(now, { days }), batch)
        const isLast = retired < batch
        const destroyed = isLast ? yield* destroyKeys(now) : 0
        return { retired, destroyed, isLast }
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
