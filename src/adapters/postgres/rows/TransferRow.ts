import { Schema } from 'effect'
import type { Transfer } from '#domain/delivery/Transfer.ts'
import { OptionalInstant } from './Columns.ts'

export const TransferRow = Schema.Struct({
  state: Schema.Literals(['encolada', 'ejecutada']),
  attempts: Schema.Int,
  due_at: OptionalInstant,
  key_number: Schema.Int,
  key_used_at: OptionalInstant,
  remark: Schema.NullOr(Schema.Literals(['reembolsado', 'disputado'])),
})

export const transferOf = (row: typeof TransferRow.Type): Transfer => ({
  state: row.state,
  attempts: row.attempts,
  dueAt: row.due_at,
  keyNumber: row.key_number,
  keyUsedAt: row.key_used_at,
  remark: row.remark,
})
