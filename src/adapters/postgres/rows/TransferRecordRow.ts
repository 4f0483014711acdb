import { Option, Schema } from 'effect'
import type { TransferRecord } from '#ports/TransferRecords.ts'
import { OptionalInstant, OptionalText, rowOf, rowsOf } from './Columns.ts'
import { TransferRow, transferOf } from './TransferRow.ts'

const Row = Schema.Struct({
  ...TransferRow.fields,
  account_id: Schema.String,
  verification_id: Schema.String,
  payment_intent_id: Schema.String,
  amount: Schema.Int,
  transfer_id: OptionalText,
  last_failure: OptionalText,
  sequence: Schema.Int,
  request_id: OptionalText,
  emitted_at: OptionalInstant,
})
const rowsIn = rowsOf(Row)
const rowIn = rowOf(Row)
const recordOf = (row: typeof Row.Type): TransferRecord => ({
  ...transferOf(row),
  accountId: row.account_id,
  verificationId: row.verification_id,
  paymentIntentId: row.payment_intent_id,
  amountCentavos: row.amount,
  requestId: row.request_id,
  emittedAt: row.emitted_at,
  transferId: row.transfer_id,
  lastFailure: row.last_failure,
})

/** A transfer with its position in the order of queueing. */
export interface PlacedTransfer {
  readonly sequence: number
  readonly record: TransferRecord
}

export const placedTransfersIn = (rows: ReadonlyArray<unknown>): ReadonlyArray<PlacedTransfer> =>
  rowsIn(rows).map((row) => ({ sequence: row.sequence, record: recordOf(row) }))
export const transfersIn = (rows: ReadonlyArray<unknown>): ReadonlyArray<TransferRecord> => rowsIn(rows).map(recordOf)
export const transferIn = (rows: ReadonlyArray<unknown>): Option.Option<TransferRecord> =>
  Option.map(rowIn(rows), recordOf)
