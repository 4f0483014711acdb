import { Effect } from 'effect'
import { Recovery } from '#ports/Recovery.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'
import type { Comparison } from './CompareTransfers.ts'

/**
 * Reconciles a restored database with the processor, which may have transfers that the database does not. Pauses the
 * work, records the processor's transfers, and resumes the work if the processor answered every question.
 *
 * @returns the comparison, and how many verifications are worked on again; null if work stays paused
 */
export const recover = Effect.fnUntraced(function* <R>(compare: Effect.Effect<Comparison, StorageUnavailable, R>) {
  const recovery = yield* Recovery
  yield* recovery.begin
  const comparison = yield* compare
  // A claim that was in progress at the beginning may have been completed since.
  yield* recovery.begin
  yield* recovery.note(comparison.unknown)
  const isWhole = comparison.unanswered.length === 0
  return { ...comparison, underWay: isWhole ? yield* recovery.end(yield* (yield* Time).now) : null }
})
