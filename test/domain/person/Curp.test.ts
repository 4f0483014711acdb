import { Option } from 'effect'
import { describe, expect, it } from 'vitest'
import { parse } from '#domain/person/Curp.ts'
import { entityCodes } from '#test/support/arbitraryCurp.ts'

const isCurp = (text: string) => Option.isSome(parse(text))

describe('the official form of a CURP', () => {
  it('is read into prefix, date of birth, sex and entity', () => {
    expect(parse('HEGG560427MVZRRL04')).toStrictEqual(
      Option.some({
        value: 'HEGG560427MVZRRL04',
        prefix: 'HEGG',
        birthDate: { year: 1956, month: 4, day: 27 },
        sex: 'M',
        entity: 'VZ',
        checkDigitIsRight: true,
      }),
    )
  })

  it.each([
    ['BOXW310820HNERXN09', 'born abroad, NE, no second surname'],
    ['GOMC800101HDFLRR09', 'wrong check digit'],
    ['GOMC800101XDFLRR09', 'sex X'],
    ['GXMC800101HDFLRR09', 'X in place of the vowel'],
    ['GOMC800101HDFXXX09', 'X in place of every consonant'],
    ['PUTO800101HDFLRR09', 'an inconvenient word'],
    ['GOMC960229HDFLRR09', '29 February 1996'],
    ['GOMC000229HDFLRRA9', '29 February 2000'],
    ['GOMC040229HDFLRRZ9', '29 February 2004'],
    ['GOMC991231HDFLRR09', 'last day of a century'],
    ['GOMC000101HDFLRRA0', 'first day of a century'],
    ['GOMC991231HDFLRRA0', 'a day to come: the form knows no clock'],
  ])('accepts %s (%s)', (text) => {
    expect(isCurp(text)).toBe(true)
  })

  it.each([
    ['', 'empty'],
    ['GOMC800101HDFLRR0', '17 characters'],
    ['GOMC800101HDFLRR090', '19 characters'],
    [' GOMC800101HDFLRR09', 'leading blank'],
    ['GOMC800101HDFLRR09 ', 'trailing blank'],
    ['GOMC800101HDFLRR09\n', 'trailing line feed'],
    ['\nGOMC800101HDFLRR09', 'leading line feed'],
    ['GOMC800101HDFLRR0\u0000', 'NUL'],
    ['GOMC800101HDFLRR09\u0000', 'trailing NUL'],
    ['gomc800101hdflrr09', 'lower case'],
    ['GOMC800101HDFLRr09', 'one letter in lower case'],
    ['GOMC-800101-HDFLRR-09', 'separators'],
    ['ÑOMC800101HDFLRR09', 'Ñ, which a CURP writes as X'],
    ['GOÑC800101HDFLRR09', 'Ñ in the prefix'],
    ['GOMC800101HDFLÑR09', 'Ñ among the consonants'],
    ['GOMC800101HDFLRRÑ9', 'Ñ in position 17'],
    ['ＧOMC800101HDFLRR09', 'full-width letter'],
    ['GOMC８00101HDFLRR09', 'full-width digit'],
    ['GOMC٨00101HDFLRR09', 'Arabic-Indic digit'],
    ['GOMC800101HDFLRR0😀', 'emoji'],
    ['😀MC800101HDFLRR09', 'emoji in front'],
    ['GOMC800101HDFLRR0\ud83d', 'unpaired surrogate'],
    ['GBMC800101HDFLRR09', 'second letter neither vowel nor X'],
    ['GYMC800101HDFLRR09', 'Y is no vowel'],
    ['GOMC801301HDFLRR09', 'month 13'],
    ['GOMC800001HDFLRR09', 'month 00'],
    ['GOMC800100HDFLRR09', 'day 00'],
    ['GOMC800132HDFLRR09', 'day 32'],
    ['GOMC800431HDFLRR09', '31 April'],
    ['GOMC800631HDFLRR09', '31 June'],
    ['GOMC800931HDFLRR09', '31 September'],
    ['GOMC801131HDFLRR09', '31 November'],
    ['GOMC800230HDFLRR09', '30 February'],
    ['GOMC950229HDFLRR09', '29 February 1995'],
    ['GOMC000229HDFLRR09', '29 February 1900: a digit in position 17'],
    ['GOMC010229HDFLRRA9', '29 February 2001'],
    ['GOMC800101NDFLRR09', 'sex N'],
    ['GOMC800101HMXLRR09', 'entity MX'],
    ['GOMC800101HEMLRR09', 'entity EM'],
    ['GOMC800101HDFLAR09', 'a vowel among the consonants'],
    ['GOMC800101HDFL1R09', 'a digit among the consonants'],
    ['GOMC800101HDFLRR-9', 'a sign in position 17'],
    ['GOMC800101HDFLRR0A', 'a letter in position 18'],
  ])('refuses %j (%s) [curp_invalida]', (text) => {
    expect(isCurp(text)).toBe(false)
  })

  it('knows the 33 entity codes and no other', () => {
    const upper = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const pairs = upper.flatMap((first) => upper.map((second) => first + second))
    const accepted = pairs.filter((entity) => isCurp(`GOMC800101H${entity}LRR09`))
    expect(accepted).toHaveLength(33)
    expect(accepted).toStrictEqual([...entityCodes].sort())
  })

  it('takes every consonant, and only those, as internal consonants', () => {
    const upper = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    expect(upper.filter((letter) => isCurp(`GOMC800101HDFLR${letter}09`)).join('')).toBe('BCDFGHJKLMNPQRSTVWXYZ')
    expect(upper.filter((letter) => isCurp(`G${letter}MC800101HDFLRR09`)).join('')).toBe('AEIOUX')
  })

  it('tells the century by position 17', () => {
    const yearOf = (text: string) => Option.map(parse(text), ({ birthDate }) => birthDate.year)
    expect(yearOf('GOMC050101HDFLRR99')).toStrictEqual(Option.some(1905))
    expect(yearOf('GOMC050101HDFLRRA9')).toStrictEqual(Option.some(2005))
  })
})
