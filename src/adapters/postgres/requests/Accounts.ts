import { Cache, Context, DateTime, Duration, Effect, Layer, Option, Schema } from 'effect'
import * as Batches from '#adapters/postgres/connection/Batches.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { AccountRow, accountOf } from '#adapters/postgres/rows/AccountRow.ts'
import { OptionalInstant, rowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { forgetOldest } from '#domain/account/ApiKey.ts'
import { Accounts, type Presenter } from '#ports/Accounts.ts'
import { monotonicMillis, remembering } from '#ports/Time.ts'

/**
 * How long keys are cached. Revocations, suspensions and changes of plan reach every replica within `known`; `unknown` is
 * for keys that do not exist. The simulator caches none.
 */
export const KeyMemory = Context.Reference('cotejo/adapters/postgres/KeyMemory', {
  defaultValue: () => ({ known: Duration.seconds(4), unknown: Duration.seconds(3) }),
})

/** How many known keys are cached, and as many unknown ones. */
const mostKeys = 10_000

/** Look-ups per statement, and parallel statements: few, so that guessed keys do not take all connections. */
const batch = {
  most: 256,
  lanes: 2,
  longestWait: Duration.seconds(1),
}

const Row = Schema.Struct({
  ...AccountRow.fields,
  digest: Schema.String,
  key_id: Schema.String,
  expires_at: OptionalInstant,
  revoked: Schema.Boolean,
  active: Schema.Boolean,
})
const BalanceRow = Schema.Struct({ settled: Schema.Int, held: Schema.Int })

const rowsIn = rowsOf(Row)
const balanceIn = rowOf(BalanceRow)

const presenterOf = (row: typeof Row.Type): Presenter => ({
  account: accountOf(row),
  keyId: row.key_id,
  expiresAt: row.expires_at,
  isRevoked: row.revoked,
  isActive: row.active,
})

export const layer = Layer.effect(
  Accounts,
  Effect.gen(function* () {
    const { api: sql, work, answering, working } = yield* Database
    const { look, ask } = yield* remembering
    const memory = yield* KeyMemory

    const together = yield* Batches.make<string, Option.Option<Presenter>>({
      ...batch,
      accountOf: (digest) => digest,
      run: Effect.fnUntraced(function* (digests) {
        const rows = yield* answering(sql`
          SELECT k.digest, a.account_id, k.key_id, k.expires_at, a.mode, a.price_centavos::float8 AS price, a.requests_per_minute,
                 a.monthly_quota, k.revoked_at IS NOT NULL AS revoked, a.status = 'activa' AS active
            FROM api_keys k JOIN accounts a USING (account_id)
           WHERE k.digest = ANY(${digests})`)
        const found = new Map(rowsIn(rows).map((row) => [row.digest, presenterOf(row)]))
        return digests.map((digest) => Option.fromUndefinedOr(found.get(digest)))
      }),
    })

    // Other requests may wait for this look-up after the first one is interrupted.
    const lookUp = (digest: string) => look(Effect.uninterruptible(together(digest)))

    // Caches only keys that exist, so that guesses cannot evict partners' keys.
    const known = yield* Cache.makeWith(lookUp, {
      capacity: mostKeys,
      timeToLive: (exit) => (exit._tag === 'Success' && Option.isSome(exit.value) ? memory.known : Duration.zero),
    })

    /** Unknown keys, each with the `monotonicMillis` until which it is not looked up again, oldest first. */
    const unknownUntil = new Map<string, number>()
    const note = (digest: string, now: number) => {
      unknownUntil.delete(digest)
      unknownUntil.set(digest, now + Duration.toMillis(memory.unknown))
      forgetOldest(mostKeys, unknownUntil)
    }

    const authenticate = Effect.fnUntraced(function* (digest: string) {
      const now = yield* monotonicMillis
      if ((unknownUntil.get(digest) ?? 0) > now) return Option.none()
      const principal = yield* ask(Cache.get(known, digest))
      if (Option.isSome(principal)) return principal
      note(digest, now)
      yield* Cache.invalidate(known, digest)
      return principal
    })

    return Accounts.of({
      authenticate,
      // Sorted, so that two replicas that write at once cannot deadlock. The join skips keys that no longer exist, for
      // example after a restore.
      noteUses: (uses) => {
        const rows = uses.map(({ firstAt, lastAt, ...use }) => ({
          ...use,
          firstAt: DateTime.formatIso(firstAt),
          lastAt: DateTime.formatIso(lastAt),
        }))
        return Effect.asVoid(
          working(work`
            INSERT INTO api_key_uses (account_id, key_id, first_at, last_at)
            SELECT "accountId", "keyId", "firstAt", "lastAt"
              FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
                     AS x ("accountId" text, "keyId" text, "firstAt" timestamptz, "lastAt" timestamptz)
                   JOIN api_keys k ON (k.account_id, k.key_id) = (x."accountId", x."keyId")
             ORDER BY 1, 2
            ON CONFLICT (account_id, key_id) DO UPDATE
               SET first_at = least(api_key_uses.first_at, excluded.first_at),
                   last_at = greatest(api_key_uses.last_at, excluded.last_at)`),
        )
      },
      balance: (accountId) =>
        answering(sql`
          SELECT settled_centavos::float8 AS settled, held_centavos::float8 AS held
            FROM accounts WHERE account_id = ${accountId}`).pipe(
          Effect.map(balanceIn),
          Effect.map(Option.getOrElse(() => ({ settled: 0, held: 0 }))),
          Effect.map(({ settled, held }) => ({ settledCentavos: settled, heldCentavos: held })),
        ),
    })
  }),
)
