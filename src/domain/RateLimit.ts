/**
 * Requests per minute as a leaky bucket (generic cell rate algorithm): a full minute's allowance at
 * once, refilled evenly. One number per key, so that it can be judged in one atomic update.
 */

const minuteMillis = 60_000

export type Verdict =
  | {
      readonly allowed: true /** Store this as the key's next state, in epoch milliseconds. */
      readonly emptyAt: number
    }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/**
 * Judges one request.
 *
 * @param emptyAt when the bucket would be empty again, epoch milliseconds; 0 for a key never used
 * @param now epoch milliseconds of real time
 * @param perMinute requests per minute of the plan, at least 1
 */
export const judge = (emptyAt: number, now: number, perMinute: number): Verdict => {
  const interval = minuteMillis / perMinute
  const next = Math.max(emptyAt, now) + interval
  const excess = next - now - minuteMillis
  // Additions of fractional intervals may exceed the minute by a rounding error.
  return excess <= 1e-3
    ? { allowed: true, emptyAt: next }
    : { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(excess / 1_000)) }
}
