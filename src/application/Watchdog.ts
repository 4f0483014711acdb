import { DateTime, Duration, Effect, Option, Schema } from 'effect'
import { StorageHealth } from '#ports/StorageHealth.ts'
import { Time } from '#ports/Time.ts'
import { DueLoops } from './DueLoops.ts'
import type { DueWork } from './DueWork.ts'

/** How often the loops are checked. */
const beat = Duration.seconds(5)
/** Consecutive checks without progress that end the process: 60 s, independent of clock changes. */
const looksBeforeStalled = 12

/** A loop made no progress for a minute although work was due and the database answered. */
class Stalled extends Schema.TaggedError<Stalled>()('Stalled', { work: Schema.String }) {
  override get message() {
    return `the ${this.work} loop makes no progress`
  }
}

/**
 * Watches the loops until the scope of DueLoops closes, and fails if a loop makes no progress. Ending the process then
 * releases its work to other replicas. A database that does not answer does not count, because another process could
 * not do better.
 */
export const watch = Effect.gen(function* () {
  const { works, progressOf } = yield* DueLoops
  const storage = yield* StorageHealth
  const time = yield* Time
  const idle = new Map<DueWork, { readonly done: number; readonly looks: number }>()

  /** Whether work is due. A failed query counts as yes. */
  const isWanted = Effect.fnUntraced(function* (work: DueWork) {
    if (progressOf(work).working) return true
    const now = yield* time.now
    return yield* Effect.match(work.nextDueAt, {
      onFailure: () => true,
      onSuccess: Option.exists((dueAt) => DateTime.isLessThanOrEqualTo(dueAt, now)),
    })
  })

  const look = Effect.fnUntraced(function* (work: DueWork) {
    const { done } = progressOf(work)
    const before = idle.get(work)
    const stands = before?.done === done && (yield* isWanted(work))
    const looks = stands ? before.looks + 1 : 0
    idle.set(work, { done, looks })
    if (looks >= looksBeforeStalled) return yield* new Stalled({ work: work.name })
  })

  while (true) {
    yield* Effect.sleep(beat)
    const reachable = yield* Effect.isSuccess(storage.check)
    if (reachable) yield* Effect.forEach(works, look, { discard: true })
    else idle.clear()
  }
})
