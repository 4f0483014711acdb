import { DateTime, Duration, Effect, Layer } from 'effect'
import { Time } from '#ports/Time.ts'

/** The clock of Effect: the machine's, or whatever takes its place. */
export const layer = Layer.succeed(Time, {
  now: DateTime.now,
  realTimeUntil: (instant) =>
    Effect.map(DateTime.now, (now) =>
      Duration.millis(Math.max(0, DateTime.toEpochMillis(instant) - DateTime.toEpochMillis(now))),
    ),
})
