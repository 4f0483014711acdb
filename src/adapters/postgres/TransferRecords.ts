import { DateTime, Effect, Layer, Option, Schema } from 'effect'
import { alarmingAttempts } from '#domain/delivery/Transfer.ts'
import { type TransferRecord, TransferRecords } from '#ports/TransferRecords.ts'
import { Database } from './connection/Database.ts'
import { OptionalInstant, OptionalText, onlyRowOf, rowsOf } from './rows/Columns.ts'
import { TransferRow, transferOf } from './rows/TransferRow.ts'

const Row = Schema.Struct({
  ...TransferRow.fields,
  account_id: Schema.String,
  verification_id: Schema.String,
  payment_intent_id: Schema.String,
  amount: Schema.Int,
  transfer_id: OptionalText,
  last_failure: OptionalText,
})
const rowsIn = rowsOf(Row)
const countsIn = onlyRowOf(Schema.Struct({ queued: Schema.Int, alarming: Schema.Int, oldest: OptionalInstant }))

const recordOf = (row: typeof Row.Type): TransferRecord => ({
  ...transferOf(row),
  accountId: row.account_id,
  verificationId: row.verification_id,
  paymentIntentId: row.payment_intent_id,
  amountCentavos: row.amount,
  transferId: row.transfer_id,
  lastFailure: row.last_failure,
})

export const layer = Layer.effect(
  TransferRecords,
  Effect.gen(function* () {
    const { dispatch: sql, dispatching } = yield* Database

    return TransferRecords.of({
      list: (accountId, state, limit) =>
        Effect.map(
          dispatching(sql`
            SELECT account_id, verification_id, payment_intent_id, amount_centavos::float8 AS amount, state, attempts,
                   due_at, key_number, key_used_at, transfer_id, last_failure, remark
              FROM transfers
             WHERE ${sql.and([
               sql`true`,
               ...(accountId === null ? [] : [sql`account_id = ${accountId}`]),
               ...(state === null ? [] : [sql`state = ${state}`]),
             ])}
             ORDER BY sequence DESC LIMIT ${limit}`),
          (rows) => rowsIn(rows).map(recordOf),
        ),
      retry: (accountId, verificationId, at) =>
        Effect.map(
          dispatching(sql`
            UPDATE transfers SET due_at = ${DateTime.toDate(at)}
             WHERE account_id = ${accountId} AND verification_id = ${verificationId} AND state = 'encolada'
               AND node_id IS NULL
            RETURNING 1`),
          (rows) => rows.length > 0,
        ),
      count: (now) =>
        Effect.map(
          dispatching(sql`
            SELECT count(*)::integer AS queued,
                   (count(*) FILTER (WHERE attempts >= ${alarmingAttempts}))::integer AS alarming,
                   min(due_at) FILTER (WHERE node_id IS NULL AND due_at <= ${DateTime.toDate(now)}) AS oldest
              FROM transfers WHERE due_at IS NOT NULL`),
          (rows) => {
            const { oldest, ...counts } = countsIn(rows)
            return { ...counts, oldestDueAt: Option.fromNullOr(oldest) }
          },
        ),
    })
  }),
)
