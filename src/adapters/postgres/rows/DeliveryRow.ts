import { DateTime } from 'effect'
import type { Delivery } from '#domain/delivery/Delivery.ts'

/** How the schedule of a delivery stands in the table. */
export interface DeliveryRow {
  readonly state: Delivery['state']
  readonly attempts: number
  readonly due_at: Date | null
  readonly resend_at: Date | null
}

export const deliveryOf = ({ state, attempts, due_at, resend_at }: DeliveryRow): Delivery => ({
  state,
  attempts,
  dueAt: due_at && DateTime.fromDateUnsafe(due_at),
  resendAt: resend_at && DateTime.fromDateUnsafe(resend_at),
})
