import { compile, type Definition, type Lexicon } from '#domain/wording/Lexicon.ts'
import { scan } from '#domain/wording/Scan.ts'
import { Finder, type Sequence } from '#domain/wording/Sequence.ts'

const nothing: Definition = {
  words: [],
  placesToo: [],
  traits: [],
  besidePerson: [],
  alone: [],
  numbered: [],
  notBeforeNumber: [],
  labels: [],
  phrases: [],
  alonePhrases: [],
}

/** A lexicon of few words: what describes a person, what rates one, and the phrases that are exempt. */
export const lexiconOf = (
  describing: Partial<Definition>,
  rating: Partial<Definition> = {},
  exempt: ReadonlyArray<ReadonlyArray<string>> = [],
): Lexicon =>
  compile(
    [
      { ...nothing, ...describing },
      { ...nothing, ...rating },
    ],
    exempt,
  )

/** Shows what is found of a lexicon, by these of its words. */
export const shownBy = (lexicon: Lexicon, known: string) => {
  const finder = new Finder(lexicon)
  const names = new Map(known.split(' ').map((word) => [finder.wordIn(word, 0, word.length), word]))
  const nameOf = (number: number): string => (number === 0 ? '?' : (names.get(number) ?? 'another'))
  /** Each word: the gap before it, what it is, and from where to where it stands. */
  const shown = (words: Sequence): ReadonlyArray<string> =>
    words.map(({ number, value, kind, gap, from, to }) => {
      const what = kind === 'word' && value === -1 ? nameOf(number) : `${kind} ${number === 0 ? value : nameOf(number)}`
      return `${gap} ${what} ${from}-${to}`
    })
  return {
    words: (text: string) => shown(finder.sequenceOf(scan(text))),
    spelled: (text: string) => shown(finder.spelledOut(scan(text))),
    others: (text: string) => finder.alternativesOf(scan(text)).map(shown),
    together: (text: string) => finder.flagsTogether(scan(text)),
  }
}

/** What a lexicon looks at of a text. */
export const stepsOf = (lexicon: Lexicon, look: (finder: Finder) => void): number => {
  const finder = new Finder(lexicon)
  look(finder)
  return finder.steps
}
