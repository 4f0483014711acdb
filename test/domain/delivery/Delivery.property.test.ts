import { DateTime, Duration } from 'effect'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AttemptOutcome,
  attempted,
  begin,
  type Delivery,
  delivers,
  kindDue,
  nextAt,
  postponed,
  resend,
  scheduledAttempts,
} from '#domain/delivery/Delivery.ts'

const start = DateTime.makeUnsafe('2026-03-10T18:00:00.000Z')
const waits = [30, 120, 600, 3_600, 21_600]

const failure: fc.Arbitrary<AttemptOutcome> = fc.oneof(
  fc.constantFrom(100, 199, 300, 301, 307, 400, 404, 410, 429, 500, 599).map((status) => ({
    _tag: 'Answered' as const,
    status,
  })),
  fc.constantFrom('tiempo_agotado' as const, 'tls_rechazado' as const).map((reason) => ({
    _tag: 'Failed' as const,
    reason,
  })),
)
const success = fc.integer({ min: 200, max: 299 }).map((status) => ({ _tag: 'Answered' as const, status }))
const outcome = fc.oneof({ weight: 5, arbitrary: failure }, { weight: 1, arbitrary: success })

/** What happens to a delivery: an attempt that was late and took its time, or an operator who wants one more. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ outcome, late: fc.nat(100_000), took: fc.nat(10_000) }) },
  { weight: 1, arbitrary: fc.constant('resend' as const) },
)

const seconds = (from: DateTime.Utc, to: DateTime.Utc | null) =>
  to === null ? null : Duration.toSeconds(DateTime.distance(from, to))

describe('the schedule of webhooks', () => {
  it('falls due at once, then 30 s, 2 min, 10 min, 1 h and 6 h after the end of each failed attempt', () => {
    fc.assert(
      fc.property(fc.array(failure, { minLength: 6, maxLength: 6 }), fc.array(fc.nat(10_000)), (outcomes, took) => {
        let delivery = begin(start)
        expect(delivery).toEqual({ state: 'pendiente', attempts: 0, dueAt: start, resendAt: null })
        outcomes.forEach((one, index) => {
          const endedAt = DateTime.add(delivery.dueAt ?? start, { milliseconds: took[index] ?? 0 })
          delivery = attempted(delivery, 'programado', one, endedAt)
          expect(seconds(endedAt, delivery.dueAt)).toBe(waits[index] ?? null)
        })
        expect(delivery).toMatchObject({ state: 'agotada', attempts: scheduledAttempts, dueAt: null })
      }),
    )
  })

  it('counts an attempt among the six from the instant on at which one of them is due', () => {
    const asked = resend(begin(start), DateTime.subtract(start, { seconds: 30 }))
    expect(kindDue(asked, DateTime.subtract(start, { milliseconds: 1 }))).toBe('reenvio')
    expect(kindDue(asked, start)).toBe('programado')
  })

  it('puts off all that is due before, and nothing that is due later', () => {
    const [before, until, beyond] = [start, DateTime.add(start, { minutes: 1 }), DateTime.add(start, { minutes: 2 })]
    const waiting = { state: 'pendiente', attempts: 1 } as const
    expect(postponed({ ...waiting, dueAt: before, resendAt: before }, until)).toEqual({
      ...waiting,
      dueAt: until,
      resendAt: until,
    })
    expect(postponed({ ...waiting, dueAt: beyond, resendAt: beyond }, until)).toMatchObject({
      dueAt: beyond,
      resendAt: beyond,
    })
    expect(postponed({ ...waiting, dueAt: null, resendAt: null }, until)).toMatchObject({ dueAt: null, resendAt: null })
  })

  it('makes at most six attempts, however late, and however often an operator asks for more', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let delivery: Delivery = begin(start)
        let now = start
        let scheduled = 0
        for (const next of steps) {
          const due = nextAt(delivery)
          if (next === 'resend') {
            delivery = resend(delivery, now)
          } else if (due !== null) {
            const takenUp = DateTime.add(DateTime.max(due, now), { milliseconds: next.late })
            const kind = kindDue(delivery, takenUp)
            const before = delivery
            now = DateTime.add(takenUp, { milliseconds: next.took })
            if (kind === 'programado') {
              scheduled += 1
              expect(DateTime.isGreaterThanOrEqualTo(takenUp, delivery.dueAt ?? now)).toBe(true)
            }
            delivery = attempted(delivery, kind, next.outcome, now)
            expect(delivery.attempts).toBe(scheduled)
            if (kind === 'reenvio' && !delivers(next.outcome)) expect(delivery).toEqual({ ...before, resendAt: null })
            if (delivers(next.outcome)) expect(nextAt(delivery)).toBeNull()
          }
          expect(scheduled).toBeLessThanOrEqual(scheduledAttempts)
          expect(delivery.state === 'pendiente').toBe(delivery.dueAt !== null)
          if (delivery.state === 'agotada') expect(scheduled).toBe(scheduledAttempts)
        }
      }),
    )
  })

  it('takes only a 2xx for delivered', () => {
    const delivered = Array.from({ length: 500 }, (_, index) => index + 100).filter((status) =>
      delivers({ _tag: 'Answered', status }),
    )
    expect(delivered).toEqual(Array.from({ length: 100 }, (_, index) => index + 200))
  })
})
