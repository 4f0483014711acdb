import { Context, Duration, Effect } from 'effect'
import { judge } from '#domain/account/Ceiling.ts'
import { forgetOldest } from '#domain/helpers/ForgetOldest.ts'
import { unknownKeys } from '#domain/Limits.ts'
import { monotonicMillis } from '#ports/MonotonicTime.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'
import { KnownKeys } from './KnownKeys.ts'

/** Tests set their own limits. */
export const UnknownKeyLimits = Context.Reference<Record<keyof typeof unknownKeys, number>>(
  'cotejo/application/UnknownKeyLimits',
  { defaultValue: () => unknownKeys },
)

/**
 * Limits look-ups of unknown keys. After an address has presented many unknown keys, its look-ups run only a few times
 * a second, each time all that are waiting. Other clients behind the same address are not refused for it. A key that
 * belonged to a partner at its last look-up never waits. A new key waits no longer than the unknown ones. If too many
 * wait, the answer is `base_no_alcanzable`.
 */
export const makeUnknownKeyThrottle = Effect.gen(function* () {
  const limits = yield* UnknownKeyLimits
  const known = yield* KnownKeys
  // Created when needed: an error retains what was running where it was created.
  const refusal = () => reject('demasiada_espera', { retryAfterSeconds: limits.retryAfterSeconds })
  /** For each address, the `monotonicMillis` time at which its allowance is full again; the oldest first. */
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

  /** Waits for the address's next look-up. All that wait for it continue at the same time. */
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
    /** Records an unknown key. */
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
