import { Result } from 'effect'

/**
 * Reads the words out of an identifier, a URL's path or a sentence, however they are spelled: joined
 * by camel case, percent-encoded, accented, in full-width letters, with digits for letters. What
 * looks random lends no words.
 */

/** Stands in a list of words where one reading of the text ends and another begins. */
export const nextReading = ''
/** Stands in a list of words where a random token was. */
export const randomToken = '*'
/** Stands where a piece of something random was, as between the dashes of a nano id or a licence number. */
export const randomPiece = '*piece'
/** Stands before a word that counts only as it is: it may not be taken for several words joined. */
export const wholeWord = '*whole'

const escapes = /(?:%[0-9a-f]{2})+/gi
const nestedEscapes = /(?:%(?:25)*[0-9a-f]{2})+/gi

/** Bytes that are not UTF-8 are read as Latin-1, which older software writes. */
const latin1 = (run: string): string =>
  run.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

const percentDecode = (text: string): string =>
  text.replace(escapes, (run) =>
    Result.getOrElse(
      Result.try(() => decodeURIComponent(run)),
      () => latin1(run),
    ),
  )

/** The text as it stands: an escaped letter of ours ends a word, an escaped accent does not. */
const undecoded = (text: string): string =>
  text.replace(nestedEscapes, (run) => percentDecode(percentDecode(run)).replace(/[\x00-\x7f]/g, ' '))

const ascii = /^[\x00-\x7f]*$/
const marks = /[\p{M}\p{Cf}]/gu
const lookAlikes = new Map(
  'аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy хx АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX αa εe ιi κk νv οo ρp τt υu χx ΑA ΒB ΕE ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ıi øo łl'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
)
const lookAlike = new RegExp(`[${[...lookAlikes.keys()].join('')}]`, 'gu')

/** Without accents, invisible characters, compatibility forms and foreign letters that look alike. */
const fold = (text: string): string =>
  ascii.test(text)
    ? text
    : text
        .normalize('NFKD')
        .replace(marks, '')
        .replace(lookAlike, (letter) => lookAlikes.get(letter) ?? letter)

/** The text as it stands, percent-decoded once and twice, each folded; no reading twice. */
export const readingsOf = (text: string): ReadonlyArray<string> => {
  if (!text.includes('%')) return [fold(text)]
  const once = percentDecode(text)
  return [...new Set([undecoded(text), undecoded(once), percentDecode(once)].map(fold))]
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const token = /[\p{L}\p{N}@$]+/gu
const run = /[A-Z]+(?![a-z])|[A-Z]?[a-z\u0080-\uffff]+|[0-9]+/g
const lowerCase = /^[a-z]+$/
const letters = /^[A-Za-z\u0080-\uffff]+$/
const stretch = /[A-Za-z\u0080-\uffff]+/g
const camelCase = /^[A-Z]?[a-z]+(?:[A-Z][a-z]+)*[0-9]*$/
const upperCase = /[A-Z]/
const someLowerCase = /[a-z]/
const digits = /^[0-9]+$/
const hexadecimal = /^[0-9a-f]{7,}$/i

/** Random tokens of one case stand for themselves from this length on; others are pieces of a nano id or base64url. */
const longLength = 12
/** Runs of letters this long are no accident in a random token. */
const runLength = 6

/** The number of a unit or a version (`12B`, `v2`): neither random nor words. */
const unit = /^(?:[0-9]+[A-Za-z]|[A-Za-z][0-9]+)$/
/** Up to three capitals number contracts (`JEW071830`). */
const series = /^[0-9]*[A-Z]{1,3}[0-9]*$/

const isHexadecimal = (text: string): boolean => hexadecimal.test(text) && !letters.test(text)

const hasBothCases = (text: string): boolean => upperCase.test(text) && someLowerCase.test(text)

/** Letters that the runs of a word-like token have at least: on average, and each around a number. */
const wordLike = { average: 3, averageInCamelCase: 2.5, averageInMixedCase: 4, aroundNumber: 3 }

/** People write words in runs; random tokens change case or go from letter to digit every two characters. */
const isRandom = (text: string, runs: ReadonlyArray<string>): boolean => {
  if (runs.length < 2) return false
  const lengths = runs.filter((part) => !digits.test(part)).map((part) => part.length)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const average = camelCase.test(text)
    ? wordLike.averageInCamelCase
    : hasBothCases(text)
      ? wordLike.averageInMixedCase
      : wordLike.average
  if (total < average * lengths.length || series.test(text)) return true
  const inner = runs.slice(1, -1).filter((part) => digits.test(part)).length
  return inner > 1 || (inner === 1 && Math.min(...lengths) < wordLike.aroundNumber)
}

const disguises = new Map(Object.entries({ 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's' }))
const disguised = /^(?:[A-Z]?[a-z013-578@$]+|[A-Z013-578@$]+)$/
const disguisedLength = { min: 5, max: 40 }

/** A digit at either end may belong to the word; more of them number it. */
const ends = [
  (text: string) => [text.replace(/^[0-9]+(?=[0-9])/, ''), text.replace(/^[0-9]+/, '')],
  (text: string) => [text.replace(/([0-9])[0-9]+$/, '$1'), text.replace(/[0-9]+$/, '')],
]

/** What a token spells when its digits and signs stand for letters (`m0r0so`, `3mbarazada`). */
const undisguise = (text: string): ReadonlyArray<string> => {
  if (text.length > disguisedLength.max || letters.test(text)) return []
  if (!disguised.test(text.replace(/^[0-9]+/, '').replace(/[0-9]+$/, ''))) return []
  const spellings = ends.reduce((texts, cut) => texts.flatMap(cut), [text])
  return [...new Set(spellings)].flatMap((spelling) => {
    const signs = spelling.replace(/[A-Za-z]/g, '').length
    if (signs === 0 || 2 * signs > spelling.length || spelling.length < disguisedLength.min) return []
    if (!disguised.test(spelling)) return []
    const spelled = spelling.toLowerCase().replace(/[034578@$]/g, (sign) => disguises.get(sign) ?? sign)
    return spelled.includes('1') ? [spelled.replaceAll('1', 'i'), spelled.replaceAll('1', 'l')] : [spelled]
  })
}

/** Words spelled out letter by letter (`m-o-r-o-s-o`). */
const spelledOut = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words
    .map((word) => (word.length === 1 && lowerCase.test(word) ? word : ' '))
    .join('')
    .split(' ')
    .filter((word) => word.length >= disguisedLength.min)

const wordsOfReading = (reading: string): ReadonlyArray<string> => {
  const words: Array<string> = []
  const others: Array<ReadonlyArray<string>> = []
  for (const [text] of reading.replace(uuid, ' ').matchAll(token)) {
    if (lowerCase.test(text)) {
      words.push(text)
      continue
    }
    const runs: ReadonlyArray<string> = text.match(run) ?? []
    if (isHexadecimal(text)) continue
    const random = isRandom(text, runs)
    if (unit.test(text)) words.push(text.toLowerCase())
    else if (random) words.push(text.length < longLength || hasBothCases(text) ? randomPiece : randomToken)
    else for (const part of runs) words.push(part.toLowerCase())
    const joined: ReadonlyArray<string> =
      runs.length > 1 && (!random || letters.test(text)) ? (text.match(stretch) ?? []) : []
    for (const part of random ? [...runs, ...joined] : joined) {
      if (part.length < runLength || digits.test(part)) continue
      others.push(random ? [wholeWord, part.toLowerCase()] : [part.toLowerCase()])
    }
    // A number at the end of several words (`losmoros4`) is more likely a number.
    const numbered = /^[A-Za-z]+[0-9]+$/.test(text)
    for (const spelled of undisguise(text)) others.push(numbered ? [wholeWord, spelled] : [spelled])
  }
  for (const spelled of spelledOut(words)) others.push([spelled])
  return [words, ...others].flatMap((list) => [...list, nextReading])
}

/**
 * The words of a text, folded and in lower case, in the order in which they stand; numbers are words
 * too. Each reading of the text is followed by `nextReading`: the text as it stands, percent-decoded
 * once and twice, and every token that can also be read as one word. UUIDs and hexadecimal tokens are
 * taken out, other random tokens become `randomToken` or `randomPiece`.
 */
export const wordsOf = (text: string): ReadonlyArray<string> => readingsOf(text).flatMap(wordsOfReading)

/** How many texts each reader remembers. */
const remembered = 256
const memories: Array<Map<string, unknown>> = []

/**
 * A reader that remembers the last texts: an identifier is looked at more than once, and partners send
 * the same URL again and again. Never for a person's names, which are not to stay.
 */
export const remembering = <A>(read: (text: string) => A): ((text: string) => A) => {
  const known = new Map<string, A>()
  memories.push(known)
  return (text) => {
    const earlier = known.get(text)
    if (earlier !== undefined) return earlier
    const found = read(text)
    if (known.size >= remembered) known.clear()
    known.set(text, found)
    return found
  }
}

/** `wordsOf`, remembering. */
export const knownWordsOf = remembering(wordsOf)

/** Has every reader forget every text: one of them was refused, perhaps for what it tells of a person. */
export const forgetTexts = (): void => {
  for (const known of memories) known.clear()
}
