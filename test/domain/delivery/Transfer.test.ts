import { DateTime } from 'effect'
import { expect, it } from 'vitest'
import { attempted, begin, beginning, type Transfer } from '#domain/delivery/Transfer.ts'

const at = (text: string) => DateTime.makeUnsafe(`2026-03-10T${text}Z`)
const [start, later] = [at('18:00:00'), at('18:00:30')]
const underWay: Transfer = {
  ...{ state: 'encolada', attempts: 2, dueAt: start, keyNumber: 3, keyUsedAt: start, remark: 'disputado' },
}

it('a transfer begins due at once, with its first key not used', () => {
  expect(begin(start)).toStrictEqual({
    ...{ state: 'encolada', attempts: 0, dueAt: start, keyNumber: 1, keyUsedAt: null, remark: null },
  })
})

it('an attempt notes when its key is first used, and leaves all else as it is', () => {
  expect(beginning({ ...underWay, keyUsedAt: null }, later)).toStrictEqual({ ...underWay, keyUsedAt: later })
  expect(beginning(underWay, later)).toStrictEqual(underWay)
  const nextDay = DateTime.add(start, { hours: 20 })
  expect(beginning(underWay, nextDay)).toStrictEqual({ ...underWay, keyNumber: 4, keyUsedAt: nextDay })
})

it('an attempt that transfers ends it, with what it remarks or what was remarked before', () => {
  const executed = { ...underWay, state: 'ejecutada', attempts: 3, dueAt: null }
  const outcome = { _tag: 'Transferred', transferId: 'tr_1' } as const
  expect(attempted(underWay, { ...outcome, remark: null }, later)).toStrictEqual(executed)
  expect(attempted(underWay, { ...outcome, remark: 'reembolsado' }, later)).toStrictEqual({
    ...executed,
    remark: 'reembolsado',
  })
})

it('an attempt that fails is made again, under another key where the answer is final', () => {
  const waiting = { ...underWay, attempts: 3, dueAt: at('18:02:30') }
  const outcome = { _tag: 'Failed', reason: 'x', remark: null } as const
  expect(attempted(underWay, { ...outcome, isFinal: false }, later)).toStrictEqual(waiting)
  expect(attempted(underWay, { ...outcome, isFinal: true }, later)).toStrictEqual({
    ...waiting,
    keyNumber: 4,
    keyUsedAt: null,
  })
})
