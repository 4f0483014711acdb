import { describing } from './lexicon/describing.ts'
import { exempt } from './lexicon/exempt.ts'
import { alternatives } from './lexicon/inflections.ts'
import { introductions, people } from './lexicon/people.ts'
import { rating } from './lexicon/rating.ts'

type Words = ReadonlyArray<string>

/** What a phrase says. An exempt phrase cancels the phrases that begin or end with its first or last word. */
export type Meaning = 'describes' | 'rates' | 'exempt'

/** A beginning of phrases, with the symbols that may follow: words, classes of words (`@person`), numbers (`##`). */
export interface Phrase {
  readonly next: Map<string, Phrase>
  meaning: Meaning | null
}

const classes = Object.entries({
  '@person': people,
  '@introduction': introductions,
  '@trait': describing.traits,
  '@name': describing.names,
  '@adjective': describing.adjectives,
  '@grade': rating.grades,
}).map(([name, words]) => [name, new Set(words)] as const)

/** The classes of a word. */
const classesOf = (word: string): Words => classes.flatMap(([name, words]) => (words.has(word) ? [name] : []))

/** The classes of each word that has one. */
export const classesByWord = new Map(
  classes.flatMap(([, words]) => [...words].map((word) => [word, classesOf(word)] as const)),
)

const single = (words: Words): ReadonlyArray<Words> => words.map((word) => [word])

const describes: ReadonlyArray<Words> = [
  ...single(describing.words),
  ...describing.phrases,
  ['@person|@introduction|@trait', '@trait|@name'],
  ['@introduction', '@adjective'],
  ['@trait|@name|@adjective', '@person'],
  ['@name|@adjective', '@trait'],
]

const rates: ReadonlyArray<Words> = [
  ...single(rating.words),
  ...rating.phrases,
  ['@person|@trait|@name', '@grade'],
  ['muy|very|too', '@grade'],
  ['@grade', '@person'],
]

/** Shorter ones are also other words. */
const shortestJoined = 6

/** A phrase of two or three words, written as one (`madresoltera`). */
const joined = (phrase: Words): Words => {
  const isOfWords = phrase.every((position) => /^[a-z|/]+$/.test(position))
  if (!isOfWords || phrase.length === 1 || phrase.length > 3) return []
  return phrase
    .map(alternatives)
    .reduce((starts, words) => starts.flatMap((start) => words.map((word) => start + word)))
    .filter((word) => word.length >= shortestJoined)
}

/** All phrases. A word that always counts is a phrase of one word. */
export const lexicon: Phrase = { next: new Map(), meaning: null }

const add = (phrase: Words, meaning: Meaning): void => {
  let ends = [lexicon]
  for (const position of phrase) {
    ends = ends.flatMap((end) =>
      alternatives(position).map((symbol) => {
        const next = end.next.get(symbol) ?? { next: new Map(), meaning: null }
        end.next.set(symbol, next)
        return next
      }),
    )
  }
  for (const end of ends) end.meaning ??= meaning
}

for (const [meaning, phrases] of [
  ['exempt', exempt],
  ['describes', describes],
  ['rates', rates],
] as const) {
  for (const phrase of phrases) for (const written of [phrase, ...single(joined(phrase))]) add(written, meaning)
}
