import { Context, type DateTime, Duration, Effect, Layer, Option, Result } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import { forgetOldest, isExpired, isWellFormed } from '#domain/account/ApiKey.ts'
import { judge } from '#domain/account/Ceiling.ts'
import { ceiling } from '#domain/Limits.ts'
import { Accounts, type Presenter } from '#ports/Accounts.ts'
import { Secrets } from '#ports/Secrets.ts'
import { monotonicMillis, Time } from '#ports/Time.ts'
import { catalog } from '#wire/Errores.ts'
import type { Rule } from '#wire/OrderOfJudgement.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'
import { AccessCounts } from './AccessCounts.ts'
import type { Failure } from './CurrentRequest.ts'
import { ServiceContext } from './ServiceContext.ts'
import { throttledLog } from './ThrottledLog.ts'

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'

/**
 * A header's value without the spaces and tabs around it (RFC 9110, 5.5). It reads from both ends once: a regular
 * expression would search for the end again from each space inside.
 */
export const trimOws = (value: string): string => {
  let start = 0
  let end = value.length
  while (start < end && isBlank(value[start])) start += 1
  while (end > start && isBlank(value[end - 1])) end -= 1
  return value.slice(start, end)
}

/** The digest of the presented key, or the rule that the credentials break. */
export type Credentials = Result.Result<string, Rule>

const without = {
  repeated: Result.fail('llave_repetida'),
  absent: Result.fail('sin_llave'),
  malformed: Result.fail('llave_mal_formada'),
} satisfies Record<string, Credentials>

/** What a request without `Authorization` presents. */
export const noCredentials: Credentials = without.absent

const scheme = 'bearer '

/**
 * The key in Bearer credentials, or null. Only the spaces before it are skipped: other white space is part of the key
 * and makes it unknown.
 */
const keyOf = (authorization: string): string | null => {
  const text = trimOws(authorization)
  if (text.slice(0, scheme.length).toLowerCase() !== scheme) return null
  let start = scheme.length
  while (text[start] === ' ') start += 1
  return text.slice(start)
}

/**
 * Reads the `Authorization` headers of a request as far as that needs no look-up (steps 1 and 2). A key has one digest,
 * however it is written.
 */
export const readCredentials = Effect.gen(function* () {
  const { digestApiKey } = yield* Secrets
  const { environment } = yield* ServiceContext
  return (authorization: ReadonlyArray<string>): Credentials => {
    const [first = '', ...others] = authorization
    // Two headers do not name a single key, even if they are equal.
    if (others.length > 0) return without.repeated
    const key = keyOf(first)
    if (key === null) return without.absent
    return isWellFormed(key, environment) ? Result.succeed(digestApiKey(key)) : without.malformed
  }
})

/** Why a key that exists is refused; null if it is valid. The answer is the one of an unknown key (contract 5.2). */
const whyRefused = ({ isRevoked, isActive, expiresAt }: Presenter, now: DateTime.Utc): string | null => {
  if (isRevoked) return 'revoked'
  if (isExpired(expiresAt, now)) return 'expired'
  return isActive ? null : 'account not active'
}

/** How often the refusal of one key is logged, and how many keys are remembered for it. */
const refusedKeyLogged = Duration.minutes(1)
const mostRefusedKeys = 1_000

/** Logs that a key which exists was refused, by its account and name: a partner may still use it. */
const refusedKeyLog = () => {
  const logs = new Map<string, ReturnType<typeof throttledLog>>()
  return ({ account, keyId }: Principal, reason: string): Effect.Effect<void> => {
    const name = `${account.id}/${keyId}`
    const throttled = logs.get(name) ?? throttledLog(refusedKeyLogged)
    logs.set(name, throttled)
    forgetOldest(mostRefusedKeys, logs)
    return throttled((count) => Effect.logWarning('key refused', { account: account.id, key: keyId, reason, count }))
  }
}

/**
 * For each key, the `monotonicMillis` time at which its ceiling is empty again, on this replica. The simulator provides
 * its own map so that it can reset it.
 */
export const Ceilings = Context.Reference<Map<string, number>>('cotejo/application/Ceilings', {
  defaultValue: () => new Map(),
})

/**
 * The account that a request's key belongs to. For routes that also answer while the database is unavailable: it then
 * holds a rejection with `base_no_alcanzable`.
 */
export class PresentedKey extends Context.Service<PresentedKey, Result.Result<Principal, Rejection>>()(
  'cotejo/application/PresentedKey',
) {}

/** Steps 1, 2 and 2b of the order of judgement. */
export class Authenticate extends Context.Service<
  Authenticate,
  {
    /** The active account that the presented key belongs to. */
    readonly authenticate: (credentials: Credentials) => Effect.Effect<Principal, Failure>
    /** The protective ceiling for creations with one key on this replica, replays included. */
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
      const logRefused = refusedKeyLog()

      const identified = Effect.fnUntraced(function* (credentials: Credentials) {
        if (Result.isFailure(credentials)) return yield* reject(credentials.failure, { field: 'Authorization' })
        const { success: digest } = credentials
        const presenter = yield* accounts.authenticate(digest)
        const now = yield* time.now
        if (Option.isSome(presenter)) {
          const reason = whyRefused(presenter.value, now)
          if (reason === null) {
            counts.recordUse(presenter.value, now)
            return presenter.value
          }
          yield* logRefused(presenter.value, reason)
        }
        return yield* reject('llave_desconocida', { field: 'Authorization' })
      })

      const authenticate = (credentials: Credentials) =>
        Effect.tapErrorTag(identified(credentials), 'Rejection', ({ codigo, rule }) =>
          Effect.sync(() => {
            if (rule !== undefined && catalog[codigo].status === 401) counts.recordRejection(rule)
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
