import type { Clock } from './Clock.ts'
import { CotejoError } from './CotejoError.ts'
import type { Pace } from './Pace.ts'

/** A service that cannot reach its database is asked again after minutes (contract 7.1), what else failed after seconds. */
const firstWaitMs = (status: number | null): number => (status === 503 ? 60_000 : 1_000)

/** No call is kept waiting longer than this at a time, but for the random part: a quota may open next month. */
const longestWaitMs = 120_000

/** From 0 to less than 1, so that clients which failed together do not come back together. */
const random = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

/** How long to wait after this many retries; null when to give up. Never less than the service asked for. */
const waitAfter = (failure: unknown, retries: number, pace: Pace): number | null => {
  if (!(failure instanceof CotejoError && failure.retryable)) return null
  const asked = (failure.retryAfterSeconds ?? 0) * 1_000
  const whole = pace.scaled(Math.min(firstWaitMs(failure.status) * 2 ** retries, longestWaitMs))
  const least = failure.status === 503 ? whole : whole / 2
  return asked > longestWaitMs ? null : Math.max(asked, least) + (random() * whole) / 2
}

/** Repeats what may succeed later: exponential backoff with jitter, at most so many times (contract 7.3). */
export const retrying = async <A>(
  attempt: () => Promise<A>,
  { maxRetries, clock, pace }: { readonly maxRetries: number; readonly clock: Clock; readonly pace: Pace },
  signal: AbortSignal | undefined,
): Promise<A> => {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt()
    } catch (failure) {
      const wait = waitAfter(failure, retries, pace)
      if (wait === null || retries >= maxRetries) throw failure
      await clock.sleep(wait, signal)
    }
  }
}
