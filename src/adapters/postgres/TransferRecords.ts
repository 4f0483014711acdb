import { DateTime, Effect, Layer, Option, Schema } from 'effect'
import { alarmingAttempts } from '#domain/delivery/Transfer.ts'
import { type PaymentUse, type TransferRecord, TransferRecords } from '#ports/TransferRecords.ts'
import { Database } from './connection/Database.ts'
import { OptionalInstant, OptionalText, onlyRowOf, rowOf, rowsOf } from './rows/Columns.ts'
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
const rowIn = rowOf(Row)
const usesIn = rowsOf(
  Schema.Struct({
    payment_intent_id: Schema.String,
    account_id: Schema.String,
    verification_id: Schema.String,
    state: Schema.NullOr(TransferRow.fields.state),
    transfer_id: OptionalText,
    amount: Schema.NullOr(Schema.Int),
  }),
)
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

const useOf = ({ state, transfer_id, amount, ...row }: ReturnType<typeof usesIn>[number]): PaymentUse => ({
  paymentIntentId: row.payment_intent_id,
  accountId: row.account_id,
  verificationId: row.verification_id,
  transfer: state === null || amount === null ? null : { state, transferId: transfer_id, amountCentavos: amount },
})

export const layer = Layer.effect(
  TransferRecords,
  Effect.gen(function* () {
    const { dispatch: sql, dispatching } = yield* Database

    const records = sql`
      SELECT account_id, verification_id, payment_intent_id, amount_centavos::float8 AS amount, state, attempts,
             due_at, key_number, key_used_at, transfer_id, last_failure, remark
        FROM transfers`

    return TransferRecords.of({
      find: (accountId, verificationId) =>
        Effect.map(
          dispatching(sql`${records} WHERE account_id = ${accountId} AND verification_id = ${verificationId}`),
          (rows) => Option.map(rowIn(rows), recordOf),
        ),
      list: (accountId, state, limit) =>
        Effect.map(
          dispatching(sql`${records}
             WHERE ${sql.and([
               sql`true`,
               ...(accountId === null ? [] : [sql`account_id = ${accountId}`]),
               ...(state === null ? [] : [sql`state = ${state}`]),
             ])}
             ORDER BY sequence DESC LIMIT ${limit}`),
          (rows) => rowsIn(rows).map(recordOf),
        ),
      usesOf: (paymentIntentIds) =>
        Effect.map(
          dispatching(sql`
            SELECT p.payment_intent_id, p.account_id, p.verification_id, t.state, t.transfer_id,
                   t.amount_centavos::float8 AS amount
              FROM payment_claims p LEFT JOIN transfers t USING (account_id, verification_id)
             WHERE p.payment_intent_id = ANY (ARRAY(
                     SELECT jsonb_array_elements_text(${JSON.stringify(paymentIntentIds)}::jsonb)))`),
          (rows) => usesIn(rows).map(useOf),
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
