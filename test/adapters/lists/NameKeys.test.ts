import { describe, expect, it } from 'vitest'
import { phoneticFullName } from '#adapters/lists/Agreement.ts'
import { keyed, keysOf } from '#adapters/lists/Keys.ts'
import { explained } from '#adapters/lists/Matching.ts'
import { givenKeys, listedGivenKeys, oneSurnameKeys, twoSurnameKeys } from '#adapters/lists/NameKeys.ts'
import { namePrefixesIn, namePrefixesOf } from '#adapters/lists/NamePrefixes.ts'
import { isLegible, mayBeMarried, nameTokens, readingsOf } from '#adapters/lists/NameTokens.ts'
import { eachOf } from '#adapters/lists/PhoneticName.ts'
import { similarity } from '#adapters/lists/Similarity.ts'
import { phoneticKeys } from '#domain/person/PhoneticKey.ts'
import type { ListEntry } from '#domain/screening/ListEntry.ts'
import type { ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import { entryOf, inYear, on, screened } from '#tools/lists/labelled/Pair.ts'

const phoneticName = (text: string) => eachOf(nameTokens(text))
const eulalia = screened({
  nombres: 'Eulalia',
  primerApellido: 'Zúñiga',
  segundoApellido: 'Peña',
  born: '1980-05-17',
  sex: 'M',
})
const single = { ...eulalia, name: { ...eulalia.name, segundoApellido: null } }

describe('the parts of a name that are keys', () => {
  it('are two of three and the letter of the other, or the only surname and the given names', () => {
    const given = { initials: ['E.'], sounds: ['EULALIA'] }
    expect(twoSurnameKeys(phoneticName('Zúñiga'), phoneticName('Peña'), given)).toEqual([
      ' SUNIGA PENA E.',
      ' SUNIGA P. EULALIA',
      ' S. PENA EULALIA',
    ])
    expect(oneSurnameKeys(phoneticName('Zúñiga'), given)).toEqual([' SUNIGA EULALIA'])
  })

  it.each([
    ['Eulalia', ['E.'], ['EULALIA', ' EULALIA']],
    ['Rosa Ana', ['R.', 'A.'], ['ROSANA', ' ANA ROSA', '~ROSA', '~ANA']],
    ['María Eulalia', ['M.', 'E.'], ['MARIAEULALIA', ' EULALIA', '~MARIA', '~EULALIA']],
    ['Gema', ['J.', 'G.'], ['JEMA', 'GEMA', ' JEMA', ' GEMA']],
  ])('of the given names %s in an entry are these', (names, initials, sounds) => {
    expect(listedGivenKeys(phoneticName(names))).toEqual({ initials, sounds })
  })

  it('take names that may be said in two ways in both, up to three of them', () => {
    const { sounds } = listedGivenKeys(phoneticName('Gema Ana Gina Gela Gisa'))
    const inOrder = sounds.filter((sound) => sound.startsWith(' '))
    expect(inOrder.length).toBe(8)
    expect(inOrder.filter((sound) => !sound.includes('JISA'))).toEqual([])
    expect(inOrder).toContain(' ANA GELA GEMA GINA JISA')
  })

  it('of a person are all given names, and each by itself of who was born abroad', () => {
    const names = phoneticName('Rosa Ana')
    expect(givenKeys(names, false)).toEqual({ initials: ['R.', 'A.'], sounds: ['ROSANA', ' ANA ROSA'] })
    expect(givenKeys(names, true)).toEqual({
      initials: ['R.', 'A.'],
      sounds: ['ROSANA', ' ANA ROSA', 'ROSA', 'ANA', '~ROSA', '~ANA', '~ROSANA'],
    })
  })
})

describe('the letters with which a surname may begin', () => {
  it.each([
    ['ZUNIGA PENA, Eulalia', ['Z', 'S', 'P', 'E']],
    ['EULALIA ZUNIGA', ['E', 'Z', 'S']],
    [', Eulalia', ['E']],
    ['ZUNIGA,', ['Z', 'S']],
    ['P, Q', ['P', 'Q', 'k']],
    ['De Luna', ['L', 'D']],
    ['Wilfrido', ['W', 'G', 'B']],
  ])('in %s are %j', (published, letters) => {
    expect(namePrefixesIn(published)).toEqual(letters)
  })

  it.each([
    [eulalia, ['Z', 'U', 'S']],
    [{ ...eulalia, name: { ...eulalia.name, primerApellido: 'De Zúñiga' } }, ['Z', 'U', 'S', 'D', 'E']],
    [{ ...eulalia, name: { ...eulalia.name, primerApellido: 'De la Luz Vera' } }, ['L', 'U', 'D', 'E']],
  ])('of a registered name are those, and the second', (person, letters) => {
    expect(namePrefixesOf(phoneticFullName(person))).toEqual(letters)
  })
})

describe('an entry is found', () => {
  const isFound = (entry: ListEntry, person: ScreenedPerson): boolean => {
    const keys = new Set(keysOf(person))
    return keyed(entry).keys.some((key) => keys.has(key))
  }
  const spans = (births: string) => entryOf('ZUNIGA PENA, Eulalia', { births: [births] })
  const onDay = (names: string, day: string) => entryOf(names, { births: [on(day)] })
  const josefa = { ...single, name: { nombres: 'María', primerApellido: 'José', segundoApellido: null } }

  it.each<readonly [boolean, string, ListEntry, ScreenedPerson]>([
    [true, 'of the year', spans(inYear('1980-05-17')), eulalia],
    [false, 'of the next year', spans(inYear('1981-05-17')), eulalia],
    [true, 'of years with that one, the last', spans('1970-01-01/1980-12-31'), eulalia],
    [true, 'of years with that one, the first', spans('1980-01-01/1990-12-31'), eulalia],
    [false, 'of twelve years without that one', spans('1981-01-01/1992-12-31'), eulalia],
    [true, 'of thirteen years, whichever', spans('1981-01-01/1993-12-31'), eulalia],
    [true, 'of no date', entryOf('ZUNIGA PENA, Eulalia'), eulalia],
    [true, 'of no date and one surname, as has the person', entryOf('ZUNIGA, Eulalia'), single],
    [false, 'of no date and two surnames, of which the person has one', entryOf('ZUNIGA PENA, Eulalia'), single],
    [true, 'of a later day, with every word', onDay('PENA EULALIA ZUNIGA', '1980-05-18'), eulalia],
    [true, 'of a later month, with every word', onDay('PENA EULALIA ZUNIGA', '1980-06-17'), eulalia],
    [true, 'of a later year, with every word', onDay('PENA EULALIA ZUNIGA', '1981-05-17'), eulalia],
    [false, 'of a later day and month', onDay('PENA EULALIA ZUNIGA', '1980-06-18'), eulalia],
    [true, 'of a later day, with María besides', onDay('MARIA PENA EULALIA ZUNIGA', '1980-05-18'), eulalia],
    [false, 'of a later day, with another word', onDay('ROSA PENA EULALIA ZUNIGA', '1980-05-18'), eulalia],
    [true, 'of a later day, with both words', onDay('EULALIA ZUNIGA', '1980-05-18'), single],
    [true, 'of a later day, with no words but María and José', onDay('JOSE MARIA', '1980-05-18'), josefa],
    [false, 'of a later day, with others such', onDay('JOSE M', '1980-05-18'), josefa],
  ])('(%s) %s', (found, _, entry, person) => {
    expect(isFound(entry, person)).toBe(found)
  })
})

describe('words of a name', () => {
  const written = (text: string) => nameTokens(text).map(({ bare, glued }) => `${bare} ${glued}`)

  it.each([
    ['Fidencio de la', ['FIDENCIO FIDENCIO']],
    ['Ana Al', ['ANA ANA', 'AL AL']],
    ['Y', ['Y Y']],
  ])('that end in particles: %s', (text, words) => {
    expect(written(text)).toEqual(words)
  })

  it.each([
    ['Paz de Luna', true],
    ['Paz de la Luna', true],
    ['Paz Luna', false],
    ['Paz y Luna', false],
    ['De Paz Luna', false],
    ['De Luna', false],
    ['', false],
  ])('of %s may be those of a husband: %s', (text, may) => {
    expect(mayBeMarried(nameTokens(text))).toBe(may)
  })

  it('are read without the husband in two ways', () => {
    const read = (name: string) => readingsOf(name).map(({ surnames }) => surnames.map(({ bare }) => bare).join(' '))
    expect(read('SOL PAZ DE LUNA, Ana')).toEqual(['SOL PAZ LUNA', 'SOL PAZ'])
    expect(read(', Ana')).toEqual([''])
  })

  it.each([
    ['Ana', 'Paz', null, true],
    ['Ana', 'Paz', 'Luna', true],
    ['1', 'Paz', 'Luna', false],
    ['Ana', '-', 'Luna', false],
    ['Ana', 'Paz', '.', false],
  ])('can be searched by: %s %s %s: %s', (nombres, primerApellido, segundoApellido, is) => {
    expect(isLegible({ nombres, primerApellido, segundoApellido })).toBe(is)
  })
})

it('two names are so alike as letters are the same', () => {
  expect([similarity('', ''), similarity('ABCD', 'ABCE'), similarity('AB', 'XYZ')]).toEqual([1, 0.75, 0])
})

it('words are said in one way, but for those with X, G or W', () => {
  expect(['LUNA', 'GEMA', 'XIMENA', 'OSWALDO', 'WILA'].map(phoneticKeys)).toEqual([
    ['LUNA'],
    ['JEMA', 'GEMA'],
    ['JIMENA', 'SIMENA'],
    ['OSWALDO', 'OSBALDO'],
    ['WILA', 'GILA', 'BILA'],
  ])
})

describe('the name of an entry that is shown', () => {
  const shown = (...names: ReadonlyArray<string>) => explained(eulalia, [{ list: 'onu', entry: entryOf(names) }])[0]

  it.each([
    [['LUZ PRADO, Eulalia', 'ZUNIGA PENA, Rosa'], 'LUZ PRADO, Eulalia'],
    [['ZUNIGA PENA, Rosa', 'LUZ PRADO, Eulalia'], 'LUZ PRADO, Eulalia'],
    [['ZUNIGA PENA, Eulogia', 'PENA ZUNIGA, Eulalia'], 'PENA ZUNIGA, Eulalia'],
  ])('of %j is the closest: %s', (names, closest) => {
    expect(shown(...names)?.closestName).toBe(closest)
  })

  it('is none where it has none', () => {
    expect(shown()).toMatchObject({ closestName: '', similarity: { surnames: 0, givenNames: 0 } })
  })
})
