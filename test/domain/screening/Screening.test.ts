import { Option } from 'effect'
import { describe, expect, it } from 'vitest'
import { parse } from '#domain/person/Curp.ts'
import type { ListEntry } from '#domain/screening/ListEntry.ts'
import { personOf, personWithoutCurp } from '#domain/screening/ScreenedPerson.ts'
import { type Birth, birthOf, disqualificationsOf, hasSameCurp, swappedDay } from '#domain/screening/Screening.ts'

const name = { nombres: 'Eulalia', primerApellido: 'Zúñiga', segundoApellido: 'Olmedo' }
const curp = (text: string) => Option.getOrThrow(parse(text))
const eulalia = personOf(name, curp('ZUOE800305MVZXLL09'))

const entry = (facts: Partial<ListEntry>): ListEntry => ({
  id: '1',
  names: [],
  births: [],
  sex: null,
  foreign: false,
  curps: [],
  rfc: null,
  situation: null,
  ...facts,
})

describe('the person of a CURP', () => {
  it('has its birth date, sex and letters, and the name of the registry', () => {
    const known = { name, born: '1980-03-05', sex: 'M', bornAbroad: false } as const
    expect(personOf(name, curp('ZUOE800305MVZXLL09'))).toEqual({
      ...known,
      letters: 'ZUOE',
      curp: 'ZUOE800305MVZXLL09',
    })
  })

  it('has the letters that the name gives where the CURP is not known', () => {
    const known = { name, born: '1980-03-05', sex: 'M', bornAbroad: false } as const
    expect(personWithoutCurp(known)).toEqual({ ...known, letters: 'ZUOE', curp: null })
  })

  it('is born abroad where the CURP says NE, and in this century where it says so', () => {
    expect(personOf(name, curp('ZUOE050305XNEXLLA9'))).toMatchObject({
      born: '2005-03-05',
      sex: 'X',
      bornAbroad: true,
    })
  })
})

describe('the birth date of an entry', () => {
  it.each<[Birth, string, Partial<ListEntry>]>([
    ['unknown', 'that tells none', {}],
    ['exact', 'that is the day', { births: ['1980-03-05/1980-03-05'] }],
    ['exact', 'one of which is the day', { births: ['1950-01-01/1950-12-31', '1980-03-05/1980-03-05'] }],
    ['near', 'that has the day within', { births: ['1980-01-01/1980-12-31'] }],
    ['near', 'that ends on the day', { births: ['1979-01-01/1980-03-05'] }],
    ['near', 'that has the day within five years', { births: ['1978-01-01/1982-12-31'] }],
    ['wide', 'that has the day within six years', { births: ['1977-01-01/1982-12-31'] }],
    ['swapped', 'that has day and month swapped', { births: ['1980-05-03/1980-05-03'] }],
    ['off', 'a day later', { births: ['1980-03-06/1980-03-06'] }],
    ['off', 'a month later', { births: ['1980-04-05/1980-04-05'] }],
    ['off', 'a year later', { births: ['1981-03-05/1981-03-05'] }],
    ['other', 'a month and a day later', { births: ['1980-04-06/1980-04-06'] }],
    ['other', 'a year and a day later', { births: ['1981-03-06/1981-03-06'] }],
    [
      'near',
      'one of which is a day later and one has the day within',
      { births: ['1980-03-06/1980-03-06', '1980-01-01/1980-12-31'] },
    ],
    ['other', 'that ends the day before', { births: ['1979-01-01/1980-03-04'] }],
    ['exact', 'of an RFC with the same ten characters', { rfc: 'ZUOE800305' }],
    ['exact', 'of an RFC with an X for a letter, in an inconvenient word', { rfc: 'ZUOX800305' }],
    ['exact', 'of an RFC in which the CURP has X', { rfc: 'ZUOE800305' }],
    ['off', 'of an RFC of another day', { rfc: 'ZUOE800306' }],
    ['off', 'of an RFC of another decade', { rfc: 'ZUOE700305' }],
    ['off', 'of an RFC of another year', { rfc: 'ZUOE810305' }],
    ['off', 'of an RFC of a month ten later', { rfc: 'ZUOE801305' }],
    ['off', 'of an RFC of another month', { rfc: 'ZUOE800205' }],
    ['off', 'of an RFC of a day ten later', { rfc: 'ZUOE800315' }],
    ['near', 'that begins on the day', { births: ['1980-03-05/1980-12-31'] }],
    ['other', 'that begins later', { births: ['1980-06-01/1980-12-31'] }],
    ['other', 'of an RFC of another day and month', { rfc: 'ZUOE800406' }],
    ['other', 'of an RFC of another day and other letters', { rfc: 'ZAOE800306' }],
    ['other', 'of an RFC of other letters', { rfc: 'ZAOE800305' }],
  ])('is %s to one %s', (birth, _, facts) => {
    expect(birthOf(entry(facts), eulalia)).toBe(birth)
  })

  it('is that of an RFC whose letters the CURP replaces, or that follow rules of their own', () => {
    const of = (rfc: string, changes: object) => birthOf(entry({ rfc }), { ...eulalia, ...changes })
    expect(of('PULX800305', { letters: 'PXLJ' })).toBe('exact')
    expect(of('ÑAÑP800305', { letters: 'XAXP' })).toBe('exact')
    expect(of('ZUEU800305', { letters: 'ZUXE', name: { ...name, segundoApellido: null } })).toBe('exact')
    expect(of('LOEU800305', { letters: 'LXOE', name: { ...name, primerApellido: 'Li' } })).toBe('exact')
    expect(of('ZUEU800305', { letters: 'ZUOE' })).toBe('other')
  })

  it('is that of an RFC with the letter of María or José where the CURP has that of the next name, or the other way round', () => {
    const of = (rfc: string, letters: string) => birthOf(entry({ rfc }), { ...eulalia, letters })
    expect([of('GOGM800305', 'GOGE'), of('GOGE800305', 'GOGM')]).toEqual(['exact', 'exact'])
    expect([of('GARJ800305', 'GARR'), of('GARR800305', 'GARJ')]).toEqual(['exact', 'exact'])
    expect([of('GARL800305', 'GARR'), of('MARR800305', 'GARR'), of('GAMR800305', 'GARR')]).toEqual([
      'other',
      'other',
      'other',
    ])
  })

  it('is swapped only where that gives a day', () => {
    expect([swappedDay('1980-03-05'), swappedDay('1980-05-17')]).toEqual(['1980-05-03', '1980-05-17'])
  })
})

describe('an entry', () => {
  const disqualified = (facts: Partial<ListEntry>, changes: object = {}) =>
    disqualificationsOf(entry(facts), { ...eulalia, ...changes })

  it('is about somebody else when it tells another birth date, sex or country', () => {
    expect(disqualified({})).toEqual([])
    expect(disqualified({ births: ['1981-04-05/1981-04-05'] })).toEqual(['birth'])
    expect(disqualified({ births: ['1981-03-05/1981-03-05'] })).toEqual([])
    expect(disqualified({ sex: 'H' })).toEqual(['sex'])
    expect(disqualified({ sex: 'M' })).toEqual([])
    expect(disqualified({ foreign: true })).toEqual(['country'])
    expect(disqualified({ births: ['1981-04-05/1981-04-05'], sex: 'H', foreign: true })).toEqual([
      ...['birth', 'sex', 'country'],
    ])
  })

  it('is not ruled out by a sex where the CURP has X', () => {
    expect(disqualified({ sex: 'H' }, { sex: 'X' })).toEqual([])
  })

  it('is not ruled out by a country who was born abroad, nor where the birth date agrees to the day', () => {
    expect(disqualified({ foreign: true }, { bornAbroad: true })).toEqual([])
    expect(disqualified({ foreign: true, births: ['1980-03-05/1980-03-05'] })).toEqual([])
    expect(disqualified({ foreign: true, births: ['1980-05-03/1980-05-03'] })).toEqual([])
    expect(disqualified({ foreign: true, births: ['1980-01-01/1980-12-31'] })).toEqual(['country'])
    expect(disqualified({ foreign: true, births: ['1981-03-05/1981-03-05'] })).toEqual(['country'])
  })

  it('with the CURP of the person is ruled out by nothing', () => {
    const told = { births: ['1950-01-01/1950-01-01'], sex: 'H', foreign: true } as const
    expect(disqualified({ ...told, curps: ['ZUOE800305MVZXLL01'] })).toEqual(['birth', 'sex', 'country'])
    expect(disqualified({ ...told, curps: ['ZUOE800305MVZXLL01', 'ZUOE800305MVZXLL09'] })).toEqual([])
    expect(hasSameCurp(entry({ curps: ['ZUOE800305MVZXLL09'] }), { ...eulalia, curp: null })).toBe(false)
  })
})
