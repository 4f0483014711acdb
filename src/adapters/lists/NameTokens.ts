import { listNameWords } from '#domain/Limits.ts'
import type { RegisteredName } from '#domain/person/RegisteredName.ts'

/** Reads the words of a name, in capitals from A to Z. */

/** A word, and the same with the particles before it joined on: `De la Cruz` is also written `Delacruz`. */
export interface NameToken {
  readonly bare: string
  readonly glued: string
}

export const particles: ReadonlySet<string> = new Set(
  'DE DEL LA LAS LOS EL Y DA DAS DO DOS DI VAN VON DER DEN AL BIN BEN IBN'.split(' '),
)
/** Joined, as they go before a surname in Spanish. */
const spanish = /^DE(?:L|LA|LAS|LOS)?$/
export const titles: ReadonlySet<string> = new Set(
  'DR DRA LIC ING ARQ PROF MTRO MTRA SR SRA GRAL CMDTE JR VDA VIUDA COLONEL GENERAL HAJI HAJJI MULLAH MAULANA MAULAVI QARI SHEIKH'.split(
    ' ',
  ),
)
export const abbreviations = new Map(
  'MA=MARIA FCO=FRANCISCO GPE=GUADALUPE STA=SANTA HDZ=HERNANDEZ HDEZ=HERNANDEZ MTZ=MARTINEZ RDZ=RODRIGUEZ GLEZ=GONZALEZ GZZ=GONZALEZ FDZ=FERNANDEZ'
    .split(' ')
    .map((pair) => pair.split('='))
    .map(([short = '', long = '']) => [short, long]),
)

/** Letters of Latin script that are more than one with an accent. */
export const foreignLetters = new Map([
  ['Ł', 'L'],
  ['Ø', 'O'],
  ['Đ', 'D'],
  ['Æ', 'AE'],
  ['Œ', 'OE'],
])

/** What is not a letter parts two words, but for an apostrophe. A title alone is a surname. */
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
  // `TORRE, Fidencio de la`: the particles of what stands before.
  if (before === '' || (words.length > 0 && spanish.test(before))) return words
  // A surname may be nothing but particles.
  return [...words, { bare: before, glued: before }]
}

/** Whether every part of a name has a word that can be searched by. */
export const isLegible = ({ nombres, primerApellido, segundoApellido }: RegisteredName): boolean =>
  [nombres, primerApellido, segundoApellido].every((part) => part === null || nameTokens(part).length > 0)

/** A name as it may be read: which of its words are surnames, and which are given names. */
export interface Reading {
  readonly surnames: ReadonlyArray<NameToken>
  readonly givenNames: ReadonlyArray<NameToken>
}

/** `De` and a name after another surname may be the husband's. */
export const mayBeMarried = (surnames: ReadonlyArray<NameToken>): boolean => {
  const { bare = '', glued = '' } = surnames.at(-1) ?? {}
  return surnames.length > 1 && spanish.test(glued.slice(0, -bare.length))
}

/** Of `SURNAMES, Given names` one or two; of words in no known order, surnames first or last, however many they are. */
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
