import { alternatives } from './lexicon/inflections.ts'

type Words = ReadonlyArray<string>
type Phrases = ReadonlyArray<Words>

/** What a list of words holds, and under which condition each word counts. */
export interface Definition {
  /** Count wherever they stand. */
  readonly words: Words
  /** Of those, what does not count where a place or a name is marked (`calle-viudas`, `la-viuda-12`). */
  readonly placesToo: Words
  /** Count beside a word that points at a person, and where nothing else is said (`obrero-3`). */
  readonly traits: Words
  /** Count beside a word that points at a person; alone, and beside other words, they are names (`moreno-12`). */
  readonly besidePerson: Words
  /** Words that introduce what is said of a person, as good as naming one (`ocupacion=mesero`). */
  readonly labels: Words
  /** Words that count together (see `phrases` of inflections). */
  readonly phrases: Phrases
  /** Words that count together where nothing else is said. */
  readonly alonePhrases: Phrases
}

type Condition = 'always' | 'place' | 'trait' | 'besidePerson'

export type PhraseCondition = 'always' | 'alone' | 'exempt'

/** A beginning of phrases, by its words. */
export interface Phrase {
  readonly next: Map<string, Phrase>
  ends: PhraseCondition | null
}

/** A list of words, ready to be looked up. */
export interface Lexicon {
  readonly conditions: ReadonlyMap<string, Condition>
  readonly people: ReadonlySet<string>
  /** Words of the phrases that count where nothing else is said. */
  readonly fillers: ReadonlySet<string>
  readonly phrases: Phrase
}

const add = (root: Phrase, phrase: Words, ends: PhraseCondition): void => {
  const last = phrase.reduce<ReadonlyArray<Phrase>>(
    (nodes, position) =>
      nodes.flatMap((node) =>
        alternatives(position).map((word) => {
          const next = node.next.get(word) ?? { next: new Map(), ends: null }
          node.next.set(word, next)
          return next
        }),
      ),
    [root],
  )
  for (const node of last) node.ends ??= ends
}

/** Phrases of two and three words are also written as one (`madresoltera`). */
const joinedPhrases = (phrases: Phrases): Words =>
  phrases
    .filter(
      (phrase) =>
        !phrase.some((position) => alternatives(position).some((word) => word.length < 2 || word.startsWith('#'))),
    )
    .flatMap((phrase) =>
      phrase.map(alternatives).reduce((starts, words) => starts.flatMap((start) => words.map((word) => start + word))),
    )

/** Shorter ones are other words, too. */
const shortestJoined = 6

export const compile = (definition: Definition, people: Words, exempt: Phrases): Lexicon => {
  const { words, placesToo, traits, besidePerson, labels, phrases, alonePhrases } = definition
  const conditions = new Map<string, Condition>()
  const set = (list: Words, condition: Condition) => {
    for (const word of list) conditions.set(word, condition)
  }
  set(besidePerson, 'besidePerson')
  set(
    joinedPhrases(phrases).filter((word) => word.length >= shortestJoined && !conditions.has(word)),
    'always',
  )
  set(traits, 'trait')
  set(words, 'always')
  set(
    placesToo.filter((word) => conditions.get(word) === 'always'),
    'place',
  )
  const root: Phrase = { next: new Map(), ends: null }
  for (const phrase of exempt) add(root, phrase, 'exempt')
  for (const phrase of phrases) add(root, phrase, 'always')
  for (const phrase of alonePhrases) add(root, phrase, 'alone')
  for (const phrase of exempt) if (phrase.length === 1) for (const word of phrase) conditions.delete(word)
  const fillers = new Set(alonePhrases.flatMap((phrase) => phrase.flatMap(alternatives)))
  return { conditions, fillers, people: new Set([...people, ...labels]), phrases: root }
}
