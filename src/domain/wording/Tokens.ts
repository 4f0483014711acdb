/**
 * Splits a text into words and numbers: at every character that is not a letter or digit, between letters and digits,
 * and at camel case. Machine-generated IDs are not split into words.
 */

/** The separator before a token: none, a sign inside a name, `=` or `:`, a slash, or the beginning of a parameter. */
export const gaps = { none: 0, sign: 1, equals: 2, slash: 3, parameter: 4 } as const

export interface Token {
  /**
   * - `number`: also with the letter of a unit or version (`12b`, `v2`).
   * - `machine`: a machine-generated ID (a UUID, a hash), or a piece of one, for example between the dashes of a nanoid.
   */
  readonly kind: 'word' | 'number' | 'machine'
  /** In lower case. */
  readonly text: string
  readonly gap: number
  /** On the second and later words in camel case: the words so far as one word. */
  readonly joined?: string
}

const chunks = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z0-9]+/gi
const runs = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+/g
const startsWithDigit = (part: string): boolean => part.charAt(0) >= '0' && part.charAt(0) <= '9'

const gapBetween = (text: string, from: number, to: number): number => {
  let gap: number = from === to ? gaps.none : gaps.sign
  for (let at = from; at < to; at++) {
    const char = text.charAt(at)
    if ('?&#;'.includes(char)) return gaps.parameter
    if (char === '/') gap = gaps.slash
    else if ((char === '=' || char === ':') && gap < gaps.equals) gap = gaps.equals
  }
  return gap
}

const uuidLength = 36
const hexadecimal = /^[0-9a-f]{7,}$/i
const unit = /^(?:[a-z][0-9]+|[0-9]+[a-z])$/i
const camelCase = /^[A-Z]?[a-z]+(?:[A-Z][a-z]+)*[0-9]*$/
/** A house number with its letter (`LasFlores28A`). */
const houseLetter = /^[A-Z]?[a-z]{4,}(?:[A-Z][a-z]+)*[0-9]+[A-Za-z]$/
/** Names with an initial before or after them (`JPerezLopez`, `AnaRuizM`). */
const initialed = /^[A-Z]?(?:[A-Z][a-z]{2,}){2,}[A-Z]?[0-9]*$/
/** Numbers between words (`MayorDe70Anos`). */
const numbered = /^[0-9]*[A-Z]?[a-z]+(?:[0-9]*[A-Z][a-z]*)+[0-9]*$/
/** Contract numbers have up to three capitals (`JEW071830`). */
const series = /^[A-Z]{1,3}[0-9]+$/
const age = /^[0-9]+yo$/i

/** Minimum average length of words: in camel case, in other mixed case, in a single case. */
const leastAverage = { camelCase: 2.5, mixed: 4, oneCase: 3 }
/** Minimum length of the words around a number in the middle. */
const aroundNumber = 3

const isMixed = (text: string): boolean => text !== text.toLowerCase() && text !== text.toUpperCase()

/** People write words in runs. Machines change case, or switch between letters and digits, every two characters. */
const isRandom = (chunk: string, parts: ReadonlyArray<string>): boolean => {
  if (series.test(chunk)) return true
  if (age.test(chunk) || houseLetter.test(chunk) || initialed.test(chunk)) return false
  const words = parts.filter((part) => !startsWithDigit(part))
  const letters = words.join('')
  const { camelCase: camel, mixed, oneCase } = leastAverage
  if (numbered.test(chunk) && !camelCase.test(chunk)) return letters.length < oneCase * words.length
  const average = camelCase.test(chunk) ? camel : isMixed(letters) ? mixed : oneCase
  if (letters.length < average * words.length) return true
  const inner = parts.slice(1, -1).filter(startsWithDigit).length
  return inner > 1 || (inner === 1 && words.some((word) => word.length < aroundNumber))
}

const tokensIn = (chunk: string, gap: number): ReadonlyArray<Token> => {
  const parts = chunk.match(runs) ?? []
  const text = chunk.toLowerCase()
  if (chunk.length === uuidLength && chunk.includes('-')) return [{ kind: 'machine', text, gap }]
  if (parts.length === 1) return [{ kind: startsWithDigit(text) ? 'number' : 'word', text, gap }]
  if (unit.test(chunk)) return [{ kind: 'number', text, gap }]
  if (hexadecimal.test(chunk) && parts.some(startsWithDigit)) return [{ kind: 'machine', text, gap }]
  if (isRandom(chunk, parts)) return [{ kind: 'machine', text, gap }]
  let joined = ''
  return parts.map((part, at) => {
    const token = { text: part.toLowerCase(), gap: at === 0 ? gap : gaps.none }
    if (startsWithDigit(part)) return { ...token, kind: 'number' }
    const isFirst = at === 0 || startsWithDigit(parts[at - 1] ?? '')
    joined = isFirst ? token.text : joined + token.text
    return isFirst ? { ...token, kind: 'word' } : { ...token, kind: 'word', joined }
  })
}

export const tokensOf = (text: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  let end = 0
  for (const { 0: chunk, index } of text.matchAll(chunks)) {
    for (const token of tokensIn(chunk, gapBetween(text, end, index))) tokens.push(token)
    end = index + chunk.length
  }
  return tokens
}

/** A text in the form that is judged: decoded, without accents and compatibility forms, and split into tokens. */
export interface Reading {
  readonly text: string
  readonly tokens: ReadonlyArray<Token>
}

const ascii = /^[\x00-\x7f]*$/
/** Combining marks and invisible characters. */
const unseen = /[\p{M}\p{Cf}]/gu
const escapes = /(?:%[0-9a-f]{2})+/gi
const utf8 = new TextDecoder()

const bytesOf = (run: string): Uint8Array =>
  Uint8Array.from(run.slice(1).split('%'), (byte) => Number.parseInt(byte, 16))

/** Malformed escapes stay unchanged. */
const decode = (text: string): string => text.replace(escapes, (run) => utf8.decode(bytesOf(run)))

const fold = (text: string): string => (ascii.test(text) ? text : text.normalize('NFKD').replace(unseen, ''))

/** Percent-decoded twice and folded; upper and lower case are kept. */
export const decoded = (text: string): string => fold(decode(decode(fold(text))))

export const readingOf = (text: string): Reading => {
  const read = decoded(text)
  return { text: read, tokens: tokensOf(read) }
}
