import { DateTime, Duration } from 'effect'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  attempted,
  begin,
  beginning,
  idempotencyKey,
  type Transfer,
  type TransferOutcome,
} from '#domain/delivery/Transfer.ts'

const start = DateTime.makeUnsafe('2026-03-10T18:00:00.000Z')
const failed = (isFinal: boolean): TransferOutcome => ({ _tag: 'Failed', reason: 'x', isFinal, remark: null })
const hours = (from: DateTime.Utc, to: DateTime.Utc) => Duration.toHours(DateTime.distance(from, to))

/** Tries as long as there are outcomes, each attempt some minutes late; the keys that were used, and when. */
const tried = (outcomes: ReadonlyArray<readonly [outcome: TransferOutcome, lateMinutes: number]>) => {
  const used: Array<{ readonly key: string; readonly at: DateTime.Utc }> = []
  let transfer: Transfer = begin(start)
  for (const [outcome, lateMinutes] of outcomes) {
    if (transfer.dueAt === null) break
    const at = DateTime.add(transfer.dueAt, { minutes: lateMinutes })
    transfer = beginning(transfer, at)
    used.push({ key: idempotencyKey('pi_1', transfer), at })
    transfer = attempted(transfer, outcome, at)
  }
  return { used, transfer }
}

describe('the execution of a transfer', () => {
  it('takes another key 20 hours after the first use of one, and not a moment before', () => {
    const used = beginning(begin(start), start)
    const justBefore = DateTime.subtract(DateTime.add(start, { hours: 20 }), { milliseconds: 1 })
    expect(beginning(used, justBefore).keyNumber).toBe(1)
    expect(beginning(used, DateTime.add(start, { hours: 20 })).keyNumber).toBe(2)
  })

  it('is due at once, then after a wait that doubles up to an hour, without end', () => {
    let transfer = begin(start)
    const waits: Array<number> = []
    for (let count = 0; count < 12; count++) {
      const at = transfer.dueAt ?? start
      transfer = attempted(beginning(transfer, at), failed(false), at)
      waits.push(Duration.toSeconds(DateTime.distance(at, transfer.dueAt ?? at)))
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600, 3_600, 3_600])
    expect(transfer).toMatchObject({ state: 'encolada', attempts: 12 })
  })

  it('uses no key after the processor may have forgotten it, nor one that brings a stored refusal', () => {
    const outcome = fc.tuple(fc.boolean().map(failed), fc.oneof(fc.nat(5), fc.nat(3_000)))
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 30 }), (outcomes) => {
        const { used } = tried(outcomes)
        for (const { key, at } of used) {
          const first = used.find((one) => one.key === key)
          expect(hours(first?.at ?? at, at)).toBeLessThan(24)
        }
        outcomes.forEach(([one], index) => {
          const [now, next] = [used[index], used[index + 1]]
          if (one._tag === 'Failed' && one.isFinal && next !== undefined) expect(next.key).not.toBe(now?.key)
        })
      }),
    )
  })

  it('ends with the transfer, and keeps what was seen of the payment', () => {
    const disputed: TransferOutcome = { _tag: 'Failed', reason: 'x', isFinal: false, remark: 'disputado' }
    const done: TransferOutcome = { _tag: 'Transferred', transferId: 'tr_1', remark: null }
    const { used, transfer } = tried([
      [disputed, 0],
      [done, 0],
      [done, 0],
    ])
    expect(used).toHaveLength(2)
    expect(transfer).toMatchObject({ state: 'ejecutada', attempts: 2, dueAt: null, remark: 'disputado' })
  })
})
