import { classesByWord, lexicon, type Meaning, type Phrase } from './Lexicon.ts'
import { numberWords, particles as particleWords } from './lexicon/common.ts'
import { rating } from './lexicon/rating.ts'
import { decoded, gaps, type Reading, readingOf, type Token } from './Tokens.ts'

/** Finds what describes or rates a person in the tokens of a text. */

const particles = new Set(particleWords)
const particlesBetween = 3
const smallNumbers = new Set(numberWords)

const yearOfBirth = /^(?:19[2-9]\d|200\d)$/
/** `19850312` or `850312`. The years of the second are not those of a dated folio. */
const dateOfBirth = /^(?:19[2-9]\d|200\d|[3-9]\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/

/** The symbols of phrases that a token matches. */
const symbolsOf = ({ kind, text, joined }: Token): ReadonlyArray<string> => {
  if (kind === 'word') {
    const asNumber = smallNumbers.has(text) ? ['#'] : []
    return [text, ...(joined === undefined ? [] : [joined]), ...(classesByWord.get(text) ?? []), ...asNumber]
  }
  if (kind !== 'number') return []
  if (!/^\d+$/.test(text)) return ['#any']
  const symbols = ['#any', ...(text.length <= 2 ? [text] : [])]
  const value = text.length <= 3 ? Number(text) : 0
  if (value >= 1 && value <= 31) symbols.push('#')
  if (value >= 16 && value < 110) symbols.push('##')
  if (yearOfBirth.test(text)) symbols.push('#year')
  if (dateOfBirth.test(text)) symbols.push('#date')
  return symbols
}

interface Found {
  readonly from: number
  readonly to: number
  readonly meaning: Meaning
}

/** The phrases that begin at a token, in one part of the text, with up to three particles between their words. */
const phrasesFrom = (tokens: ReadonlyArray<Token>, from: number): ReadonlyArray<Found> => {
  const found: Array<Found> = []
  const enter = (phrase: Phrase, at: number, skipped: number): void => {
    const token = tokens[at]
    if (token === undefined || (at > from && token.gap >= gaps.slash)) return
    for (const symbol of symbolsOf(token)) {
      const isParameter = symbol === '@person' && tokens[at + 1]?.gap === gaps.equals
      const next = isParameter ? undefined : phrase.next.get(symbol)
      if (next === undefined) continue
      if (next.meaning !== null) found.push({ from, to: at, meaning: next.meaning })
      enter(next, at + 1, 0)
    }
    if (at > from && skipped < particlesBetween && particles.has(token.text)) enter(phrase, at + 1, skipped + 1)
  }
  enter(lexicon, from, 0)
  return found
}

export interface Wording {
  /** It describes a person (contract 4.22). */
  readonly describes: boolean
  /** It uses a word that the channel never emits, because it rates a person (contract 4.24). */
  readonly rates: boolean
}

export const wordingOf = ({ tokens }: Reading): Wording => {
  const found = tokens.flatMap((_, from) => phrasesFrom(tokens, from))
  const exempt = new Set(found.filter(({ meaning }) => meaning === 'exempt').flatMap(({ from, to }) => [from, to]))
  const has = (sought: Meaning): boolean =>
    found.some(({ from, to, meaning }) => meaning === sought && !exempt.has(from) && !exempt.has(to))
  return { describes: has('describes'), rates: has('rates') }
}

const neverEmitted = new Set([...rating.grades, ...rating.verdicts])

/** Whether a sentence of an answer rates a person or uses a word for a verdict (contract 4.37). */
export const usesForbiddenWord = (text: string): boolean => {
  const reading = readingOf(text)
  return wordingOf(reading).rates || reading.tokens.some((token) => neverEmitted.has(token.text))
}

const ratings = new Set(rating.words)

/**
 * Whether a whole label of a host, or a part of it between hyphens, can only rate a person (step 15). A host names a
 * company, whose trade may be mentioned.
 */
export const ratesInHost = (writtenHost: string): boolean =>
  decoded(writtenHost)
    .toLowerCase()
    .split(/[.-]/)
    .some((part) => ratings.has(part))
