import { Cache, DateTime, Duration, Effect, Layer, Option, Schema } from 'effect'
import * as Batches from '#adapters/postgres/connection/Batches.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { AccountRow, accountOf } from '#adapters/postgres/rows/AccountRow.ts'
import { OptionalInstant, rowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { forgetOldest } from '#domain/helpers/ForgetOldest.ts'
import { Accounts, type Presenter } from '#ports/Accounts.ts'
import { monotonicMillis, remembering } from '#ports/MonotonicTime.ts'

/** A revoked key, a suspended account and a changed plan are seen by every replica within this long. */
const remembered = { for: Duration.seconds(4), keys: 10_000 }

/** How long an unknown key is not looked up again, and how many unknown keys are remembered. */
const unknown = { for: Duration.seconds(3), keys: 10_000 }

/** Keys that are looked up in one statement, and such statements at once: guesses leave the connections to others. */
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
})
const BalanceRow = Schema.Struct({ settled: Schema.Int, held: Schema.Int })

const rowsIn = rowsOf(Row)
const balanceIn = rowOf(BalanceRow)

const presenterOf = (row: typeof Row.Type): Presenter => ({
  account: accountOf(row),
  keyId: row.key_id,
  expiresAt: row.expires_at,
})

export const layer = Layer.effect(
  Accounts,
  Effect.gen(function* () {
    const { api: sql, work, answering, working } = yield* Database
    const { look, ask } = yield* remembering

    const together = yield* Batches.make<string, Option.Option<Presenter>>({
      ...batch,
      accountOf: (digest) => digest,
      run: Effect.fnUntraced(function* (digests) {
        const rows = yield* answering(sql`
          SELECT k.digest, a.account_id, k.key_id, k.expires_at, a.mode, a.price_centavos::float8 AS price, a.requests_per_minute,
                 a.monthly_quota
            FROM api_keys k JOIN accounts a USING (account_id)
           WHERE k.digest = ANY(${digests}) AND k.revoked_at IS NULL AND a.status = 'activa'`)
        const found = new Map(rowsIn(rows).map((row) => [row.digest, presenterOf(row)]))
        return digests.map((digest) => Option.fromUndefinedOr(found.get(digest)))
      }),
    })

    // Others may be waiting for this look-up when the request that made it goes away.
    const lookUp = (digest: string) => look(Effect.uninterruptible(together(digest)))

    // Only keys that were found are remembered here: a stranger fills no cache of partners with guesses.
    const known = yield* Cache.makeWith(lookUp, {
      capacity: remembered.keys,
      timeToLive: (exit) => (exit._tag === 'Success' && Option.isSome(exit.value) ? remembered.for : Duration.zero),
    })

    /** Unknown keys and the instant (`monotonicMillis`) until which they are not looked up, oldest first. */
    const nobodys = new Map<string, number>()
    const note = (digest: string, now: number) => {
      nobodys.delete(digest)
      nobodys.set(digest, now + Duration.toMillis(unknown.for))
      forgetOldest(unknown.keys, nobodys)
    }

    const authenticate = Effect.fnUntraced(function* (digest: string) {
      const now = yield* monotonicMillis
      if ((nobodys.get(digest) ?? 0) > now) return Option.none()
      const principal = yield* ask(Cache.get(known, digest))
      if (Option.isSome(principal)) return principal
      note(digest, now)
      yield* Cache.invalidate(known, digest)
      return principal
    })

    return Accounts.of({
      authenticate,
      // Every replica writes in the order of names, so concurrent writes do not deadlock. A key that was deleted, as after a
      // restore, does not prevent the others from being written.
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
