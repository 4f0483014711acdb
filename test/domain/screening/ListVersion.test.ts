import { DateTime, Duration } from 'effect'
import { describe, expect, it } from 'vitest'
import { ageOf, isDay, type ListVersion, refusalOf } from '#domain/screening/ListVersion.ts'

const now = DateTime.makeUnsafe('2026-03-01T12:00:00Z')
const version = (cutOff: string, entries: number): ListVersion => ({
  ...{ list: 'onu', cutOff, entries, importedAt: now, keyRevision: 1 },
})
const current = { cutOff: '2026-02-01', entries: 100 }

describe('a version of a list', () => {
  it('is as old as its cut-off, and never younger than none', () => {
    expect(Duration.toHours(ageOf({ cutOff: '2026-02-28' }, now))).toBe(36)
    expect(Duration.toHours(ageOf({ cutOff: '2026-03-02' }, now))).toBe(0)
  })

  it.each([
    [null, version('2026-02-01', 100), current],
    [null, version('2026-02-02', 50), current],
    [null, version('2026-03-02', 100), current],
    [null, version('1999-01-01', 1), null],
    ['anterior', version('2026-01-31', 100), current],
    ['encogida', version('2026-02-02', 49), current],
    ['encogida', version('2026-02-02', 0), null],
    ['futura', version('2026-03-03', 100), null],
  ])('is refused with %s', (refusal, next, former) => {
    expect(refusalOf(next, former, false)).toBe(refusal)
  })

  it('that is forced is refused only when it is of the future', () => {
    expect(refusalOf(version('2020-01-01', 0), current, true)).toBeNull()
    expect(refusalOf(version('2026-03-03', 100), current, true)).toBe('futura')
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
