import type { Clock } from './Clock.ts'
import { CotejoError } from './CotejoError.ts'
import type { Pace } from './Pace.ts'

/** Whether the service cannot reach its database. A busy service answers 503 too, with `Retry-After` (contract 7.1). */
const lacksDatabase = ({ status, retryAfterSeconds }: CotejoError): boolean =>
  status === 503 && retryAfterSeconds === null

/**
 * The longest wait before a retry, without its random part. A longer `Retry-After` is not waited for: a quota may last
 * until next month.
 */
const longestWaitMs = 120_000

/** From 0 to less than 1, so that clients that failed together do not retry together. */
const random = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

/**
 * The wait after a number of retries, in milliseconds; null to give up. It is never shorter than the service asked for.
 */
const waitAfter = (failure: unknown, retries: number, pace: Pace): number | null => {
  if (!(failure instanceof CotejoError && failure.retryable)) return null
  const asked = (failure.retryAfterSeconds ?? 0) * 1_000
  const isSlow = lacksDatabase(failure)
  const whole = pace.scaled(Math.min((isSlow ? 60_000 : 1_000) * 2 ** retries, longestWaitMs))
  const least = isSlow ? whole : whole / 2
  return asked > longestWaitMs ? null : Math.max(asked, least) + (random() * whole) / 2
}

/** Retries what may succeed later, up to `maxRetries` times: exponential backoff with jitter (contract 7.3). */
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
