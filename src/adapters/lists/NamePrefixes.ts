import type { PhoneticFullName } from './Agreement.ts'
import { type NameToken, nameTokens } from './NameTokens.ts'
import { phoneticKeys } from './PhoneticKey.ts'

/**
 * With which letters a surname may begin, as written or as it sounds. Every rule asks for the first surname of the registered
 * name, which begins in the entry's name with one of the same letters: an entry with no such word need not be looked at.
 */

/** So many letters say with which sound a word begins, whatever follows. */
const tellingLetters = 6

const lettersOf = (written: string): ReadonlyArray<string> => [
  written.charAt(0),
  ...phoneticKeys(written.slice(0, tellingLetters)).map((sound) => sound.charAt(0)),
]

/** Some words joined, as far as that tells how they begin: one, and as many more as have few letters together. */
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

/** Of a name as published: with which a surname in it may begin, wherever that stands. */
export const namePrefixesIn = (published: string): ReadonlyArray<string> => {
  const comma = published.indexOf(',')
  const parts = comma < 0 ? [published] : [published.slice(0, comma), published.slice(comma + 1)]
  const forms = parts.map(nameTokens).flatMap((words) => words.flatMap((_, index) => beginningsAt(words.slice(index))))
  return [...new Set([...new Set(forms)].flatMap(lettersOf))]
}

/** Of a registered name: with which its first surname may begin in an entry, the first two letters swapped included. */
export const namePrefixesOf = ({ first, surnames, words }: PhoneticFullName): ReadonlyArray<string> => {
  const beginnings = [...first, surnames, ...words.slice(0, 1)].flatMap(({ written, sounds }) => [
    written.charAt(0),
    written.charAt(1),
    ...sounds.map((sound) => sound.charAt(0)),
  ])
  return [...new Set(beginnings)]
}
