import { DateTime, Effect, Layer, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { eachPage } from '#adapters/postgres/connection/Pages.ts'
import { named, OptionalText, onlyRowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import type { PlacedTransfer } from '#adapters/postgres/rows/TransferRecordRow.ts'
import { TransferRow } from '#adapters/postgres/rows/TransferRow.ts'
import { type PaymentUse, type RetryFilter, TransferAdministration } from '#ports/TransferAdministration.ts'
import { chosenTransfers } from './ChosenTransfers.ts'

const usesIn = named(
  rowsOf(
    Schema.Struct({
      paymentIntentId: Schema.String,
      accountId: Schema.String,
      verificationId: Schema.String,
      state: Schema.NullOr(TransferRow.fields.state),
      transferId: OptionalText,
      amount: Schema.NullOr(Schema.Int),
    }),
  ),
)
const countIn = onlyRowOf(Schema.Struct({ count: Schema.Int }))

const useOf = ({ state, transferId, amount, ...row }: ReturnType<typeof usesIn>[number]): PaymentUse => ({
  ...row,
  transfer: state === null || amount === null ? null : { state, transferId, amountCentavos: amount },
})

export const layer = Layer.effect(
  TransferAdministration,
  Effect.gen(function* () {
    const { dispatch: sql, dispatching } = yield* Database
    const { chosen, sums, pageAfter } = chosenTransfers(sql)

    const retryable = ({ destination, ...filter }: RetryFilter, at: DateTime.Utc, most: number) => sql`
      SELECT t.account_id, t.verification_id
        FROM transfers t LEFT JOIN verifications v USING (account_id, verification_id)
       WHERE ${sql.and([
         ...chosen(filter),
         sql`t.replica_id IS NULL AND t.due_at > ${DateTime.toDate(at)}`,
         ...(destination === null
           ? []
           : [
               sql`t.account_id IN (SELECT p.account_id FROM processor_accounts p WHERE p.destination = ${destination})`,
             ]),
       ])}
       ORDER BY t.sequence LIMIT ${most}`

    return TransferAdministration.of({
      each: (filter, take) =>
        eachPage(
          sql,
          sums(filter),
          (last: PlacedTransfer | undefined) => pageAfter(filter, last),
          (page) => take(page.map(({ record }) => record)),
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
               AND replica_id IS NULL
            RETURNING 1`),
          (rows) => rows.length > 0,
        ),
      retryable: (which, at, most) =>
        Effect.map(
          dispatching(sql`SELECT count(*)::integer AS count FROM (${retryable(which, at, most)}) AS chosen`),
          (rows) => countIn(rows).count,
        ),
      retryAll: (which, at, most) =>
        Effect.map(
          // Rows that were claimed meanwhile are checked again and skipped.
          dispatching(sql`
            UPDATE transfers w SET due_at = ${DateTime.toDate(at)}
             WHERE w.replica_id IS NULL AND w.due_at > ${DateTime.toDate(at)}
               AND (w.account_id, w.verification_id) IN (${retryable(which, at, most)})
            RETURNING 1`),
          (rows) => rows.length,
        ),
    })
  }),
)
