import { expect, it } from 'vitest'
import { attempted } from '#domain/delivery/Delivery.ts'
import { after, start } from '#tools/service/verifications.ts'

it('the sixth failure ends the schedule, and leaves the attempt that an operator asked for meanwhile', () => {
  const delivery = { state: 'pendiente', attempts: 5, dueAt: start, resendAt: after(60) } as const
  const failed = attempted(delivery, 'programado', { _tag: 'Answered', status: 500 }, after(1))
  expect(failed).toEqual({ state: 'agotada', attempts: 6, dueAt: null, resendAt: after(60) })
})
