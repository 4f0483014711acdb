import { listNameWords } from '#domain/Limits.ts'
import { abbreviations, foreignLetters, particles, titles } from '#domain/person/NameWords.ts'
import type { RegisteredName } from '#domain/person/Subject.ts'

/** Splits a name into words, in capitals from A to Z. */

/** A word alone, and joined with the particles before it: `De la Cruz` is also written `Delacruz`. */
export interface NameToken {
  readonly bare: string
  readonly glued: string
}

/** Spanish particles of surnames. They are joined to the word. */
const spanish = /^DE(?:L|LA|LAS|LOS)?$/

/**
 * Words are separated by anything but letters and apostrophes. A word that is a title counts as a surname if it is
 * alone.
 */
const capitals = (text: string): ReadonlyArray<string> => {
  const words = text
    .normalize('NFD')
    .replace(/[\p{M}'’`´]/gu, '')
    .toUpperCase()
    .replace(/[ŁØĐÆŒ]/g, (letter) => foreignLetters.get(letter) ?? letter)
    .split(/[^A-Z]+/)
    .filter((word) => word !== '')
  const untitled = words.filter((word) => !titles.has(word))
  return untitled.length > 0 ? untitled : words
}

export const nameTokens = (text: string): ReadonlyArray<NameToken> => {
  const words: Array<NameToken> = []
  let before = ''
  for (const word of capitals(text)) {
    if (particles.has(word)) before += word
    else {
      const bare = abbreviations.get(word) ?? word
      words.push({ bare, glued: before + bare })
      before = ''
    }
  }
  // `TORRE, Fidencio de la`: the particles belong to the surname before.
  if (before === '' || (words.length > 0 && spanish.test(before))) return words
  // A surname may consist only of particles.
  return [...words, { bare: before, glued: before }]
}

/** Whether every part of a name has a searchable word. */
export const isLegible = ({ nombres, primerApellido, segundoApellido }: RegisteredName): boolean =>
  [nombres, primerApellido, segundoApellido].every((part) => part === null || nameTokens(part).length > 0)

/** One interpretation of a name: which words are surnames and which are given names. */
export interface Reading {
  readonly surnames: ReadonlyArray<NameToken>
  readonly givenNames: ReadonlyArray<NameToken>
}

/** `De` and a name after another surname may be the husband's surname. */
export const mayBeMarried = (surnames: ReadonlyArray<NameToken>): boolean => {
  const { bare = '', glued = '' } = surnames.at(-1) ?? {}
  return surnames.length > 1 && spanish.test(glued.slice(0, -bare.length))
}

/**
 * The readings of a name. `SURNAMES, Given names` has one or two. Words in unknown order have every split, with
 * surnames first or last.
 */
export const readingsOf = (published: string): ReadonlyArray<Reading> => {
  const comma = published.indexOf(',')
  if (comma >= 0) {
    const surnames = nameTokens(published.slice(0, comma)).slice(0, listNameWords)
    const givenNames = nameTokens(published.slice(comma + 1)).slice(0, listNameWords)
    const maiden = mayBeMarried(surnames) ? [{ surnames: surnames.slice(0, -1), givenNames }] : []
    return [{ surnames, givenNames }, ...maiden]
  }
  const words = nameTokens(published).slice(0, listNameWords)
  return words.slice(1).flatMap((_, index) => {
    const cut = index + 1
    return [
      { surnames: words.slice(0, cut), givenNames: words.slice(cut) },
      { surnames: words.slice(cut), givenNames: words.slice(0, cut) },
    ]
  })
}
