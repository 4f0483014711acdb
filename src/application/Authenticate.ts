import { Context, Effect, Layer, Option, Result } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import { isExpired } from '#domain/account/ApiKey.ts'
import { judge } from '#domain/account/Ceiling.ts'
import { ceiling } from '#domain/Limits.ts'
import { Accounts } from '#ports/Accounts.ts'
import { monotonicMillis } from '#ports/MonotonicTime.ts'
import { Time } from '#ports/Time.ts'
import { catalog } from '#wire/Errores.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'
import { AccessCounts } from './AccessCounts.ts'
import type { Credentials } from './Credentials.ts'
import { makeDoubtfulKeys } from './DoubtfulKeys.ts'
import type { Failure } from './Failures.ts'
import { KnownKeys } from './KnownKeys.ts'

/**
 * Per key of this replica, when its ceiling would be empty again, by `monotonicMillis`. The simulator
 * provides its own, to be able to empty it.
 */
export const Ceilings = Context.Reference<Map<string, number>>('cotejo/application/Ceilings', {
  defaultValue: () => new Map(),
})

/**
 * Whose key a request presents, for whoever answers although the database cannot be asked: then a refusal
 * with `base_no_alcanzable` stands in the place of the account.
 */
export class Presented extends Context.Service<Presented, Result.Result<Principal, Rejection>>()(
  'cotejo/application/Presented',
) {}

/** Steps 1, 2 and 2b of the order of judgement. */
export class Authenticate extends Context.Service<
  Authenticate,
  {
    /**
     * The active account that the presented key belongs to.
     *
     * @param addressOf what the request is counted for
     */
    readonly authenticate: (credentials: Credentials, addressOf: () => string) => Effect.Effect<Principal, Failure>
    /** The protective ceiling over what would create with a key on this replica, replays included. */
    readonly passCeiling: (principal: Principal) => Effect.Effect<void, Rejection>
  }
>()('cotejo/application/Authenticate') {
  static readonly layer = Layer.effect(
    Authenticate,
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const time = yield* Time
      const emptyAt = yield* Ceilings
      const counts = yield* AccessCounts
      const known = yield* KnownKeys
      const doubtful = yield* makeDoubtfulKeys

      const identified = Effect.fnUntraced(function* (credentials: Credentials, addressOf: () => string) {
        if (Result.isFailure(credentials)) return yield* reject(credentials.failure, { field: 'Authorization' })
        const { success: digest } = credentials
        yield* doubtful.turn(digest, addressOf)
        const presenter = yield* accounts.authenticate(digest)
        const now = yield* time.now
        // One that has expired is as unknown as one that was revoked.
        const principal = Option.filter(presenter, ({ expiresAt }) => !isExpired(expiresAt, now))
        known.note(digest, Option.isSome(principal))
        if (Option.isSome(principal)) {
          counts.used(principal.value, now)
          return principal.value
        }
        yield* doubtful.failed(addressOf())
        return yield* reject('llave_desconocida', { field: 'Authorization' })
      })

      const authenticate = (credentials: Credentials, addressOf: () => string) =>
        Effect.tapErrorTag(identified(credentials, addressOf), 'Rejection', ({ codigo, rule }) =>
          Effect.sync(() => {
            if (rule !== undefined && catalog[codigo].status === 401) counts.refused(rule)
          }),
        )

      const passCeiling = Effect.fnUntraced(function* ({ account, keyId }: Principal) {
        const now = yield* monotonicMillis
        const key = `${account.id}/${keyId}`
        const perMinute = Math.max(ceiling.least, account.plan.requestsPerMinute * ceiling.factor)
        const verdict = judge(emptyAt.get(key) ?? 0, now, perMinute)
        if (!verdict.allowed) {
          return yield* reject('tope_de_creacion', { retryAfterSeconds: verdict.retryAfterSeconds })
        }
        emptyAt.set(key, verdict.emptyAt)
      })

      return Authenticate.of({ authenticate, passCeiling })
    }),
  )
}
