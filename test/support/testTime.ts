import { DateTime, Duration, Effect, Layer } from 'effect'
import { Time } from '#ports/Time.ts'
import { start } from './verifications.ts'

/** A time of the test's own: it begins with the tests' verifications, and goes on at a pace, or only when told. */
export interface TestTime {
  readonly now: () => DateTime.Utc
  readonly pass: (seconds: number) => void
  readonly layer: Layer.Layer<Time>
}

/** @param speed seconds of it in a real second; 0 for a time that stands, whose waits take as long as in real time */
export const testTime = (speed = 0): TestTime => {
  const begun = performance.now()
  let passed = 0
  const now = () =>
    DateTime.add(start, { milliseconds: Math.floor(passed * 1_000 + (performance.now() - begun) * speed) })
  const realTimeUntil = (instant: DateTime.Utc) =>
    Duration.millis(
      Math.max(0, DateTime.toEpochMillis(instant) - DateTime.toEpochMillis(now())) / (speed === 0 ? 1 : speed),
    )
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
