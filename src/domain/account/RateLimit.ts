/**
 * Requests per minute as a sliding window of 60 s: any 60 s contain at most the plan's number of requests (contract
 * 8.2). The requests of one clock second share a mark, and count until the last of them is 60 s old. A window therefore
 * has about 60 marks on any plan. It never admits too many requests, and refuses one for less than a second too long.
 */

const windowMillis = 60_000

/** The requests of one clock second. */
interface Mark {
  /** The time of the last of them, in epoch milliseconds. */
  readonly at: number
  readonly count: number
}

/** The stored requests of a key, oldest first. */
export type Window = ReadonlyArray<Mark>

export type Verdict =
  /** Store this as the key's next window. */
  { readonly allowed: true; readonly window: Window } | { readonly allowed: false; readonly retryAfterSeconds: number }

/** What a key has left after an admitted request. */
export interface RateLeft {
  readonly requests: number
  /** Whole seconds until the oldest requests of the window leave it. Until then, no more than these fit. */
  readonly seconds: number
}

const secondOf = (millis: number): number => Math.floor(millis / 1_000)

const total = (marks: Window): number => marks.reduce((sum, { count }) => sum + count, 0)

/**
 * The marks that count at `now`. Marks in the future come from a clock that was set back since; they count as of now.
 */
const counting = (window: Window, now: number): Window => {
  const past = window.filter(({ at }) => at <= now && at > now - windowMillis)
  const ahead = total(window.filter(({ at }) => at > now))
  return ahead === 0 ? past : [...past, { at: now, count: ahead }]
}

const withOneMore = (marks: Window, now: number): Window => {
  const last = marks.at(-1)
  return last !== undefined && secondOf(last.at) === secondOf(now)
    ? [...marks.slice(0, -1), { at: now, count: last.count + 1 }]
    : [...marks, { at: now, count: 1 }]
}

/** Whole seconds until enough marks have left the window for one more request. */
const retryAfter = (marks: Window, now: number, excess: number): number => {
  let leaving = 0
  const last = marks.find(({ count }) => {
    leaving += count
    return leaving > excess
  })
  return Math.ceil(((last?.at ?? now) + windowMillis - now) / 1_000)
}

/**
 * Judges one request.
 *
 * @param now epoch milliseconds of real time
 * @param perMinute requests per minute of the plan, at least 1
 */
export const judge = (window: Window, now: number, perMinute: number): Verdict => {
  const marks = counting(window, now)
  const excess = total(marks) - perMinute
  return excess < 0
    ? { allowed: true, window: withOneMore(marks, now) }
    : { allowed: false, retryAfterSeconds: retryAfter(marks, now, excess) }
}

/** What the window of an admitted request leaves. */
export const rateLeft = (window: Window, now: number, perMinute: number): RateLeft => ({
  requests: perMinute - total(window),
  seconds: retryAfter(window, now, 0),
})
