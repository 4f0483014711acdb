import { commonNames } from './CommonNames.ts'
import type { NameToken } from './NameTokens.ts'
import { phoneticKeys } from './PhoneticKey.ts'
import { romanised } from './Romanised.ts'
import { editsBetween, isSwap } from './Similarity.ts'

/** A word, or several joined, as it sounds; and how two of them differ. */
export interface PhoneticName {
  readonly written: string
  /** The likeliest first. */
  readonly sounds: readonly [string, ...ReadonlyArray<string>]
  /** It is of who was born abroad: it may have been put into our letters otherwise. */
  readonly foreign: boolean
}

const phoneticName = (written: string, foreign = false): PhoneticName => ({
  written,
  sounds: phoneticKeys(written),
  foreign,
})

/** A surname of these words, without its particles and with them joined on. */
export const surnameOf = (words: ReadonlyArray<NameToken>, foreign = false): ReadonlyArray<PhoneticName> => {
  const bare = words.map((word) => word.bare).join('')
  const glued = words.map((word) => word.glued).join('')
  return bare === glued ? [phoneticName(bare, foreign)] : [phoneticName(bare, foreign), phoneticName(glued, foreign)]
}

export const inOneWord = (words: ReadonlyArray<NameToken>, foreign = false): PhoneticName =>
  phoneticName(words.map(({ glued }) => glued).join(''), foreign)

/** Words each on its own. */
export const eachOf = (words: ReadonlyArray<NameToken>, foreign = false): ReadonlyArray<PhoneticName> =>
  words.map(({ bare }) => phoneticName(bare, foreign))

/** Words joined into one. */
export const joined = (words: ReadonlyArray<PhoneticName>): PhoneticName =>
  phoneticName(words.map(({ written }) => written).join(''))

/** Fewest letters of a word in which another letter is taken for a slip. */
const slipLetters = 5

/** The first letters in each other's place: nobody is called `Efrnández`. */
const isSwappedAtFirst = (one: string, other: string): boolean =>
  one.slice(0, 2) === other.charAt(1) + other.charAt(0) && one.slice(2) === other.slice(2)

const isOneEdit = (one: string, other: string): boolean =>
  Math.abs(one.length - other.length) <= 1 && editsBetween(one, other) === 1

const beginAlike = (one: PhoneticName, other: PhoneticName): boolean =>
  one.sounds[0][0] === other.sounds[0][0] ||
  one.written[0] === other.written[0] ||
  isSwappedAtFirst(one.written, other.written)

const shorterOf = (one: PhoneticName, other: PhoneticName): number => Math.min(one.written.length, other.written.length)

const areBothCommon = (one: PhoneticName, other: PhoneticName): boolean =>
  commonNames.has(one.sounds[0]) && commonNames.has(other.sounds[0])

/** Whether two words that sound otherwise differ by one slip of the pen, and in their first letter by no other than a swap. */
const isSlip = (one: PhoneticName, other: PhoneticName): boolean =>
  beginAlike(one, other) &&
  !areBothCommon(one, other) &&
  (isOneEdit(one.sounds[0], other.sounds[0]) || isOneEdit(one.written, other.written))

export const soundAlike = (one: PhoneticName, other: PhoneticName): boolean =>
  one.sounds.some((sound) => other.sounds.includes(sound))

/** Whether both may be the same name in other letters. */
const isRomanised = (one: PhoneticName, other: PhoneticName): boolean => {
  if (!one.foreign && !other.foreign) return false
  const letters = romanised(one.written)
  return letters !== null && letters === romanised(other.written)
}

/** 0 for the same sound, half a slip for other letters, 1 for a slip; null for another name. */
export const slipsBetween = (one: PhoneticName, other: PhoneticName): number | null => {
  if (soundAlike(one, other)) return 0
  if (isRomanised(one, other)) return 0.5
  return shorterOf(one, other) >= slipLetters && isSlip(one, other) ? 1 : null
}

/** `Roch` for Rocha: most names that are as short differ by another letter, and few by one more. */
const isShortened = (one: PhoneticName, other: PhoneticName): boolean =>
  shorterOf(one, other) === slipLetters - 1 && one.written.length !== other.written.length && isSlip(one, other)

/** `Gracia` for García. */
const isCommonOneSwapped = (one: PhoneticName, other: PhoneticName): boolean =>
  areBothCommon(one, other) && one.sounds[0][0] === other.sounds[0][0] && isSwap(one.written, other.written)

/** The same of surnames, where so much as only a birth date to the day makes up for counts 2. */
export const slipsInSurname = (one: PhoneticName, other: PhoneticName): number | null =>
  slipsBetween(one, other) ?? (isShortened(one, other) || isCommonOneSwapped(one, other) ? 2 : null)

export const fewest = (slips: ReadonlyArray<number | null>): number | null =>
  slips.reduce((least, next) => (least === null || (next !== null && next < least) ? next : least), null)
