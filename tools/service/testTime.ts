import { DateTime, Duration, Effect, Layer } from 'effect'
import { TestClock } from 'effect/testing'
import { Time } from '#ports/Time.ts'
import { start } from './verifications.ts'

/** A time of the test's own: it begins with the tests' verifications, and goes on only when told. */
export interface TestTime {
  readonly now: () => DateTime.Utc
  readonly pass: (seconds: number) => void
  readonly layer: Layer.Layer<Time>
}

/** What waits for an instant of it waits as long as in real time. */
export const testTime = (): TestTime => {
  let passed = 0
  const now = () => DateTime.add(start, { seconds: passed })
  const realTimeUntil = (instant: DateTime.Utc) =>
    Duration.millis(Math.max(0, DateTime.toEpochMillis(instant) - DateTime.toEpochMillis(now())))
  return {
    now,
    pass: (seconds) => {
      passed += seconds
    },
    layer: Layer.succeed(Time, {
      now: Effect.sync(now),
      realTimeUntil: (instant) => Effect.sync(() => realTimeUntil(instant)),
    }),
  }
}

/** Real time that stands too, until `TestClock.adjust`: a deadline is reached when the test says so, never by a slow machine. */
export const standingClock = TestClock.layer({ warningDelay: '1 minute' })
