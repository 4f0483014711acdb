import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { descriptive } from '#domain/wording/lexicon/descriptive.ts'
import { rating } from '#domain/wording/lexicon/rating.ts'
import { scansOf, wordingOf } from '#domain/wording/Wording.ts'

/** As long as `webhook_url` may be. */
const longest = 2_000
/** Letters, words and phrases that may be looked at for each character, in all readings of a text together. */
const mostSteps = 60

const repeated = (unit: string, length = longest): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

const stepsOf = (text: string): number => wordingOf(scansOf(text)).steps

const words = [...new Set([...descriptive.words, ...descriptive.traits, ...rating.words, ...rating.traits])]
const phraseWords = [...descriptive.phrases, ...rating.phrases].flat().flatMap((position) => position.split('|'))

/** The beginning of a word, which is looked at and leads nowhere. */
const beginning = fc
  .tuple(fc.constantFrom(...words), fc.integer({ min: 1, max: 20 }))
  .map(([word, end]) => word.slice(0, end))
const piece = fc.oneof(
  beginning,
  fc.constantFrom(...words),
  fc.constantFrom(...phraseWords),
  fc.constantFrom('de', 'la', 'con', 'sin', 'no', 'dos', 'mayor', 'anos', 'solicitud', 'inquilino', 'calle', 'para'),
  fc.constantFrom(
    '3',
    '12',
    '65',
    '1950',
    '7a',
    'aB',
    'a0',
    '0',
    '1',
    '@',
    '$',
    '4l0',
    'ñ',
    'é',
    '%61',
    '%2561',
    '%F3',
    '%',
  ),
)
const separator = fc.constantFrom('', '', '-', '_', '/', '=', '&', '.', ' ', '%20')
const unit = fc
  .array(fc.tuple(piece, separator), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.map((part) => part.join('')).join(''))

describe('what the words of a text cost', () => {
  it('grows no faster than its length, whatever is repeated in it', () => {
    let most = 0
    fc.assert(
      fc.property(unit, (text) => {
        const steps = stepsOf(repeated(text)) / longest
        most = Math.max(most, steps)
        expect(steps).toBeLessThanOrEqual(mostSteps)
        const shorter = stepsOf(repeated(text, longest / 4))
        // Four times the text is at most four times the work, and what a single reading adds.
        expect(stepsOf(repeated(text))).toBeLessThanOrEqual(6 * shorter + longest)
      }),
      { numRuns: 1_000 },
    )
    expect(most).toBeGreaterThan(5)
  }, 60_000)

  it.each([
    'a',
    'de-',
    'no',
    'sin-',
    'm-o-r-o-s-o-',
    'desempleada',
    'embarazad',
    'incapacitadoincapacitad',
    '3mb4r4z4d4-',
    '1l1l1l1l',
    'aB',
    'a1',
    '0brer0',
    'inquilino-de-la-',
    'con-sin-con-',
    '12-anos-',
    'LasSolteras28A',
    '%2561',
    '%61',
    'tel-1',
    'pasaporte-a',
    '@a.',
    'x9',
  ])('is bounded for %s over and over', (text) => {
    expect(stepsOf(repeated(text)) / longest).toBeLessThanOrEqual(mostSteps)
  })
})
