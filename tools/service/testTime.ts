import { DateTime, Duration, Effect, Layer } from 'effect'
import { TestClock } from 'effect/testing'
import { Time } from '#ports/Time.ts'
import { start } from './verifications.ts'

/** A test's own time. It starts with the tests' verifications and advances only when told. */
export interface TestTime {
  readonly now: () => DateTime.Utc
  readonly pass: (seconds: number) => void
  readonly layer: Layer.Layer<Time>
}

/** Waits for an instant take as long as in real time. */
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

/** Stops real time until `TestClock.adjust`: only the test reaches deadlines, never a slow machine. */
export const standingClock = TestClock.layer({ warningDelay: '1 minute' })
