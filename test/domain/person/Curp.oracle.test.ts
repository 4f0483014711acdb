import { Option } from 'effect'
import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { describe, expect, it } from 'vitest'
import { checkDigit, parse } from '#domain/person/Curp.ts'
import { arbitraryCurp, arbitrarySandboxCurp } from '#test/support/arbitraryCurp.ts'

const { curp: oracle } = stdnum['MX'] ?? {}
const accepts = (text: string): boolean => oracle?.validate(text).isValid ?? false
const ours = (text: string): boolean => Option.isSome(parse(text))
const withDigit = (first17: string): string => first17 + checkDigit(first17)

/** A first letter group that is no word, whatever its letters: inconvenient words are all of them pronounceable. */
const unspeakable = (text: string): boolean => /^[A-Z][X][BCDFGHJ-NP-TV-Z]{2}/.test(text)

describe('stdnum as an oracle of the CURP', () => {
  it('accepts what we accept, when the check digit is right, nobody is unborn and no word is inconvenient', () => {
    fc.assert(
      fc.property(arbitraryCurp, ({ text, birthDate }) => {
        fc.pre(unspeakable(text) && birthDate.year <= 2020)
        expect([ours(text), accepts(text)]).toEqual([true, true])
      }),
      { numRuns: 300 },
    )
  })

  it('reckons the same check digit', () => {
    fc.assert(
      fc.property(arbitraryCurp, fc.integer({ min: 0, max: 9 }), ({ text, birthDate }, digit) => {
        fc.pre(unspeakable(text) && birthDate.year <= 2020)
        const other = text.slice(0, -1) + digit
        expect(accepts(other)).toBe(Option.getOrThrow(parse(other)).checkDigitIsRight)
      }),
      { numRuns: 300 },
    )
  })

  it('refuses, and we must accept, a wrong check digit: sandbox CURPs carry one on purpose', () => {
    fc.assert(
      fc.property(arbitrarySandboxCurp('LIMP'), ({ text }) => {
        expect([ours(text), accepts(text)]).toEqual([true, false])
      }),
    )
  })

  it.each([
    ['an inconvenient word, which people do bear', withDigit('PUTA900101HDFRRS0'), true, false],
    ['no vowel in second place', withDigit('LZMP900101HDFRRS0'), false, true],
    ['vowels where consonants of the names stand', withDigit('LIMP900101HDFAEI0'), false, true],
    ['lower case', withDigit('LIMP900101HDFRRS0').toLowerCase(), false, true],
    ['blanks between its groups', `LIMP 900101 ${withDigit('LIMP900101HDFRRS0').slice(10)}`, false, true],
  ])('differs, and must, about %s', (_, text, accepted, accepts18) => {
    expect([ours(text), accepts(text)]).toEqual([accepted, accepts18])
  })
})
