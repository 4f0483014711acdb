import { Context, Duration, Effect } from 'effect'
import { judge } from '#domain/account/Ceiling.ts'
import { forgetOldest } from '#domain/helpers/ForgetOldest.ts'
import { doubtfulKeys } from '#domain/Limits.ts'
import { monotonicMillis } from '#ports/MonotonicTime.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'
import { KnownKeys } from './KnownKeys.ts'

/** A test has its own. */
export const DoubtfulKeyLimits = Context.Reference<Record<keyof typeof doubtfulKeys, number>>(
  'cotejo/application/DoubtfulKeyLimits',
  { defaultValue: () => doubtfulKeys },
)

/**
 * Whose keys may cost a look-up at once. An address that presented many keys that were nobody's has its next
 * ones looked up a few times a second, all those together that came meanwhile. Nobody is refused for what
 * others behind the same address do: a key that was a partner's before never waits, and a new one as long as
 * the wrong ones. Only where too many wait, `base_no_alcanzable` is the answer.
 */
export const makeDoubtfulKeys = Effect.gen(function* () {
  const limits = yield* DoubtfulKeyLimits
  const known = yield* KnownKeys
  // Made when it is needed: an error keeps whatever was under way where it was made.
  const refusal = () => reject('demasiada_espera', { retryAfterSeconds: limits.retryAfterSeconds })
  /** Of each address when its allowance would be whole again, by `monotonicMillis`; the oldest first. */
  const wholeAt = new Map<string, number>()
  const waiting = new Map<string, number>()
  let waitingInAll = 0

  const isSpent = (address: string, now: number) => !judge(wholeAt.get(address) ?? 0, now, limits.perMinute).allowed

  const begin = (address: string): boolean => {
    const own = waiting.get(address) ?? 0
    if (own >= limits.waitingPerAddress || waitingInAll >= limits.waiting) return false
    waiting.set(address, own + 1)
    waitingInAll += 1
    return true
  }

  const end = (address: string) => {
    const left = (waiting.get(address) ?? 0) - 1
    if (left > 0) waiting.set(address, left)
    else waiting.delete(address)
    waitingInAll -= 1
  }

  /** Waits until the next look-up of this address. All who wait for it go on at the same instant. */
  const untilNext = (address: string, now: number) =>
    Effect.acquireUseRelease(
      Effect.suspend(() => (begin(address) ? Effect.void : Effect.fail(refusal()))),
      () => Effect.sleep(Duration.millis(limits.everyMillis - (now % limits.everyMillis))),
      () => Effect.sync(() => end(address)),
    )

  return {
    /** Waits until a key may be looked up. */
    turn: (digest: string, addressOf: () => string): Effect.Effect<void, Rejection> =>
      Effect.flatMap(monotonicMillis, (now) => {
        if (known.has(digest)) return Effect.void
        const address = addressOf()
        return isSpent(address, now) ? untilNext(address, now) : Effect.void
      }),
    /** Notes that a key is nobody's. */
    failed: (address: string): Effect.Effect<void> =>
      Effect.map(monotonicMillis, (now) => {
        const verdict = judge(wholeAt.get(address) ?? 0, now, limits.perMinute)
        if (!verdict.allowed) return
        wholeAt.delete(address)
        wholeAt.set(address, verdict.emptyAt)
        forgetOldest(limits.addresses, wholeAt)
      }),
  }
})
