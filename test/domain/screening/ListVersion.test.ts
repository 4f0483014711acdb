import { DateTime, Duration } from 'effect'
import { describe, expect, it } from 'vitest'
import { ageOf, isDay, isSameOrigin, type ListVersion, refusalOf } from '#domain/screening/ListVersion.ts'

const now = DateTime.makeUnsafe('2026-03-01T12:00:00Z')
const version = (cutOff: string, entries: number, names = entries): ListVersion => ({
  list: 'onu',
  cutOff,
  entries,
  names,
  added: 0,
  removed: 0,
  importedAt: now,
  confirmedAt: null,
  origin: null,
  keyRevision: 1,
})
const current = { cutOff: '2026-02-01', entries: 1_000, names: 2_000 }
const few = { cutOff: '2026-02-01', entries: 10, names: 20 }

it.each([
  ['onu', 'is as old as its last confirmation', '2026-06-29', 1],
  ['onu', 'is as old as its last confirmation, up to 180 days after its cut-off', '2026-09-30', 93],
  ['sat_69b', 'is as old as its own date, which moves every month', '2026-01-31', 30],
] as const)('%s %s', (list, _, at, days) => {
  const now = DateTime.add(DateTime.makeUnsafe(`${at}T00:00:00Z`), { days: list === 'onu' ? 1 : 0 })
  const confirmedAt = DateTime.makeUnsafe(`${at}T00:00:00Z`)
  expect(Duration.toDays(ageOf({ list, cutOff: '2026-01-01', confirmedAt }, now))).toBe(days)
})

describe('a version of a list', () => {
  it('is as old as its cut-off, and never younger than none', () => {
    expect(Duration.toHours(ageOf({ list: 'onu', cutOff: '2026-02-28', confirmedAt: null }, now))).toBe(36)
    expect(Duration.toHours(ageOf({ list: 'onu', cutOff: '2026-03-02', confirmedAt: null }, now))).toBe(0)
  })

  it('is as old as the last time that its publisher had nothing newer, where that was later', () => {
    const [late, early] = ['2026-03-01T02:00:00Z', '2026-02-01T02:00:00Z'].map((at) => DateTime.makeUnsafe(at))
    expect(Duration.toHours(ageOf({ list: 'onu', cutOff: '2025-12-31', confirmedAt: late ?? null }, now))).toBe(10)
    expect(Duration.toHours(ageOf({ list: 'onu', cutOff: '2026-02-28', confirmedAt: early ?? null }, now))).toBe(36)
  })

  it.each([
    ['2026-03-02T12:00:00.000Z', 0],
    ['2026-03-02T12:00:00.001Z', 36],
    ['2028-03-01T12:00:00.000Z', 36],
  ])('that was confirmed at %s, by a clock that was set back since, is %d hours old', (at, hours) => {
    const confirmedAt = DateTime.makeUnsafe(at)
    expect(Duration.toHours(ageOf({ list: 'onu', cutOff: '2026-02-28', confirmedAt }, now))).toBe(hours)
  })

  it.each([
    [null, version('2026-02-01', 1_000, 2_000), current],
    [null, version('2026-02-02', 900, 1_800), current],
    [null, version('2026-03-02', 1_100, 2_200), current],
    [null, version('2026-03-02', 1_000, 2_200), current],
    [null, version('1999-01-01', 1), null],
    [null, version('2026-02-02', 30, 60), few],
    [null, version('2026-02-02', 5, 5), few],
    ['anterior', version('2026-01-31', 1_000, 2_000), current],
    ['encogida', version('2026-02-02', 899, 1_798), current],
    ['encogida', version('2026-02-02', 0), null],
    ['encogida', version('2026-02-02', 4, 8), few],
    ['crecida', version('2026-02-02', 1_101, 2_202), current],
    ['crecida', version('2026-02-02', 31, 62), few],
    ['alias', version('2026-02-02', 1_000, 1_799), current],
    ['alias', version('2026-02-02', 1_000, 2_201), current],
    ['alias', version('2026-02-02', 10, 41), few],
    ['futura', version('2026-03-03', 1_000), null],
  ])('is refused with %s', (refusal, next, former) => {
    expect(refusalOf(next, former, false)).toBe(refusal)
  })

  it('with names after one with nobody is refused with alias beyond 20', () => {
    const nobody = { cutOff: '2026-02-01', entries: 0, names: 0 }
    expect(refusalOf(version('2026-02-02', 10, 20), nobody, false)).toBeNull()
    expect(refusalOf(version('2026-02-02', 10, 21), nobody, false)).toBe('alias')
  })

  it('is of the same origin where its files have the same bytes, in their order', () => {
    const file = (digest: string, etag: string | null = null) => ({ etag, digest })
    expect(isSameOrigin([file('a', '1'), file('b')], [file('a', '2'), file('b')])).toBe(true)
    expect(isSameOrigin([file('a'), file('b')], [file('a'), file('c')])).toBe(false)
    expect(isSameOrigin([file('a')], [file('a'), file('b')])).toBe(false)
    expect(isSameOrigin([file('a'), file('b')], [file('a')])).toBe(false)
    expect(isSameOrigin([file('a')], null)).toBe(false)
    expect(isSameOrigin(null, [file('a')])).toBe(false)
    expect(isSameOrigin(null, null)).toBe(false)
  })

  it('of 69-B Bis may have nobody', () => {
    const nobody = { ...version('2026-02-02', 0), list: 'sat_69b_bis' as const }
    expect(refusalOf(nobody, null, false)).toBeNull()
    expect(refusalOf(nobody, { cutOff: '2026-02-01', entries: 3, names: 3 }, false)).toBeNull()
  })

  it('that is forced is refused only when it is of the future', () => {
    expect(refusalOf(version('2020-01-01', 0), current, true)).toBeNull()
    expect(refusalOf(version('2026-03-03', 1_000), current, true)).toBe('futura')
  })
})

describe('a day', () => {
  it.each([
    ['2026-02-28', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['26-02-28', false],
    ['2026-02-28T00:00', false],
    ['', false],
  ])('%s is one: %s', (text, is) => {
    expect(isDay(text)).toBe(is)
  })
})
