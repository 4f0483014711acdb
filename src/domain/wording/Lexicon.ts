import { alternatives } from './lexicon/inflections.ts'

type Words = ReadonlyArray<string>
type Phrases = ReadonlyArray<Words>

/** A list of words, grouped by the condition under which they count. */
export interface Definition {
  /** Count everywhere. */
  readonly words: Words
  /** Words of `words` that do not count if a place or a name is marked (`calle-viudas`, `la-viuda-12`). */
  readonly placesToo: Words
  /** Count next to a word for a person, and if the text says nothing else (`obrero-3`). */
  readonly traits: Words
  /** Count only next to a word for a person. Otherwise they are names (`moreno-12`). */
  readonly besidePerson: Words
  /** Words that introduce a description of a person. They count like a word for a person (`ocupacion=mesero`). */
  readonly labels: Words
  /** Words that count in this combination (see `phrases` of inflections). */
  readonly phrases: Phrases
  /** Words that count in this combination if the text says nothing else. */
  readonly alonePhrases: Phrases
}

type Condition = 'always' | 'place' | 'trait' | 'besidePerson'

export type PhraseCondition = 'always' | 'alone' | 'exempt'

/** A prefix of phrases, with the words that may follow. */
export interface Phrase {
  readonly next: Map<string, Phrase>
  ends: PhraseCondition | null
}

export interface Lexicon {
  readonly conditions: ReadonlyMap<string, Condition>
  readonly people: ReadonlySet<string>
  /** Words of the phrases that count if the text says nothing else. */
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

/** Phrases of two and three words are also written as one word (`madresoltera`). */
const joinedPhrases = (phrases: Phrases): Words =>
  phrases
    .filter(
      (phrase) =>
        !phrase.some((position) => alternatives(position).some((word) => word.length < 2 || word.startsWith('#'))),
    )
    .flatMap((phrase) =>
      phrase.map(alternatives).reduce((starts, words) => starts.flatMap((start) => words.map((word) => start + word))),
    )

/** Shorter ones are also other words. */
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
