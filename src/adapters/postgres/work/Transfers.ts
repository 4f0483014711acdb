import { DateTime, Effect, Layer, Option, Redacted, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { dueQueue } from '#adapters/postgres/connection/DueQueue.ts'
import { givenBack } from '#adapters/postgres/connection/GivingBack.ts'
import { Bytes, OptionalText, rowsOf, traceIn } from '#adapters/postgres/rows/Columns.ts'
import { processorKeyContext } from '#adapters/postgres/rows/Rows.ts'
import { TransferRow, transferOf } from '#adapters/postgres/rows/TransferRow.ts'
import { Secrets } from '#ports/Secrets.ts'
import { type TransferClaim, Transfers } from '#ports/Transfers.ts'

const Claimed = Schema.Struct({
  ...TransferRow.fields,
  account_id: Schema.String,
  verification_id: Schema.String,
  payment_intent_id: Schema.String,
  amount: Schema.Int,
  traceparent: OptionalText,
  epoch: Schema.Int,
  destination: OptionalText,
  key_id: OptionalText,
  sealed: Schema.NullOr(Bytes),
})
const claimedIn = rowsOf(Claimed)

const nullableDate = (instant: DateTime.Utc | null): Date | null => instant && DateTime.toDate(instant)

export const layer = Layer.effect(
  Transfers,
  Effect.gen(function* () {
    const { dispatch: sql, dispatching } = yield* Database
    const secrets = yield* Secrets
    const { queue, replicaId, write } = yield* dueQueue<TransferClaim>({
      ...{ sql, running: dispatching, table: 'transfers', due: 'due_at', signal: 'transfer' },
      idOf: ({ verificationId }) => verificationId,
    })

    const credentialsOf = ({ account_id, destination, key_id, sealed }: typeof Claimed.Type) => {
      if (destination === null || key_id === null || sealed === null) return null
      const opened = secrets.open({ keyId: key_id, bytes: sealed }, processorKeyContext(account_id, destination))
      return Option.getOrNull(Option.map(opened, (key) => ({ restrictedKey: Redacted.make(key), destination })))
    }

    const claimOf = (row: typeof Claimed.Type): TransferClaim => ({
      accountId: row.account_id,
      verificationId: row.verification_id,
      paymentIntentId: row.payment_intent_id,
      amountCentavos: row.amount,
      transfer: transferOf(row),
      credentials: credentialsOf(row),
      trace: traceIn(row.traceparent),
      epoch: row.epoch,
    })

    return Transfers.of({
      ...queue,
      claim: (now, { most, perAccount }) =>
        dispatching(sql`
          SELECT *, amount_centavos::float8 AS amount
            FROM claim_transfers(${replicaId}, ${DateTime.toDate(now)}, ${most}, ${perAccount})`).pipe(
          Effect.map(claimedIn),
          Effect.map((rows) => rows.map(claimOf)),
        ),
      begin: (claim, { keyNumber, keyUsedAt }) =>
        write(claim, sql`key_number = ${keyNumber}, key_used_at = ${nullableDate(keyUsedAt)}`),
      record: (claim, outcome, after) =>
        write(
          claim,
          sql`state = ${after.state}, attempts = ${after.attempts}, due_at = ${nullableDate(after.dueAt)},
              key_number = ${after.keyNumber}, key_used_at = ${nullableDate(after.keyUsedAt)},
              remark = ${after.remark}, ${givenBack(sql)},
              transfer_id = ${outcome._tag === 'Transferred' ? outcome.transferId : null},
              last_failure = ${outcome._tag === 'Failed' ? outcome.reason : null}`,
        ),
    })
  }),
)
