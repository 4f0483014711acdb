import { Option } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { containsCurp, parse } from '#domain/person/Curp.ts'
import { arbitraryCurp, arbitrarySandboxCurp } from '#test/support/arbitraryCurp.ts'

/** What each position may hold, whatever stands beside it. */
const classes = [
  /[A-Z]/,
  /[AEIOUX]/,
  /[A-Z]/,
  /[A-Z]/,
  ...Array.from({ length: 6 }, () => /[0-9]/),
  /[HMX]/,
  /[A-Z]/,
  /[A-Z]/,
  ...Array.from({ length: 3 }, () => /[B-DF-HJ-NP-TV-Z]/),
  /[0-9A-Z]/,
  /[0-9]/,
]

const anyCharacter = fc.oneof(
  fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
  fc.constantFrom(...'abcxyzABCEMÑñ0123456789-_ \u0000'),
)

describe('any CURP', () => {
  it('parses and gives its parts back', () => {
    fc.assert(
      fc.property(arbitraryCurp, ({ text, ...written }) => {
        expect(parse(text)).toStrictEqual(Option.some({ value: text, ...written, checkDigitIsRight: true }))
      }),
    )
  })

  it('parses with the prefix of a sandbox scenario and a wrong check digit', () => {
    const scenarios = ['LIMP', 'MARC', 'ROJF', 'ROJI', 'LERT', 'FALL', 'NOEX']
    const sandbox = fc.constantFrom(...scenarios).chain(arbitrarySandboxCurp)
    fc.assert(
      fc.property(sandbox, ({ text, ...written }) => {
        expect(parse(text)).toStrictEqual(Option.some({ value: text, ...written, checkDigitIsRight: false }))
      }),
    )
  })

  it('is refused when one position holds what its class does not have [curp_invalida]', () => {
    const mutation = fc.integer({ min: 0, max: 17 }).chain((at) =>
      fc.tuple(
        fc.constant(at),
        anyCharacter.filter((char) => !classes[at]?.test(char)),
      ),
    )
    fc.assert(
      fc.property(arbitraryCurp, mutation, ({ text }, [at, char]) => {
        expect(parse(text.slice(0, at) + char + text.slice(at + 1))).toStrictEqual(Option.none())
      }),
      { numRuns: 2_000 },
    )
  })

  it('is refused when a character is left out or put in [curp_invalida]', () => {
    fc.assert(
      fc.property(arbitraryCurp, fc.nat(17), anyCharacter, ({ text }, at, char) => {
        expect(parse(text.slice(0, at) + text.slice(at + 1))).toStrictEqual(Option.none())
        expect(parse(text.slice(0, at) + char + text.slice(at))).toStrictEqual(Option.none())
      }),
    )
  })

  it('is found in a text, in any case, with any natural separators', () => {
    const separator = fc.constantFrom('', '-', '_', '.', ' ', '/', ' - ', '%').filter((gap) => gap.length <= 2)
    const around = fc.constantFrom('', ' ', '/', '_', '?id=', '.', 'ver-', '"')
    fc.assert(
      fc.property(arbitraryCurp, separator, around, fc.boolean(), ({ text }, gap, edge, lower) => {
        const grouped = [text.slice(0, 4), text.slice(4, 10), text.slice(10, 16), text.slice(16)].join(gap)
        const shown = `${edge}${lower ? grouped.toLowerCase() : grouped}${edge}`
        expect(containsCurp(shown)).toBe(true)
      }),
    )
  })
})

describe('parse and containsCurp', () => {
  it('agree that a text is a CURP, and never throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(Option.isSome(parse(text)) && !containsCurp(text)).toBe(false)
      }),
    )
  })
})
