import fc from 'fast-check'
import { checkDigit } from '#domain/person/Curp.ts'

/** The 33 codes of the official catalogue, written down apart from the domain's. */
export const entityCodes = [
  ...['AS', 'BC', 'BS', 'CC', 'CL', 'CM', 'CS', 'CH', 'DF', 'DG', 'GT'],
  ...['GR', 'HG', 'JC', 'MC', 'MN', 'MS', 'NT', 'NL', 'OC', 'PL', 'QT'],
  ...['QR', 'SP', 'SL', 'SR', 'TC', 'TS', 'TL', 'VZ', 'YN', 'ZS', 'NE'],
]

/** What a CURP is written from, and the text. */
export interface WrittenCurp {
  readonly text: string
  readonly prefix: string
  readonly birthDate: { readonly year: number; readonly month: number; readonly day: number }
  readonly sex: string
  readonly entity: string
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const oneOf = (chars: string) => fc.constantFrom(...chars)
const twoDigits = (value: number) => String(value % 100).padStart(2, '0')

const anyPrefix = fc
  .tuple(oneOf(letters), oneOf('AEIOUX'), oneOf(letters), oneOf(letters))
  .map((chars) => chars.join(''))

const bornUntil = (last: string) =>
  fc
    .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date(last), noInvalidDate: true })
    .map((date) => ({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }))

const written = (
  prefix: fc.Arbitrary<string>,
  digitAhead: fc.Arbitrary<number>,
  born: ReturnType<typeof bornUntil>,
): fc.Arbitrary<WrittenCurp> =>
  fc
    .record({
      prefix,
      birthDate: born,
      sex: oneOf('HMX'),
      entity: fc.constantFrom(...entityCodes),
      consonants: fc.tuple(...Array.from({ length: 3 }, () => oneOf('BCDFGHJKLMNPQRSTVWXYZ'))),
      mark: fc.record({ digit: oneOf('0123456789'), letter: oneOf(letters) }),
      digitAhead,
    })
    .map(({ prefix, birthDate, sex, entity, consonants, mark, digitAhead }) => {
      const date = [birthDate.year, birthDate.month, birthDate.day].map(twoDigits).join('')
      const century = birthDate.year < 2000 ? mark.digit : mark.letter
      const first17 = `${prefix}${date}${sex}${entity}${consonants.join('')}${century}`
      const digit = (Number(checkDigit(first17)) + digitAhead) % 10
      return { text: `${first17}${digit}`, prefix, birthDate, sex, entity }
    })

/** Any CURP in the official form, with the right check digit. */
export const arbitraryCurp: fc.Arbitrary<WrittenCurp> = written(anyPrefix, fc.constant(0), bornUntil('2099-12-31'))

/** A CURP of the sandbox that a request may have: the scenario's prefix and, on purpose, a wrong check digit. */
export const arbitrarySandboxCurp = (prefix: string): fc.Arbitrary<WrittenCurp> =>
  written(fc.constant(prefix), fc.integer({ min: 1, max: 9 }), bornUntil('2025-12-31'))
