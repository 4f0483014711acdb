import { DateTime, Effect, Schema } from 'effect'
import type { SqlClient } from 'effect/sql'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { type PlacedTransfer, placedTransfersIn } from '#adapters/postgres/rows/TransferRecordRow.ts'
import type { TransferFilter } from '#ports/TransferRecords.ts'

type Chosen = Omit<TransferFilter, 'state'>

const sumsIn = onlyRowOf(
  Schema.Struct({ transfers: Schema.Int, centavos: Schema.Int, executed: Schema.Int, charged: Schema.Int }),
)

const pageSize = 1_000

/** Transfers `t` with their verifications `v`, filtered by account and time. */
export const chosenTransfers = (sql: SqlClient.SqlClient) => {
  const records = sql`
    SELECT t.account_id, t.verification_id, t.payment_intent_id, t.amount_centavos::float8 AS amount_centavos, t.state,
           t.attempts, t.due_at, t.key_number, t.key_used_at, t.transfer_id, t.last_failure, t.remark,
           t.sequence::float8 AS sequence, v.request_id, v.resolved_at AS emitted_at
      FROM transfers t LEFT JOIN verifications v USING (account_id, verification_id)`

  const inTime = ({ since, until }: Pick<TransferFilter, 'since' | 'until'>) => [
    ...(since === null ? [] : [sql`v.resolved_at >= ${DateTime.toDate(since)}`]),
    ...(until === null ? [] : [sql`v.resolved_at < ${DateTime.toDate(until)}`]),
  ]
  const chosen = ({ accountId, ...times }: Chosen) => [
    sql`true`,
    ...(accountId === null ? [] : [sql`t.account_id = ${accountId}`]),
    ...inTime(times),
  ]

  const sums = (filter: Chosen) => {
    const { accountId, ...times } = filter
    return Effect.map(
      sql`
        SELECT count(*)::float8 AS transfers, coalesce(sum(t.amount_centavos), 0)::float8 AS centavos,
               coalesce(sum(t.amount_centavos) FILTER (WHERE t.state = 'ejecutada'), 0)::float8 AS executed,
               (SELECT coalesce(sum(v.price_centavos), 0)::float8 FROM verifications v
                 WHERE ${sql.and([
                   sql`v.state = 'emitida' AND v.mode = 'connect'`,
                   ...(accountId === null ? [] : [sql`v.account_id = ${accountId}`]),
                   ...inTime(times),
                 ])}) AS charged
          FROM transfers t LEFT JOIN verifications v USING (account_id, verification_id)
         WHERE ${sql.and(chosen(filter))}`,
      sumsIn,
    )
  }

  const pageAfter = (filter: Chosen, last: PlacedTransfer | undefined) =>
    Effect.map(
      sql`${records}
           WHERE ${sql.and([
             ...chosen(filter),
             sql`(t.account_id, t.sequence) > (${last?.record.accountId ?? ''}, ${last?.sequence ?? 0})`,
           ])}
           ORDER BY t.account_id, t.sequence LIMIT ${pageSize}`,
      placedTransfersIn,
    )

  return { records, chosen, sums, pageAfter }
}
