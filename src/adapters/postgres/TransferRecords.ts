import { DateTime, Effect, Layer, Option } from 'effect'
import { alarmingAttempts } from '#domain/delivery/Transfer.ts'
import { type TransferRecord, TransferRecords } from '#ports/TransferRecords.ts'
import { Database } from './connection/Database.ts'
import { type TransferRow, transferOf } from './rows/TransferRow.ts'

interface Row extends TransferRow {
  readonly account_id: string
  readonly verification_id: string
  readonly payment_intent_id: string
  readonly amount: number
  readonly transfer_id: string | null
  readonly last_failure: string | null
}

const recordOf = (row: Row): TransferRecord => ({
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
          dispatching(sql<Row>`
            SELECT account_id, verification_id, payment_intent_id, amount_centavos::float8 AS amount, state, attempts,
                   due_at, key_number, key_used_at, transfer_id, last_failure, remark
              FROM transfers
             WHERE ${sql.and([
               sql`true`,
               ...(accountId === null ? [] : [sql`account_id = ${accountId}`]),
               ...(state === null ? [] : [sql`state = ${state}`]),
             ])}
             ORDER BY sequence DESC LIMIT ${limit}`),
          (rows) => rows.map(recordOf),
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
          dispatching(sql<{ queued: number; alarming: number; oldest: Date | null }>`
            SELECT count(*)::integer AS queued,
                   (count(*) FILTER (WHERE attempts >= ${alarmingAttempts}))::integer AS alarming,
                   min(due_at) FILTER (WHERE node_id IS NULL AND due_at <= ${DateTime.toDate(now)}) AS oldest
              FROM transfers WHERE due_at IS NOT NULL`),
          ([row]) => ({
            queued: row?.queued ?? 0,
            alarming: row?.alarming ?? 0,
            oldestDueAt: Option.map(Option.fromNullishOr(row?.oldest), DateTime.fromDateUnsafe),
          }),
        ),
    })
  }),
)
