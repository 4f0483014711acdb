import { Clock, Context, Duration, Effect } from 'effect'

/** The clock of a machine that is this far ahead. */
export const wrongClock = (ahead: Duration.Input): Context.Context<never> => {
  const right = Effect.runSync(Clock.Clock)
  const [millis, nanos] = [Duration.toMillis(ahead), Duration.toNanosUnsafe(ahead)]
  const currentTimeMillisUnsafe = () => right.currentTimeMillisUnsafe() + millis
  const currentTimeNanosUnsafe = () => right.currentTimeNanosUnsafe() + nanos
  return Context.make(Clock.Clock, {
    currentTimeMillisUnsafe,
    currentTimeNanosUnsafe,
    currentTimeMillis: Effect.sync(currentTimeMillisUnsafe),
    currentTimeNanos: Effect.sync(currentTimeNanosUnsafe),
    monotonicTimeNanosUnsafe: () => right.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: right.monotonicTimeNanos,
    sleep: (duration) => right.sleep(duration),
  })
}
