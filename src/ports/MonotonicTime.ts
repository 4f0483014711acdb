import { Clock, Effect } from 'effect'

const millisOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

/**
 * Whole milliseconds of the monotonic clock: for every duration that this process alone measures. The clocks of the
 * machine and of the database may be set forward or back at any time; this one is never set.
 */
export const monotonicMillis: Effect.Effect<number> = Effect.clockWith((clock) => Effect.sync(() => millisOf(clock)))

/** A clock whose time is the monotonic one. */
const unset = (clock: Clock.Clock): Clock.Clock => ({
  currentTimeMillisUnsafe: () => millisOf(clock),
  currentTimeMillis: Effect.sync(() => millisOf(clock)),
  currentTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
  currentTimeNanos: clock.monotonicTimeNanos,
  monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: clock.monotonicTimeNanos,
  sleep: (duration) => clock.sleep(duration),
})

/**
 * Two wrappers for what a library remembers until an instant: `look` for what it calls to learn something, which keeps
 * the clock as it is, and `ask` for whoever asks it. What is remembered expires by the monotonic clock.
 */
export const remembering = Effect.map(Clock.Clock, (clock) => {
  const monotonic = unset(clock)
  return {
    look: Effect.provideService(Clock.Clock, clock),
    ask: Effect.provideService(Clock.Clock, monotonic),
  }
})
