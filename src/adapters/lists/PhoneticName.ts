import { commonNames } from '#domain/person/CommonNames.ts'
import { isOneSlip, isSwap } from '#domain/person/Slips.ts'
import type { NameToken } from './NameTokens.ts'
import { phoneticKeys } from './Pronunciations.ts'

/**
 * Names from other alphabets have many romanisations, depending on the language: Muhammad and Mohamed, Yusuf and
 * Youssef, Sergei and Serguéi. They share their consonants, and whether they start with a dark or a light sound.
 */

export const rules: ReadonlyArray<readonly [spelling: RegExp, letters: string]> = [
  [/^[IY](?=[AEOU])/, ''],
  [/KH|DJ/g, 'J'],
  [/PH/g, 'F'],
  [/[CS]H/g, 'c'],
  [/([DGT])H/g, '$1'],
  [/GU(?=[EIY])/g, 'G'],
  [/X/g, 'KS'],
  [/[CQ]/g, 'K'],
  [/^W/, 'V'],
  [/H$/, ''],
]
const vowels = /[AEIOUWY]+/g
/** Fewer consonants are not enough to decide. */
const fewestConsonants = 2

/** The part that all romanisations of a word share; null if the word is too short. */
export const romanised = (word: string): string | null => {
  const letters = rules.reduce((text, [spelling, put]) => text.replace(spelling, put), word)
  const consonants = letters.replace(vowels, '').replace(/(.)\1+/g, '$1')
  const [first = ''] = letters.match(vowels) ?? []
  return consonants.length < fewestConsonants ? null : `${/^[OU]/.test(first) ? 'U' : 'A'} ${consonants}`
}

/** A word, or several joined, with its sounds; and how two of them differ. */
export interface PhoneticName {
  readonly written: string
  /** The most likely first. */
  readonly sounds: readonly [string, ...ReadonlyArray<string>]
  /** Whether the person was born abroad, so that the name may be romanised in other ways. */
  readonly foreign: boolean
}

const phoneticName = (written: string, foreign = false): PhoneticName => ({
  written,
  sounds: phoneticKeys(written),
  foreign,
})

/** A surname without its particles, and with them joined to it. */
export const surnameOf = (words: ReadonlyArray<NameToken>, foreign = false): ReadonlyArray<PhoneticName> => {
  const bare = words.map((word) => word.bare).join('')
  const glued = words.map((word) => word.glued).join('')
  return bare === glued ? [phoneticName(bare, foreign)] : [phoneticName(bare, foreign), phoneticName(glued, foreign)]
}

export const inOneWord = (words: ReadonlyArray<NameToken>, foreign = false): PhoneticName =>
  phoneticName(words.map(({ glued }) => glued).join(''), foreign)

export const eachOf = (words: ReadonlyArray<NameToken>, foreign = false): ReadonlyArray<PhoneticName> =>
  words.map(({ bare }) => phoneticName(bare, foreign))

export const joined = (words: ReadonlyArray<PhoneticName>): PhoneticName =>
  phoneticName(words.map(({ written }) => written).join(''))

/** One different letter counts as a slip if the word has at least this length. */
const slipLetters = 5

/** Whether the first two letters are swapped: `Efrnández` is not a real name. */
const isSwappedAtFirst = (one: string, other: string): boolean =>
  one.slice(0, 2) === other.charAt(1) + other.charAt(0) && one.slice(2) === other.slice(2)

const beginAlike = (one: PhoneticName, other: PhoneticName): boolean =>
  one.sounds[0][0] === other.sounds[0][0] ||
  one.written[0] === other.written[0] ||
  isSwappedAtFirst(one.written, other.written)

const shorterOf = (one: PhoneticName, other: PhoneticName): number => Math.min(one.written.length, other.written.length)

const areBothCommon = (one: PhoneticName, other: PhoneticName): boolean =>
  commonNames.has(one.sounds[0]) && commonNames.has(other.sounds[0])

/**
 * Whether two words with different sounds differ by one typing slip. In the first letters only a swap counts as a slip.
 */
const isSlip = (one: PhoneticName, other: PhoneticName): boolean =>
  beginAlike(one, other) &&
  !areBothCommon(one, other) &&
  (isOneSlip(one.sounds[0], other.sounds[0]) || isOneSlip(one.written, other.written))

export const soundAlike = (one: PhoneticName, other: PhoneticName): boolean =>
  one.sounds.some((sound) => other.sounds.includes(sound))

/** Whether both may be romanisations of one name. */
const isRomanised = (one: PhoneticName, other: PhoneticName): boolean => {
  if (!one.foreign && !other.foreign) return false
  const letters = romanised(one.written)
  return letters !== null && letters === romanised(other.written)
}

/** 0 for the same sound, 0.5 for another romanisation, 1 for a slip; null for a different name. */
export const slipsBetween = (one: PhoneticName, other: PhoneticName): number | null => {
  if (soundAlike(one, other)) return 0
  if (isRomanised(one, other)) return 0.5
  return shorterOf(one, other) >= slipLetters && isSlip(one, other) ? 1 : null
}

/** `Roch` for Rocha. Most other names of this length differ by a changed letter, and few by a missing one. */
const isShortened = (one: PhoneticName, other: PhoneticName): boolean =>
  shorterOf(one, other) === slipLetters - 1 && one.written.length !== other.written.length && isSlip(one, other)

/** `Gracia` for García. */
const isCommonOneSwapped = (one: PhoneticName, other: PhoneticName): boolean =>
  areBothCommon(one, other) && one.sounds[0][0] === other.sounds[0][0] && isSwap(one.written, other.written)

/** Like `slipsBetween`, for surnames. Returns 2 for differences that only an exact birth date can make up for. */
export const slipsInSurname = (one: PhoneticName, other: PhoneticName): number | null =>
  slipsBetween(one, other) ?? (isShortened(one, other) || isCommonOneSwapped(one, other) ? 2 : null)

export const fewest = (slips: ReadonlyArray<number | null>): number | null =>
  slips.reduce((least, next) => (least === null || (next !== null && next < least) ? next : least), null)
