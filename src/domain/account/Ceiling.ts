/**
 * The protective ceiling (step 2b) as a leaky bucket (generic cell rate algorithm): a full minute's
 * allowance at once, refilled evenly. One number per key is remembered, and who reached it waits for
 * seconds only.
 */

const minuteMillis = 60_000

/**
 * Sums of fractional intervals drift: by up to 1.3 ms over the 10,000 requests of a minute's burst,
 * far from zero. Less than half an interval, so that a burst never grows.
 */
const driftMillis = 2

export type Verdict =
  | {
      readonly allowed: true
      /** Store this as the key's next state, in the milliseconds of `now`. */
      readonly emptyAt: number
    }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/**
 * Judges one request.
 *
 * @param emptyAt when the bucket would be empty again, in the milliseconds of `now`; 0 for a key never used
 * @param now milliseconds of a clock that is never set
 * @param perMinute requests per minute of the plan, at least 1
 */
export const judge = (emptyAt: number, now: number, perMinute: number): Verdict => {
  const interval = minuteMillis / perMinute
  const next = Math.max(emptyAt, now) + interval
  const wait = next - now - minuteMillis - Math.min(driftMillis, interval / 2)
  return wait <= 0 ? { allowed: true, emptyAt: next } : { allowed: false, retryAfterSeconds: Math.ceil(wait / 1_000) }
}
