import { expect, it } from 'vitest'
import { attempted, delivers } from '#domain/delivery/Delivery.ts'
import { after, start } from '#tools/service/verifications.ts'

it('of all statuses only those of 2xx deliver: 302 and its like are failures', () => {
  const statuses = Array.from({ length: 900 }, (_, index) => index + 100)
  const delivering = statuses.filter((status) => delivers({ _tag: 'Answered', status }))
  expect(delivering).toEqual(Array.from({ length: 100 }, (_, index) => index + 200))
})

it('the sixth failure ends the schedule, and leaves the attempt that an operator asked for meanwhile', () => {
  const delivery = { state: 'pendiente', attempts: 5, dueAt: start, resendAt: after(60) } as const
  const failed = attempted(delivery, 'programado', { _tag: 'Answered', status: 500 }, after(1))
  expect(failed).toEqual({ state: 'agotada', attempts: 6, dueAt: null, resendAt: after(60) })
})
