import { describe, expect, it } from 'vitest'
import { keyed, keysOf } from '#adapters/lists/Keys.ts'
import type { ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import { swappedDay } from '#domain/screening/Screening.ts'
import { heldOutPairs, trainPairs } from '#tools/lists/labelled/Labelled.ts'
import { inYear, on, type Pair } from '#tools/lists/labelled/Pair.ts'
import { isRight, qualityOf, verdictOf } from '#tools/lists/labelled/Quality.ts'
import { namingPairs } from '#tools/lists/naming/Naming.ts'

const told = ({ family, person, entry }: Pair): string =>
  `${family}: ${Object.values(person.name).join(' ')}, ${person.born}; ${entry.names.join('; ')} ${entry.births.join()}`

const shareKey = ({ person, entry }: Pair): boolean => {
  const keys = new Set(keysOf(person))
  return keyed(entry).keys.some((key) => keys.has(key))
}

describe.each([
  ['by which the rules were chosen', trainPairs],
  ['held out', heldOutPairs],
])('labelled pairs %s', (_, pairs) => {
  it('are several hundred, of one person and of two', () => {
    expect(pairs.filter(({ isSame }) => isSame).length).toBeGreaterThan(400)
    expect(pairs.filter(({ isSame }) => !isSame).length).toBeGreaterThan(400)
  })

  it('of one person all match, and are possible where the entry has no date or a wide one', () => {
    expect(pairs.filter((pair) => pair.isSame && !isRight(pair)).map(told)).toEqual([])
  })

  it('of one person share a key, by which the entry is found', () => {
    expect(pairs.filter((pair) => pair.isSame && !shareKey(pair)).map(told)).toEqual([])
  })

  it('of two people do not match', () => {
    expect(pairs.filter((pair) => !pair.isSame && verdictOf(pair) === 'match').map(told)).toEqual([])
  })
})

describe('pairs by the rules of naming, made apart from the matching', () => {
  const quality = qualityOf(namingPairs)

  it('are of all rules', () => {
    expect(namingPairs.length).toBeGreaterThanOrEqual(800)
    expect(new Set(namingPairs.map(({ family }) => family)).size).toBeGreaterThan(100)
  })

  it('share a key where they match or are possible', () => {
    expect(namingPairs.filter((pair) => verdictOf(pair) !== null && !shareKey(pair)).map(told)).toEqual([])
  })

  const sharing = (birthsOf: (person: ScreenedPerson) => ReadonlyArray<string>, pairs = namingPairs) => {
    const dated = pairs.map((pair) => ({
      ...pair,
      entry: { ...pair.entry, rfc: null, situation: null, births: birthsOf(pair.person) },
    }))
    const hits = dated.filter((pair) => verdictOf(pair) !== null)
    expect(hits.length).toBeGreaterThan(100)
    return hits.filter((pair) => !shareKey(pair)).map(told)
  }

  it('share a key where they are hits when the birth date is known, in whatever order', () => {
    expect(sharing(({ born }) => [on(born)])).toEqual([])
    expect(sharing(({ born }) => [on(swappedDay(born))])).toEqual([])
  })

  it('share one when the year is known, or nothing, but for what only a day makes up for', () => {
    const others = namingPairs.filter(({ family }) => !family.includes('(day)'))
    expect(sharing(({ born }) => [inYear(born)], others)).toEqual([])
    expect(sharing(() => [], others)).toEqual([])
  })

  it('are found, but for one, and no other', () => {
    expect(quality.lost).toBeLessThanOrEqual(1)
    expect(quality.falseMatches).toBe(0)
  })
})
