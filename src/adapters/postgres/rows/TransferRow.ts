import { DateTime } from 'effect'
import type { Transfer } from '#domain/delivery/Transfer.ts'

/** How the execution of a transfer stands in the table. */
export interface TransferRow {
  readonly state: Transfer['state']
  readonly attempts: number
  readonly due_at: Date | null
  readonly key_number: number
  readonly key_used_at: Date | null
  readonly remark: Transfer['remark']
}

export const transferOf = (row: TransferRow): Transfer => ({
  state: row.state,
  attempts: row.attempts,
  dueAt: row.due_at && DateTime.fromDateUnsafe(row.due_at),
  keyNumber: row.key_number,
  keyUsedAt: row.key_used_at && DateTime.fromDateUnsafe(row.key_used_at),
  remark: row.remark,
})
