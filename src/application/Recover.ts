import { Context, Effect, Layer } from 'effect'
import { Recovery } from '#ports/Recovery.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'
import { CompareTransfers, type Comparison } from './CompareTransfers.ts'

/** What a recovery found out. */
export interface Recovered extends Comparison {
  /** How many verifications are worked on again; null when work goes on standing still, for want of answers. */
  readonly underWay: number | null
}

/** Brings the books of a restored database to terms with the processor, which knows of transfers that they do not. */
export class Recover extends Context.Service<
  Recover,
  {
    /** Stops the work, notes what the processor has made, and lets the work go on if the processor told everything. */
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
        // A claim that was under way at the beginning may have been carried out since.
        yield* recovery.begin
        yield* recovery.note(comparison.unknown)
        const isWhole = comparison.unanswered.length === 0
        return { ...comparison, underWay: isWhole ? yield* recovery.end(yield* time.now) : null }
      })

      return Recover.of({ recover })
    }),
  )
}
