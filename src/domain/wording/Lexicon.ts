import {
  articles,
  glue,
  neverJoined,
  notJoined,
  numberWords,
  particles,
  person,
  placeMarkers,
  shortJoined,
} from './lexicon/common.ts'
import { alternatives } from './lexicon/inflections.ts'
import { nextReading, randomPiece, randomToken, wholeWord } from './Words.ts'

type Words = ReadonlyArray<string>
type Phrases = ReadonlyArray<Words>

/** What a list of words holds, and under which condition each word counts. */
export interface Definition {
  /** Count wherever they stand. */
  readonly words: Words
  /** Count beside a word that points at a person. */
  readonly besidePerson: Words
  /** Words that introduce what is said of a person, as good as naming one (`ocupacion=mesero`). */
  readonly labels: Words
  /** Count when no other word but numbers stands in the text. */
  readonly alone: Words
  /** Count unless a number follows (`apto-301` is an apartment). */
  readonly notBeforeNumber: Words
  /** Do not count where a place is named (`calle-viudas`, `la-viuda-12`). */
  readonly placesToo: Words
  /** Words that count together (see `phrases` of inflections). */
  readonly phrases: Phrases
  /** Names of places and kinds of houses, whose words do not count. */
  readonly exempt: Phrases
}

interface Phrase {
  readonly positions: ReadonlyArray<ReadonlySet<string>>
}

type PhraseIndex = ReadonlyMap<string, ReadonlyArray<Phrase>>

/** A list of words, ready to be looked for. */
export interface Lexicon {
  readonly words: ReadonlySet<string>
  readonly besidePerson: ReadonlySet<string>
  /** The words beside which those of `besidePerson` count. */
  readonly people: ReadonlySet<string>
  readonly alone: ReadonlySet<string>
  readonly notBeforeNumber: ReadonlySet<string>
  readonly placesToo: ReadonlySet<string>
  readonly phrases: PhraseIndex
  readonly exempt: PhraseIndex
  /** Everything that a joined token may consist of. */
  readonly parts: ReadonlySet<string>
}

const common = {
  particles: new Set(particles),
  numberWords: new Set(numberWords),
  placeMarkers: new Set(placeMarkers),
  articles: new Set(articles),
  notJoined: new Set(notJoined),
}

/** What stands before the first word and after the last. */
const noWord = ''

const smallNumber = /^(?:[0-9]|1[0-2])$/
const year = /^(?:19|20)[0-9]{2}$/
const age = /^(?:1[346-9]|[2-9][0-9]|10[0-9])$/
const number = /^[0-9]+$/
const numbered = /[0-9]/

const indexOf = (phrases: Phrases): PhraseIndex => {
  const index = new Map<string, Array<Phrase>>()
  for (const phrase of phrases) {
    const positions = phrase.map((position) => new Set(alternatives(position)))
    for (const first of positions[0] ?? []) {
      const sameFirst = index.get(first) ?? []
      sameFirst.push({ positions })
      index.set(first, sameFirst)
    }
  }
  return index
}

const wordsIn = (phrases: Phrases): Words => phrases.flatMap((phrase) => phrase.flatMap(alternatives))

/** Makes a list ready to be looked for. */
export const compile = (definition: Definition): Lexicon => ({
  words: new Set(definition.words),
  besidePerson: new Set(definition.besidePerson),
  people: new Set([...person, ...definition.labels]),
  alone: new Set(definition.alone),
  notBeforeNumber: new Set(definition.notBeforeNumber),
  placesToo: new Set(definition.placesToo),
  phrases: indexOf(definition.phrases),
  exempt: indexOf(definition.exempt),
  parts: new Set(
    [
      ...definition.words,
      ...definition.besidePerson,
      ...definition.alone,
      ...definition.notBeforeNumber,
      ...wordsIn(definition.phrases),
      ...person,
      ...definition.labels,
      ...glue,
      ...numberWords,
    ].filter((word) => (word.length > 2 || shortJoined.includes(word)) && !neverJoined.includes(word)),
  ),
})

const longestPart = 20
const longestJoined = 64

/**
 * The fewest words that make up the whole of a joined token, or nothing. One-letter words
 * may stand only at the beginning.
 */
export const split = (joined: string, isPart: (word: string) => boolean): Words => {
  if (joined.length > longestJoined) return []
  const fewest = new Map([[0, 0]])
  const cameFrom = new Map<number, number>()
  for (let start = 0; start < joined.length; start++) {
    const count = fewest.get(start)
    if (count === undefined) continue
    const last = Math.min(joined.length, start + longestPart)
    for (let end = start === 0 ? 1 : start + 2; end <= last; end++) {
      if (count + 1 < (fewest.get(end) ?? Number.POSITIVE_INFINITY) && isPart(joined.slice(start, end))) {
        fewest.set(end, count + 1)
        cameFrom.set(end, start)
      }
    }
  }
  const words: Array<string> = []
  for (let end = fewest.has(joined.length) ? joined.length : 0; end > 0; ) {
    const start = cameFrom.get(end) ?? 0
    words.unshift(joined.slice(start, end))
    end = start
  }
  return words
}

const shortestJoined = 6

const splitJoined = (lexicon: Lexicon, words: Words): Words =>
  words.flatMap((word) => {
    if (word.length < shortestJoined || lexicon.parts.has(word) || common.notJoined.has(word)) return [word]
    const parts = split(word, (part) => lexicon.parts.has(part))
    return parts.length === 0 ? [word] : parts
  })

const stands = (alternatives: ReadonlySet<string>, word: string): boolean =>
  alternatives.has(word) ||
  (alternatives.has('#') && (smallNumber.test(word) || common.numberWords.has(word))) ||
  (alternatives.has('##') && age.test(word)) ||
  (alternatives.has('####') && year.test(word))

const particlesBetween = 3

/** The word that comes next to `from` in this direction, particles aside. */
const beside = (words: Words, from: number, step: 1 | -1): string => {
  for (let skipped = 0, at = from + step; skipped <= particlesBetween; skipped++, at += step) {
    const word = words[at] ?? noWord
    if (!common.particles.has(word)) return word
  }
  return noWord
}

/** Where a phrase that begins at `from` ends, or `from` when it does not stand there. */
const endOf = ({ positions }: Phrase, words: Words, from: number): number => {
  let at = from + 1
  for (const position of positions.slice(1)) {
    let skipped = 0
    while (!stands(position, words[at] ?? noWord)) {
      if (skipped === particlesBetween || !common.particles.has(words[at] ?? noWord)) return from
      skipped += 1
      at += 1
    }
    at += 1
  }
  return at
}

const phrasesAt = (index: PhraseIndex, word: string): ReadonlyArray<Phrase> => [
  ...(index.get(word) ?? []),
  ...(smallNumber.test(word) || common.numberWords.has(word) ? (index.get('#') ?? []) : []),
  ...(age.test(word) ? (index.get('##') ?? []) : []),
]

const withoutExempt = (lexicon: Lexicon, words: Words): Words => {
  const rest = [...words]
  words.forEach((word, from) => {
    for (const phrase of lexicon.exempt.get(word) ?? []) rest.fill(noWord, from, endOf(phrase, words, from))
  })
  return rest
}

/** Whether the word stands after `calle` and the like, or after an article that no person owns. */
const namesPlace = (lexicon: Lexicon, words: Words, at: number): boolean => {
  let before = at - 1
  while (words[before] === 'de' || common.articles.has(words[before] ?? noWord)) before -= 1
  const word = words[before] ?? noWord
  return common.placeMarkers.has(word) || (before < at - 1 && words[at - 1] !== 'de' && !lexicon.people.has(word))
}

const signs: ReadonlySet<string> = new Set([randomToken, randomPiece, wholeWord])

const isAlone = (words: Words): boolean => words.filter((word) => !signs.has(word) && !number.test(word)).length === 1

/** Words of up to this length are found among random pieces by accident. */
const accidentLength = 4
const shortestPair = 7

const countsAt = (lexicon: Lexicon, words: Words, at: number, hasPieces: boolean): boolean => {
  const word = words[at] ?? noWord
  if (word === noWord) return false
  if (lexicon.placesToo.has(word) && namesPlace(lexicon, words, at)) return false
  const letters = (end: number) => words.slice(at, end).join('').length
  const counts = (end: number) => end > at && (!hasPieces || letters(end) > accidentLength + 1)
  if (phrasesAt(lexicon.phrases, word).some((phrase) => counts(endOf(phrase, words, at)))) return true
  if (word.length <= accidentLength && hasPieces) return false
  if (lexicon.words.has(word)) return true
  if (lexicon.notBeforeNumber.has(word) && !numbered.test(words[at + 1] ?? noWord)) return true
  if (lexicon.besidePerson.has(word)) {
    if (lexicon.people.has(beside(words, at, 1)) || lexicon.people.has(beside(words, at, -1))) return true
  }
  if (lexicon.alone.has(word) && isAlone(words)) return true
  const pair = word + (words[at + 1] ?? noWord)
  return pair.length >= shortestPair && pair !== word && lexicon.words.has(pair)
}

const readingsIn = (words: Words): ReadonlyArray<Words> => {
  const readings: Array<Array<string>> = [[]]
  for (const word of words) {
    if (word === nextReading) readings.push([])
    else readings.at(-1)?.push(word)
  }
  return readings
}

/** Whether a text, read by `wordsOf`, uses a word or a phrase of the list. */
export const mentions = (lexicon: Lexicon, words: Words): boolean =>
  readingsIn(words).some((reading) => {
    const hasPieces = reading.includes(randomPiece)
    const read = withoutExempt(lexicon, reading.includes(wholeWord) ? reading : splitJoined(lexicon, reading))
    return read.some((_, at) => countsAt(lexicon, read, at, hasPieces))
  })
