import { DateTime, Effect, Layer, Option, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { AccountRow, accountOf } from '#adapters/postgres/rows/AccountRow.ts'
import { Instant, named, OptionalInstant, OptionalText, rowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { largestBalance } from '#domain/account/Money.ts'
import {
  AccountAdministration,
  AccountExists,
  type AccountRecord,
  AccountUnknown,
  type ApiKeyRecord,
  BalanceTooLarge,
  ReferenceTaken,
} from '#ports/AccountAdministration.ts'

const Row = Schema.Struct({
  ...AccountRow.fields,
  status: Schema.Literals(['activa', 'suspendida', 'trasladada']),
  moving_to: OptionalText,
  settled: Schema.Int,
  held: Schema.Int,
  destination: OptionalText,
})

const rowsIn = rowsOf(Row)
const rowIn = rowOf(Row)
const keysIn = named(
  rowsOf<ApiKeyRecord>(
    Schema.Struct({
      keyId: Schema.String,
      issuedAt: Instant,
      expiresAt: OptionalInstant,
      firstUsedAt: OptionalInstant,
      lastUsedAt: OptionalInstant,
      revokedAt: OptionalInstant,
    }),
  ),
)

const recordOf = (row: typeof Row.Type): AccountRecord => ({
  account: accountOf(row),
  balance: { settledCentavos: row.settled, heldCentavos: row.held },
  active: row.status === 'activa',
  destination: row.destination,
  movedTo: row.status === 'trasladada' ? row.moving_to : null,
})

const amountIn = rowOf(Schema.Struct({ kind: Schema.String, amount: Schema.Finite }))

const changed = (accountId: string) => (rows: ReadonlyArray<unknown>) =>
  rows.length > 0 ? Effect.void : Effect.fail(new AccountUnknown({ accountId }))

export const layer = Layer.effect(
  AccountAdministration,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database

    const columns = sql`account_id, mode, status, moving_to, price_centavos::float8 AS price, requests_per_minute, monthly_quota,
      settled_centavos::float8 AS settled, held_centavos::float8 AS held,
      (SELECT p.destination FROM processor_accounts p WHERE p.account_id = accounts.account_id) AS destination`

    /** Why nothing was credited: the account does not exist, or its balance would be too large. */
    const notCredited = (accountId: string) =>
      Effect.flatMap(working(sql`SELECT 1 FROM accounts WHERE account_id = ${accountId}`), (rows) =>
        Effect.fail(rows.length > 0 ? new BalanceTooLarge({ accountId }) : new AccountUnknown({ accountId })),
      )

    return AccountAdministration.of({
      open: ({ id, mode, plan }) =>
        working(sql`
          INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute, monthly_quota)
          VALUES (${id}, ${mode}, ${plan.priceCentavos}, ${plan.requestsPerMinute}, ${plan.monthlyQuota})
          ON CONFLICT DO NOTHING RETURNING 1`).pipe(
          Effect.flatMap((rows) => (rows.length > 0 ? Effect.void : Effect.fail(new AccountExists({ accountId: id })))),
        ),
      list: working(sql`SELECT ${columns} FROM accounts ORDER BY opened_at, account_id`).pipe(
        Effect.map(rowsIn),
        Effect.map((rows) => rows.map(recordOf)),
      ),
      find: (accountId) =>
        working(sql`SELECT ${columns} FROM accounts WHERE account_id = ${accountId}`).pipe(
          Effect.map(rowIn),
          Effect.map(Option.map(recordOf)),
        ),
      changePlan: (accountId, plan) =>
        working(sql`
          UPDATE accounts
             SET price_centavos = ${plan.priceCentavos}, requests_per_minute = ${plan.requestsPerMinute},
                 monthly_quota = ${plan.monthlyQuota}
           WHERE account_id = ${accountId} RETURNING 1`).pipe(Effect.flatMap(changed(accountId))),
      changeMode: (accountId, mode) =>
        working(sql`UPDATE accounts SET mode = ${mode} WHERE account_id = ${accountId} RETURNING 1`).pipe(
          Effect.flatMap(changed(accountId)),
        ),
      creditOnce: Effect.fnUntraced(function* (accountId, amountCentavos, reference, reason) {
        const added = yield* working(sql`
          WITH payee AS (
            SELECT account_id FROM accounts
             WHERE account_id = ${accountId} AND settled_centavos <= ${largestBalance - amountCentavos} FOR NO KEY UPDATE
          ), entered AS (
            INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, reference, reason)
            SELECT account_id, 'abono', 'caja', 'saldo', ${amountCentavos}, ${reference}, ${reason} FROM payee
            ON CONFLICT (account_id, reference) WHERE reference IS NOT NULL DO NOTHING RETURNING account_id
          )
          UPDATE accounts a SET settled_centavos = a.settled_centavos + ${amountCentavos}
            FROM entered WHERE a.account_id = entered.account_id RETURNING 1`)
        if (added.length > 0) return true
        // Read in a second statement, because the row may have been inserted while the first one waited.
        const earlier = amountIn(
          yield* working(sql`
            SELECT kind, (CASE WHEN credit = 'saldo' THEN amount_centavos ELSE -amount_centavos END)::float8 AS amount
              FROM ledger_entries
             WHERE account_id = ${accountId} AND reference = ${reference}`),
        )
        if (Option.isNone(earlier)) return yield* notCredited(accountId)
        const { kind, amount } = earlier.value
        if (kind !== 'abono' || amount !== amountCentavos)
          return yield* new ReferenceTaken({ accountId, reference, amountCentavos: amount })
        return false
      }),
      setActive: (accountId, active) =>
        working(sql`
          UPDATE accounts SET status = ${active ? 'activa' : 'suspendida'}
           WHERE account_id = ${accountId} RETURNING 1`).pipe(Effect.flatMap(changed(accountId))),
      issueKey: (accountId, keyId, digest, expiresAt = null) =>
        working(sql`
          INSERT INTO api_keys (digest, account_id, key_id, expires_at)
          SELECT ${digest}, account_id, ${keyId}, ${expiresAt && DateTime.toDate(expiresAt)} FROM accounts WHERE account_id = ${accountId} RETURNING 1`).pipe(
          Effect.flatMap(changed(accountId)),
        ),
      listKeys: (accountId) =>
        Effect.map(
          working(sql`
            SELECT key_id, issued_at, expires_at, revoked_at, first_at AS first_used_at, last_at AS last_used_at
              FROM api_keys LEFT JOIN api_key_uses USING (account_id, key_id)
             WHERE account_id = ${accountId} ORDER BY issued_at`),
          keysIn,
        ),
      revokeKey: (accountId, keyId) =>
        Effect.map(
          working(sql`
            UPDATE api_keys SET revoked_at = coalesce(revoked_at, now())
             WHERE account_id = ${accountId} AND key_id = ${keyId} RETURNING 1`),
          (rows) => rows.length > 0,
        ),
      revokeAllKeys: (accountId) =>
        Effect.map(
          working(sql`
            UPDATE api_keys SET revoked_at = now() WHERE account_id = ${accountId} AND revoked_at IS NULL RETURNING 1`),
          (rows) => rows.length,
        ),
    })
  }),
)
