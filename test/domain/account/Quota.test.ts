import { DateTime } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countOne, createdIn, includes, monthOf, retryAfterSeconds } from '#domain/account/Quota.ts'

const at = (text: string) => DateTime.makeUnsafe(new Date(text))

/** The month as another library's calendar reads it. */
const calendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Mexico_City',
  year: 'numeric',
  month: '2-digit',
})
const monthIn = (instant: DateTime.Utc): string => {
  const parts = new Map(calendar.formatToParts(DateTime.toDate(instant)).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}`
}

const next = (name: string): string => {
  const [year = 0, month = 0] = name.split('-').map(Number)
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`
}

describe('a quota month of Mexico City', () => {
  it.each([
    ['2026-01-31T23:59:59.999-06:00', '2026-01', '2026-02-01T06:00:00.000Z'],
    ['2026-02-01T00:00:00.000-06:00', '2026-02', '2026-03-01T06:00:00.000Z'],
    ['2026-02-01T05:59:59.999Z', '2026-01', '2026-02-01T06:00:00.000Z'],
    ['2024-02-29T23:59:59.999-06:00', '2024-02', '2024-03-01T06:00:00.000Z'],
    ['2026-12-31T23:59:59.999-06:00', '2026-12', '2027-01-01T06:00:00.000Z'],
    ['2027-01-01T00:00:00.000-06:00', '2027-01', '2027-02-01T06:00:00.000Z'],
    // No summer time since October 2022.
    ['2026-06-15T12:00:00.000Z', '2026-06', '2026-07-01T06:00:00.000Z'],
    // In 2021 it was summer from 4 April to 31 October, at five hours from UTC.
    ['2021-05-31T23:59:59.999-05:00', '2021-05', '2021-06-01T05:00:00.000Z'],
    ['2021-06-01T00:00:00.000-05:00', '2021-06', '2021-07-01T05:00:00.000Z'],
    ['2021-03-31T23:59:59.999-06:00', '2021-03', '2021-04-01T06:00:00.000Z'],
    ['2021-04-02T12:00:00.000Z', '2021-04', '2021-05-01T05:00:00.000Z'],
    ['2021-10-31T00:30:00.000-05:00', '2021-10', '2021-11-01T06:00:00.000Z'],
  ])('holds %s in %s, which ends at %s', (instant, name, endsAt) => {
    const month = monthOf(at(instant))
    expect(month.name).toBe(name)
    expect(DateTime.formatIso(month.endsAt)).toBe(endsAt)
  })

  it.each([
    ['2026-02-01T05:59:59.999Z', false],
    ['2026-02-01T06:00:00.000Z', true],
    ['2026-03-01T05:59:59.999Z', true],
    ['2026-03-01T06:00:00.000Z', false],
  ])('of February 2026 includes %s: %s', (instant, isIncluded) => {
    expect(includes(monthOf(at('2026-02-14T12:00:00.000Z')), at(instant))).toBe(isIncluded)
  })

  it('ends at the first instant of the next month, whatever the instant', () => {
    const instants = fc.date({
      min: new Date('2015-01-01T00:00:00Z'),
      max: new Date('2090-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, (date) => {
        const instant = DateTime.makeUnsafe(date)
        const { name, endsAt } = monthOf(instant)
        expect(name).toBe(monthIn(instant))
        expect(monthIn(endsAt)).toBe(next(name))
        expect(monthIn(DateTime.subtract(endsAt, { milliseconds: 1 }))).toBe(name)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('Retry-After of an exhausted quota [limite_excedido]', () => {
  const month = monthOf(at('2026-01-15T12:00:00Z'))

  it.each([
    ['2026-02-01T05:59:00.000Z', 60],
    ['2026-02-01T05:59:58.999Z', 2],
    ['2026-02-01T05:59:59.999Z', 1],
    ['2026-02-01T06:00:00.000Z', 1],
    ['2026-02-01T06:00:05.000Z', 1],
    ['2026-01-01T06:00:00.000Z', 31 * 86_400],
  ])('at %s is %d whole seconds', (now, seconds) => {
    expect(retryAfterSeconds(month, at(now))).toBe(seconds)
  })

  it('leads into the next month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 * 86_400_000 }), (millis) => {
        const now = DateTime.subtract(month.endsAt, { milliseconds: millis })
        const retry = DateTime.add(now, { seconds: retryAfterSeconds(month, now) })
        expect(monthOf(retry).name).toBe('2026-02')
      }),
    )
  })
})

describe('the counts of months', () => {
  const [october, november] = [monthOf(at('2026-10-15T12:00:00Z')), monthOf(at('2026-11-15T12:00:00Z'))]

  it('hold what was created in the two latest, the latest first', () => {
    const first = countOne([], october)
    expect(first).toEqual([{ month: '2026-10', created: 1 }])
    const second = countOne(first, november)
    expect(second).toEqual([
      { month: '2026-11', created: 1 },
      { month: '2026-10', created: 1 },
    ])
    expect(countOne(second, october)).toEqual([
      { month: '2026-11', created: 1 },
      { month: '2026-10', created: 2 },
    ])
    expect(countOne(second, monthOf(at('2026-12-15T12:00:00Z')))).toEqual([
      { month: '2026-12', created: 1 },
      { month: '2026-11', created: 1 },
    ])
  })

  it('are none for a month in which nothing was created', () => {
    expect(createdIn([{ month: '2026-10', created: 7 }], october)).toBe(7)
    expect(createdIn([{ month: '2026-10', created: 7 }], november)).toBe(0)
  })
})
