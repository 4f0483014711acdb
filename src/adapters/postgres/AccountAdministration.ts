import { DateTime, Effect, Layer, Option } from 'effect'
import {
  AccountAdministration,
  AccountExists,
  type AccountRecord,
  AccountUnknown,
} from '#ports/AccountAdministration.ts'
import { Database } from './connection/Database.ts'
import { type AccountRow, accountOf } from './rows/AccountRow.ts'

interface Row extends AccountRow {
  readonly status: 'activa' | 'suspendida'
  readonly settled: number
  readonly held: number
}

const recordOf = (row: Row): AccountRecord => ({
  account: accountOf(row),
  balance: { settledCentavos: row.settled, heldCentavos: row.held },
  active: row.status === 'activa',
})

export const layer = Layer.effect(
  AccountAdministration,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database

    const columns = sql`account_id, mode, status, price_centavos::float8 AS price, requests_per_minute, monthly_quota,
      settled_centavos::float8 AS settled, held_centavos::float8 AS held`

    const changed = (accountId: string) => (rows: ReadonlyArray<unknown>) =>
      rows.length > 0 ? Effect.void : Effect.fail(new AccountUnknown({ accountId }))

    return AccountAdministration.of({
      open: ({ id, mode, plan }) =>
        working(sql`
          INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute, monthly_quota)
          VALUES (${id}, ${mode}, ${plan.priceCentavos}, ${plan.requestsPerMinute}, ${plan.monthlyQuota})
          ON CONFLICT DO NOTHING RETURNING 1`).pipe(
          Effect.flatMap((rows) => (rows.length > 0 ? Effect.void : Effect.fail(new AccountExists({ accountId: id })))),
        ),
      list: Effect.map(working(sql<Row>`SELECT ${columns} FROM accounts ORDER BY opened_at, account_id`), (rows) =>
        rows.map(recordOf),
      ),
      find: (accountId) =>
        Effect.map(working(sql<Row>`SELECT ${columns} FROM accounts WHERE account_id = ${accountId}`), ([row]) =>
          Option.map(Option.fromUndefinedOr(row), recordOf),
        ),
      changePlan: (accountId, plan) =>
        working(sql`
          UPDATE accounts
             SET price_centavos = ${plan.priceCentavos}, requests_per_minute = ${plan.requestsPerMinute},
                 monthly_quota = ${plan.monthlyQuota}
           WHERE account_id = ${accountId} RETURNING 1`).pipe(Effect.flatMap(changed(accountId))),
      credit: (accountId, amountCentavos) =>
        working(sql`
          WITH credited AS (
            UPDATE accounts SET settled_centavos = settled_centavos + ${amountCentavos}
             WHERE account_id = ${accountId} RETURNING account_id
          )
          INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos)
          SELECT account_id, 'abono', 'caja', 'saldo', ${amountCentavos} FROM credited RETURNING 1`).pipe(
          Effect.flatMap(changed(accountId)),
        ),
      setActive: (accountId, active) =>
        working(sql`
          UPDATE accounts SET status = ${active ? 'activa' : 'suspendida'}
           WHERE account_id = ${accountId} RETURNING 1`).pipe(Effect.flatMap(changed(accountId))),
      issueKey: (accountId, keyId, digest) =>
        working(sql`
          INSERT INTO api_keys (digest, account_id, key_id)
          SELECT ${digest}, account_id, ${keyId} FROM accounts WHERE account_id = ${accountId} RETURNING 1`).pipe(
          Effect.flatMap(changed(accountId)),
        ),
      listKeys: (accountId) =>
        working(sql<{ key_id: string; issued_at: Date; revoked_at: Date | null }>`
          SELECT key_id, issued_at, revoked_at FROM api_keys WHERE account_id = ${accountId} ORDER BY issued_at`).pipe(
          Effect.map((rows) =>
            rows.map((row) => ({
              keyId: row.key_id,
              issuedAt: DateTime.fromDateUnsafe(row.issued_at),
              revokedAt: row.revoked_at && DateTime.fromDateUnsafe(row.revoked_at),
            })),
          ),
        ),
      revokeKey: (accountId, keyId) =>
        Effect.map(
          working(sql`
            UPDATE api_keys SET revoked_at = coalesce(revoked_at, now())
             WHERE account_id = ${accountId} AND key_id = ${keyId} RETURNING 1`),
          (rows) => rows.length > 0,
        ),
    })
  }),
)
