import { readFileSync } from 'node:fs'
import { Option } from 'effect'
import { describe, expect, it } from 'vitest'
import { checkDigit, parse } from '#domain/person/Curp.ts'

/**
 * What the library stdnum 1.12.0 answered about these texts: 20 valid CURPs, each digit in place of the check digit of
 * two of them, and 5 CURPs of the sandbox, whose check digit is wrong on purpose.
 */
const oracle: { readonly valid: ReadonlyArray<string>; readonly invalid: ReadonlyArray<string> } = JSON.parse(
  readFileSync('test/domain/person/stdnum.json', 'utf8'),
)
const digitIsRight = (text: string): boolean => Option.getOrThrow(parse(text)).checkDigitIsRight
const withDigit = (first17: string): string => first17 + checkDigit(first17)

describe('stdnum as an oracle of the CURP', () => {
  it('accepts exactly those whose check digit is right; we accept the form of all of them', () => {
    expect(oracle.valid.filter((text) => !digitIsRight(text))).toEqual([])
    expect(oracle.invalid.filter(digitIsRight)).toEqual([])
  })

  it.each([
    ['an inconvenient word, which people do bear', withDigit('PUTA900101HDFRRS0'), true],
    ['no vowel in second place', withDigit('LZMP900101HDFRRS0'), false],
    ['vowels where consonants of the names stand', withDigit('LIMP900101HDFAEI0'), false],
    ['lower case', withDigit('LIMP900101HDFRRS0').toLowerCase(), false],
    ['blanks between its groups', `LIMP 900101 ${withDigit('LIMP900101HDFRRS0').slice(10)}`, false],
  ])('answers the opposite of us, and must, about %s', (_, text, accepted) => {
    expect(Option.isSome(parse(text))).toBe(accepted)
  })
})
