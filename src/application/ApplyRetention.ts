import { DateTime, Duration, Effect } from 'effect'
import { Retention } from '#ports/Retention.ts'
import { Time } from '#ports/Time.ts'
import type { DueWork } from './DueWork.ts'

/** Verifications retired in one transaction, which then takes milliseconds. */
const batch = 500

/** One bounded step of the removal. */
const retentionStep = Effect.gen(function* () {
  const { retire, destroyKeys } = yield* Retention
  const time = yield* Time

  return Effect.fnUntraced(function* (days: number) {
    const now = yield* time.now
    const retired = yield* retire(DateTime.subtract(now, { days }), batch)
    const isLast = retired < batch
    const destroyed = isLast ? yield* destroyKeys(now) : 0
    return { retired, destroyed, isLast }
  })
})

/**
 * Removes the content of verifications that ended more than some days ago, and keys that nothing uses any longer
 * (contract 3.12). Returns the number of verifications.
 */
export const applyRetention = Effect.map(retentionStep, (step) =>
  Effect.fnUntraced(function* (days: number) {
    let sum = 0
    while (true) {
      const { retired, isLast } = yield* step(days)
      sum += retired
      if (isLast) return sum
    }
  }),
)

/** Delay between the steps of a run, so that other work can use the database. */
const stepEvery = Duration.seconds(1)
const runEvery = Duration.hours(1)
/** Delay before it tries again while it may not run. */
const retryEvery = Duration.minutes(1)
/** If a step has not ended after this time, another process takes it. */
const turn = Duration.minutes(5)
/**
 * A run overdue by more than `longAgo` means that the service was down, or that the machine's clock jumped. Removal is
 * irreversible, so it then waits for `respite` and an operator can step in.
 */
const longAgo = Duration.days(2)
const respite = Duration.hours(12)

/**
 * Applies the retention policy automatically. Only one replica runs a step at a time.
 *
 * @param days retention period, from the end of a verification
 */
export const retentionWork = (days: number) =>
  Effect.gen(function* () {
    const { takeTurn, nextAt, nextDueAt, differingSettings } = yield* Retention
    const step = yield* retentionStep
    const time = yield* Time

    const startDue = Effect.gen(function* () {
      const now = yield* time.now
      const dueAt = yield* nextDueAt
      if (!(yield* takeTurn(now, DateTime.addDuration(now, turn)))) return 0
      if (DateTime.isGreaterThan(now, DateTime.addDuration(dueAt, longAgo))) {
        yield* nextAt(DateTime.addDuration(now, respite))
        yield* Effect.logError('retention paused for 12 hours: last run long ago or clock step')
        return 0
      }
      const differing = yield* differingSettings
      if (differing.length > 0) {
        yield* nextAt(DateTime.addDuration(now, retryEvery))
        yield* Effect.logError('retention paused: settings differ between replicas', {
          variables: differing.join(', '),
        })
        return 0
      }
      const { retired, destroyed, isLast } = yield* step(days)
      yield* nextAt(DateTime.addDuration(yield* time.now, isLast ? runEvery : stepEvery))
      if (retired + destroyed > 0) yield* Effect.logInfo('retention', { retired, keys_destroyed: destroyed })
      return 1
    })

    return {
      name: 'retention',
      startDue,
      settled: Effect.void,
      nextDueAt: Effect.asSome(nextDueAt),
      awaitWork: Effect.never,
    } satisfies DueWork
  })
