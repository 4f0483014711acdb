/**
 * The protective ceiling (step 2b) as a leaky bucket (generic cell rate algorithm): it admits a minute's allowance at
 * once and refills evenly. It stores one number per key, and a key at the ceiling waits only seconds.
 */

const minuteMillis = 60_000

/**
 * Sums of fractional intervals drift: by up to 1.3 ms over a minute's burst of 10,000 requests. The tolerance stays
 * below half an interval, so that a burst never grows.
 */
const driftMillis = 2

export type Verdict =
  | {
      readonly allowed: true
      /** Store this as the key's next state. It has the time scale of `now`. */
      readonly emptyAt: number
    }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/**
 * Judges one request.
 *
 * @param emptyAt when the bucket is empty again, on the time scale of `now`; 0 for a key that was never used
 * @param now milliseconds of a monotonic clock
 * @param perMinute requests per minute of the plan, at least 1
 */
export const judge = (emptyAt: number, now: number, perMinute: number): Verdict => {
  const interval = minuteMillis / perMinute
  const next = Math.max(emptyAt, now) + interval
  const wait = next - now - minuteMillis - Math.min(driftMillis, interval / 2)
  return wait <= 0 ? { allowed: true, emptyAt: next } : { allowed: false, retryAfterSeconds: Math.ceil(wait / 1_000) }
}
