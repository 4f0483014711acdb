import { Duration, Effect } from 'effect'
import { monotonicMillis } from '#ports/MonotonicTime.ts'

/**
 * Lets the log tell of what may happen again and again: the first time at once, and from then on at most every so long.
 *
 * @returns what is to be done each time that it happens: it counts, or tells how often it happened since it was told
 */
export const seldom = (every: Duration.Duration) => {
  let count = 0
  let toldAt = Number.NEGATIVE_INFINITY
  return <E, R>(tell: (count: number) => Effect.Effect<void, E, R>): Effect.Effect<void, E, R> =>
    Effect.flatMap(monotonicMillis, (now) => {
      count += 1
      if (now - toldAt < Duration.toMillis(every)) return Effect.void
      const since = count
      toldAt = now
      count = 0
      return tell(since)
    })
}
