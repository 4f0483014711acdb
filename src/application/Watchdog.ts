import { DateTime, Duration, Effect, Option, Schema } from 'effect'
import { StorageHealth } from '#ports/StorageHealth.ts'
import { Time } from '#ports/Time.ts'
import { DueLoops } from './DueLoops.ts'
import type { DueWork } from './DueWork.ts'

/** How often the loops are looked at. */
const beat = Duration.seconds(5)
/** So many looks in a row without progress end the process: 60 s, whatever the clock did meanwhile. */
const looksBeforeStalled = 12

/** A loop did nothing for a minute although there was work and the database answered. */
class Stalled extends Schema.TaggedError<Stalled>()('Stalled', { work: Schema.String }) {
  override get message() {
    return `the ${this.work} loop makes no progress`
  }
}

/**
 * Watches the loops for as long as the scope of DueLoops lasts, and fails when one of them makes no
 * progress: what holds it can then be ended with its process, and others take its work over. A
 * database that does not answer is no reason; nobody could do better.
 */
export const watch = Effect.gen(function* () {
  const { works, progressOf } = yield* DueLoops
  const storage = yield* StorageHealth
  const time = yield* Time
  const idle = new Map<DueWork, { readonly done: number; readonly looks: number }>()

  /** Whether there is something to do; a question that cannot be answered counts as yes. */
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
