import { Schema } from 'effect'
import type { Delivery } from '#domain/delivery/Delivery.ts'
import { OptionalInstant } from './Columns.ts'

export const DeliveryRow = Schema.Struct({
  state: Schema.Literals(['pendiente', 'entregada', 'agotada']),
  attempts: Schema.Int,
  due_at: OptionalInstant,
  resend_at: OptionalInstant,
})

export const deliveryOf = ({ state, attempts, due_at, resend_at }: typeof DeliveryRow.Type): Delivery => ({
  state,
  attempts,
  dueAt: due_at,
  resendAt: resend_at,
})
