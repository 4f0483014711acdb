import { commonNames } from './CommonNames.ts'
import { romanised } from './Romanised.ts'
import { editsBetween } from './Similarity.ts'
import { soundsOf } from './Sound.ts'
import type { Word } from './Words.ts'

/** A word, or several joined, as it sounds; and how two of them differ. */
export interface Heard {
  readonly written: string
  /** The likeliest first. */
  readonly sounds: readonly [string, ...ReadonlyArray<string>]
  /** It is of who was born abroad: it may have been put into our letters otherwise. */
  readonly foreign: boolean
}

const heard = (written: string, foreign = false): Heard => ({ written, sounds: soundsOf(written), foreign })

/** A surname of these words, without its particles and with them joined on. */
export const surnameOf = (words: ReadonlyArray<Word>, foreign = false): ReadonlyArray<Heard> => {
  const bare = words.map((word) => word.bare).join('')
  const glued = words.map((word) => word.glued).join('')
  return bare === glued ? [heard(bare, foreign)] : [heard(bare, foreign), heard(glued, foreign)]
}

export const inOneWord = (words: ReadonlyArray<Word>, foreign = false): Heard =>
  heard(words.map(({ glued }) => glued).join(''), foreign)

/** Words each on its own. */
export const eachOf = (words: ReadonlyArray<Word>, foreign = false): ReadonlyArray<Heard> =>
  words.map(({ bare }) => heard(bare, foreign))

/** Words joined into one. */
export const joined = (words: ReadonlyArray<Heard>): Heard => heard(words.map(({ written }) => written).join(''))

/** Fewest letters of a word in which another letter is taken for a slip. */
const slipLetters = 5

const isOneEdit = (one: string, other: string): boolean =>
  Math.abs(one.length - other.length) <= 1 && editsBetween(one, other) === 1

/** Whether two words that sound otherwise differ by one slip of the pen, and not in their first letter. */
const isSlip = (one: Heard, other: Heard): boolean => {
  const [sound] = one.sounds
  const [otherSound] = other.sounds
  return (
    sound[0] === otherSound[0] &&
    Math.min(one.written.length, other.written.length) >= slipLetters &&
    !(commonNames.has(sound) && commonNames.has(otherSound)) &&
    (isOneEdit(sound, otherSound) || isOneEdit(one.written, other.written))
  )
}

export const soundAlike = (one: Heard, other: Heard): boolean =>
  one.sounds.some((sound) => other.sounds.includes(sound))

/** Whether both may be the same name in other letters. */
const isRomanised = (one: Heard, other: Heard): boolean => {
  if (!one.foreign && !other.foreign) return false
  const letters = romanised(one.written)
  return letters !== null && letters === romanised(other.written)
}

/** 0 for the same sound, half a slip for other letters, 1 for a slip; null for another name. */
export const slipsBetween = (one: Heard, other: Heard): number | null => {
  if (soundAlike(one, other)) return 0
  if (isRomanised(one, other)) return 0.5
  return isSlip(one, other) ? 1 : null
}

export const fewest = (slips: ReadonlyArray<number | null>): number | null =>
  slips.reduce((least, next) => (least === null || (next !== null && next < least) ? next : least), null)
