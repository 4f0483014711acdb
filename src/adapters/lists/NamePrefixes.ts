import type { PhoneticFullName } from './Agreement.ts'
import { type NameToken, nameTokens } from './NameTokens.ts'
import { phoneticKeys } from './Pronunciations.ts'

/**
 * The letters that a surname may start with, as written or as it sounds. Every rule requires the first surname of the
 * registered name. An entry without a word that starts with one of its letters need not be compared.
 */

/** The first sound of a word depends on this many letters at most. */
const tellingLetters = 6

const lettersOf = (written: string): ReadonlyArray<string> => [
  written.charAt(0),
  ...phoneticKeys(written.slice(0, tellingLetters)).map((sound) => sound.charAt(0)),
]

/** The words joined from the start: one word, then more until `tellingLetters` is reached. */
const joinedFrom = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const joins: Array<string> = []
  let text = ''
  for (const word of words) {
    if (text.length >= tellingLetters) return joins
    text += word
    joins.push(text)
  }
  return joins
}

const beginningsAt = (words: ReadonlyArray<NameToken>): ReadonlyArray<string> => [
  ...joinedFrom(words.map(({ bare }) => bare)),
  ...joinedFrom(words.map(({ glued }) => glued)),
]

/** The letters that any surname in a published name may start with. */
export const namePrefixesIn = (published: string): ReadonlyArray<string> => {
  const comma = published.indexOf(',')
  const parts = comma < 0 ? [published] : [published.slice(0, comma), published.slice(comma + 1)]
  const forms = parts.map(nameTokens).flatMap((words) => words.flatMap((_, index) => beginningsAt(words.slice(index))))
  return [...new Set([...new Set(forms)].flatMap(lettersOf))]
}

/**
 * The letters that the first surname of a registered name may start with in an entry, also if the first two letters are
 * swapped.
 */
export const namePrefixesOf = ({ first, surnames, words }: PhoneticFullName): ReadonlyArray<string> => {
  const beginnings = [...first, surnames, ...words.slice(0, 1)].flatMap(({ written, sounds }) => [
    written.charAt(0),
    written.charAt(1),
    ...sounds.map((sound) => sound.charAt(0)),
  ])
  return [...new Set(beginnings)]
}
