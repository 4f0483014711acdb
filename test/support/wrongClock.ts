import { Clock, Context, Duration, Effect } from 'effect'

/** A clock that is as far ahead of a right one as the test says, from one moment to the next; the monotonic clock goes on. */
export const settableClock = () => {
  const right = Effect.runSync(Clock.Clock)
  let aheadBy = Duration.zero
  const currentTimeMillisUnsafe = () => right.currentTimeMillisUnsafe() + Duration.toMillis(aheadBy)
  const currentTimeNanosUnsafe = () => right.currentTimeNanosUnsafe() + Duration.toNanosUnsafe(aheadBy)
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe,
    currentTimeNanosUnsafe,
    currentTimeMillis: Effect.sync(currentTimeMillisUnsafe),
    currentTimeNanos: Effect.sync(currentTimeNanosUnsafe),
    monotonicTimeNanosUnsafe: () => right.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: right.monotonicTimeNanos,
    sleep: (duration) => right.sleep(duration),
  }
  return {
    clock,
    set: (ahead: Duration.Input) => {
      aheadBy = Duration.fromInputUnsafe(ahead)
    },
  }
}

/** The clock of a machine that is this far ahead. */
export const wrongClock = (ahead: Duration.Input): Context.Context<never> => {
  const { clock, set } = settableClock()
  set(ahead)
  return Context.make(Clock.Clock, clock)
}
