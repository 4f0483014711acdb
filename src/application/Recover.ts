import { Context, Effect, Layer } from 'effect'
import { Recovery } from '#ports/Recovery.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'
import { CompareTransfers, type Comparison } from './CompareTransfers.ts'

/** The result of a recovery. */
export interface Recovered extends Comparison {
  /**
   * Verifications that are worked on again; null if work stays paused because the processor did not answer everything.
   */
  readonly underWay: number | null
}

/** Reconciles a restored database with the processor, which may have transfers that the database does not. */
export class Recover extends Context.Service<
  Recover,
  {
    /**
     * Pauses the work, records the processor's transfers, and resumes the work if the processor answered every
     * question.
     */
    readonly recover: Effect.Effect<Recovered, StorageUnavailable>
  }
>()('cotejo/application/Recover') {
  static readonly layer = Layer.effect(
    Recover,
    Effect.gen(function* () {
      const recovery = yield* Recovery
      const transfers = yield* CompareTransfers
      const time = yield* Time

      const recover = Effect.gen(function* () {
        yield* recovery.begin
        const comparison = yield* transfers.compare
        // A claim that was in progress at the beginning may have been completed since.
        yield* recovery.begin
        yield* recovery.note(comparison.unknown)
        const isWhole = comparison.unanswered.length === 0
        return { ...comparison, underWay: isWhole ? yield* recovery.end(yield* time.now) : null }
      })

      return Recover.of({ recover })
    }),
  )
}
