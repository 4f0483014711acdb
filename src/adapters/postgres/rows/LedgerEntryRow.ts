import { Schema } from 'effect'
import type { LedgerEntry } from '#ports/LedgerEntries.ts'
import { Instant, OptionalText, rowsOf } from './Columns.ts'

const Row = Schema.Struct({
  account_id: Schema.String,
  entry_id: Schema.Int,
  kind: Schema.Literals(['abono', 'cargo', 'devolucion', 'ajuste']),
  centavos: Schema.Int,
  verification_id: OptionalText,
  request_id: OptionalText,
  reference: OptionalText,
  reason: OptionalText,
  recorded_at: Instant,
})

const rowsIn = rowsOf(Row)

const entryOf = (row: typeof Row.Type): LedgerEntry => ({
  accountId: row.account_id,
  entryId: row.entry_id,
  kind: row.kind,
  centavos: row.centavos,
  verificationId: row.verification_id,
  requestId: row.request_id,
  reference: row.reference,
  reason: row.reason,
  recordedAt: row.recorded_at,
})

export const entriesIn = (rows: ReadonlyArray<unknown>): ReadonlyArray<LedgerEntry> => rowsIn(rows).map(entryOf)
