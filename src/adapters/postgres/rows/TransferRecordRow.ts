import { Option, Schema } from 'effect'
import type { TransferRecord } from '#ports/TransferRecords.ts'
import { named, OptionalInstant, OptionalText, rowOf, rowsOf } from './Columns.ts'
import { TransferRow } from './TransferRow.ts'

const { state, remark } = TransferRow.fields
const Row = Schema.Struct({
  state,
  attempts: Schema.Int,
  dueAt: OptionalInstant,
  keyNumber: Schema.Int,
  keyUsedAt: OptionalInstant,
  remark,
  accountId: Schema.String,
  verificationId: Schema.String,
  paymentIntentId: Schema.String,
  amountCentavos: Schema.Int,
  transferId: OptionalText,
  lastFailure: OptionalText,
  sequence: Schema.Int,
  requestId: OptionalText,
  emittedAt: OptionalInstant,
})
const rowsIn = named(rowsOf(Row))
const rowIn = named(rowOf(Row))

/** A transfer with its position in the order of queueing. */
export interface PlacedTransfer {
  readonly sequence: number
  readonly record: TransferRecord
}

export const placedTransfersIn = (rows: ReadonlyArray<object>): ReadonlyArray<PlacedTransfer> =>
  rowsIn(rows).map(({ sequence, ...record }) => ({ sequence, record }))
export const transfersIn = (rows: ReadonlyArray<object>): ReadonlyArray<TransferRecord> =>
  placedTransfersIn(rows).map(({ record }) => record)
export const transferIn = (rows: ReadonlyArray<object>): Option.Option<TransferRecord> =>
  Option.map(rowIn(rows), ({ sequence: _, ...record }) => record)
