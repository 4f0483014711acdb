import { Clock, Context, type DateTime, type Duration, Effect } from 'effect'

/**
 * The clock of the domain: latency, budget, due times, `creado_en`, quotas. In production it is the database's clock.
 * In the simulator it runs at its own speed and can jump. Waits for sockets, the database or a lease use Effect's Clock
 * instead.
 */
export class Time extends Context.Service<
  Time,
  {
    readonly now: Effect.Effect<DateTime.Utc>
    /** The real time until `instant`; zero if it has passed. */
    readonly realTimeUntil: (instant: DateTime.Utc) => Effect.Effect<Duration.Duration>
  }
>()('cotejo/ports/Time') {}

const millisOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

/**
 * Whole milliseconds of the monotonic clock. Use it for durations that only this process measures: the clocks of the
 * machine and of the database may be set forward or back, but this clock is never set.
 */
export const monotonicMillis: Effect.Effect<number> = Effect.clockWith((clock) => Effect.sync(() => millisOf(clock)))

/** A clock that returns monotonic time. */
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
 * Two wrappers for a library's cache whose entries expire by time, such as Effect's `Cache`. Wrap the caller in `ask`,
 * so that entries expire by the monotonic clock. Wrap the look-up in `look`, so that it sees the normal clock.
 */
export const remembering = Effect.map(Clock.Clock, (clock) => {
  const monotonic = unset(clock)
  return {
    look: Effect.provideService(Clock.Clock, clock),
    ask: Effect.provideService(Clock.Clock, monotonic),
  }
})
