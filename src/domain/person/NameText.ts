import { foreignLetters, particles } from './NameWords.ts'
import { fillerAtEnd, isFiller, isNotName } from './NotGiven.ts'
import { repaired } from './Repair.ts'

/** Splits the text of a name's field into words. */

export interface NameWord {
  /** In capitals, without accents. */
  readonly text: string
  /** With X for Ñ, as some registries write it. */
  readonly withX: string
  /** Whether a full stop follows. */
  readonly isDotted: boolean
  /** Particles, and words that stand for no name. They may agree, but need not. */
  readonly isOptional: boolean
  /** Whether it is a title, a filler or the like: it was not given. */
  readonly isNotGiven: boolean
}

/** Remarks in brackets or quotes, unless nothing else was written. */
const remarks = /\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|"[^"]*"|“[^“”]*”|«[^«»]*»/gu

const withoutRemarks = (text: string): string => {
  const rest = text.replace(remarks, ' ')
  return /\p{L}/u.test(rest) ? rest : text
}

/** `N/A`, `S/N`. */
const slashed = /(?<!\p{L})[NS]\s*\/\s*[ADN](?!\p{L})/giu
const withoutAddresses = (text: string): string =>
  text
    .split(/\s/)
    .filter((word) => !word.includes('@'))
    .join(' ')

/** Degrees in letters. */
const degrees = /(?<!\p{L})(?:L\.?\s?)?(?:C\.\s?P|A\.\s?E|Q\.\s?F\.\s?B|M\.\s?D|Ph\.\s?D)\.(?!\p{L})/giu

/** An apostrophe does not separate words (`D'Angelo`). */
const plain = (text: string): string =>
  text
    .replace(/['’‘´ʼ\x60¨]/g, '')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .replace(/[ŁØĐÆŒ]/g, (letter) => foreignLetters.get(letter) ?? letter)

const wordForm = /[\p{L}\p{N}?]+\.?/gu
const split = (text: string): ReadonlyArray<string> =>
  (plain(text).match(wordForm) ?? []).filter((word) => /\p{L}/u.test(word))

const bare = (word: string): string => word.replace('.', '')

export const nameWords = (field: string): ReadonlyArray<NameWord> => {
  const text = withoutAddresses(withoutRemarks(repaired(field)))
    .replace(slashed, ' NULL ')
    .replace(degrees, ' ')
    .normalize('NFC')
  const written = split(text)
  const withX = split(text.replace(/ñ/giu, 'X'))
  const texts = written.map(bare)
  const isNothing = isFiller(texts)
  const end = texts.length - fillerAtEnd(texts)
  // `C.` before a name is a citizen.
  const isCitizen = (word: string, place: number) => word === 'C' && place === 0 && texts.length > 1
  const isNotGiven = texts.map((word, place) => isNothing || place >= end || isNotName(word) || isCitizen(word, place))
  const hasName = texts.some((word, place) => !isNotGiven[place] && !particles.has(word))
  return texts.map((word, place) => ({
    text: word,
    withX: bare(withX[place] ?? word),
    isDotted: written[place]?.endsWith('.') ?? false,
    isOptional: isNotGiven[place] || (hasName && particles.has(word)),
    isNotGiven: isNotGiven[place] ?? false,
  }))
}

/** Whether a field holds a name. */
export const holdsName = (field: string | null): boolean =>
  field !== null && nameWords(field).some(({ isNotGiven }) => !isNotGiven)
