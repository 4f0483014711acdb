import { Duration, Effect } from 'effect'
import { monotonicMillis } from '#ports/Time.ts'

/**
 * Rate-limits a log line: emits the first occurrence, then at most one per interval, with a count.
 *
 * @returns counts an occurrence; logs the count since the last line when the interval has passed
 */
export const throttledLog = (every: Duration.Duration) => {
  let count = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  return <E, R>(log: (count: number) => Effect.Effect<void, E, R>): Effect.Effect<void, E, R> =>
    Effect.flatMap(monotonicMillis, (now) => {
      count += 1
      if (now - loggedAt < Duration.toMillis(every)) return Effect.void
      const since = count
      loggedAt = now
      count = 0
      return log(since)
    })
}
