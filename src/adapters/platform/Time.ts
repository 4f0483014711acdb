import { DateTime, Duration, Effect, Layer } from 'effect'
import { Time } from '#ports/Time.ts'

/** Effect's clock: the machine's, or its replacement. */
export const layer = Layer.succeed(Time, {
  now: DateTime.now,
  realTimeUntil: (instant) =>
    Effect.map(DateTime.now, (now) =>
      Duration.millis(Math.max(0, DateTime.toEpochMillis(instant) - DateTime.toEpochMillis(now))),
    ),
})
