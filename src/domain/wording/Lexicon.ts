import { type Automaton, build } from './Automaton.ts'
import * as common from './lexicon/common.ts'
import { alternatives } from './lexicon/inflections.ts'

type Words = ReadonlyArray<string>
type Phrases = ReadonlyArray<Words>

/** What a list of words holds, and under which condition each word counts. */
export interface Definition {
  /** Count wherever they stand. */
  readonly words: Words
  /** Of those, what does not count where a place is named (`calle-viudas`, `la-viuda-12`). */
  readonly placesToo: Words
  /** Count beside a word that points at a person, and where nothing else is said (`obrero-3`). */
  readonly traits: Words
  /** Count beside a word that points at a person. */
  readonly besidePerson: Words
  /** Count where nothing else is said. */
  readonly alone: Words
  /** Count where nothing else is said, and a number. */
  readonly numbered: Words
  /** Count unless a number follows (`apto-301` is an apartment). */
  readonly notBeforeNumber: Words
  /** Words that introduce what is said of a person, as good as naming one (`ocupacion=mesero`). */
  readonly labels: Words
  /** Words that count together (see `phrases` of inflections). */
  readonly phrases: Phrases
  /** Words that count together where nothing else is said. */
  readonly alonePhrases: Phrases
}

/** What a word is in one of the lists; the second list has its own, eight bits higher. */
export const inList = {
  word: 1,
  place: 2,
  beside: 4,
  alone: 8,
  numbered: 16,
  notBeforeNumber: 32,
  person: 64,
  /** May be part of a joined token. */
  part: 128,
} as const
export const listBits = 8
/** The lists: what describes a person, and what rates one. */
export const lists = [0, 1] as const

/** What a word is whatever the list. */
export const anywhere = {
  particle: 1 << 16,
  numberWord: 1 << 17,
  placeMarker: 1 << 18,
  article: 1 << 19,
  of: 1 << 20,
  /** Names what an identifier numbers, and says nothing (`solicitud-obrero-3`). */
  record: 1 << 21,
  /** Says nothing of a place: part of a phrase that counts alone (`mayor-65`), or what only strengthens (`muy-pobre-3`). */
  filler: 1 << 22,
  dwelling: 1 << 23,
  audience: 1 << 24,
  /** Names a person, and in URLs also the customers of software (`/tenants/…`). */
  customer: 1 << 25,
  /** Long enough that it is found inside of other letters only by intent. */
  distinct: 1 << 26,
  /** Announces a telephone number; the number of a paper of identity; one of an office that gives numbers to people. */
  phone: 1 << 27,
  paper: 1 << 28,
  office: 1 << 29,
} as const

/** What the end of a phrase tells; the bits of the second list stand one higher. */
export const phraseEnds = { counts: 1, countsAlone: 4, exempt: 16 } as const

/** Lists of words, ready to be looked for together. */
export interface Lexicon {
  readonly automaton: Automaton
  /** What each word is, by its number. */
  readonly flags: Uint32Array
  /** Behind a node of the phrases and a word, the next node; the root is 0. */
  readonly phrases: ReadonlyMap<number, number>
  readonly phraseEnds: ReadonlyMap<number, number>
  /** 1 for each word with which a phrase begins. */
  readonly startsPhrase: Uint8Array
  /** Letters from which on a word is found inside of others, too. */
  readonly distinctLength: number
  /** A node and a word as one number. */
  readonly transition: (node: number, word: number) => number
  /** Stand for numbers in the phrases. */
  readonly numbers: { readonly small: number; readonly age: number; readonly year: number }
  /** Numbers that stand in phrases as they are (`chapter-7`). */
  readonly written: ReadonlyMap<number, number>
}

const placeholders: Words = ['#', '##', '####']

/** Letters from which on a word is found inside of others, too. */
const distinctLength = 9

/** Numbers words as they come. */
class Numbering {
  readonly words: Array<string> = []
  private readonly numbers = new Map<string, number>()
  private readonly flags: Array<number> = [0]

  numberOf(word: string): number {
    const known = this.numbers.get(word)
    if (known !== undefined) return known
    this.words.push(word)
    this.numbers.set(word, this.words.length)
    this.flags.push(0)
    return this.words.length
  }

  mark(words: Words, flag: number): void {
    for (const word of words) {
      const number = this.numberOf(word)
      this.flags[number] = (this.flags[number] ?? 0) | flag
    }
  }

  clear(words: Words): void {
    for (const word of words) this.flags[this.numberOf(word)] = 0
  }

  all(): Uint32Array {
    return Uint32Array.from(this.flags)
  }
}

const wordsIn = (phrases: Phrases): Words =>
  phrases.flatMap((phrase) => phrase.flatMap(alternatives)).filter((word) => !word.startsWith('#'))

const isPart = (word: string): boolean =>
  (word.length > 2 || common.shortJoined.includes(word)) && !common.neverJoined.includes(word)

const markList = (numbering: Numbering, definition: Definition, list: number): void => {
  const mark = (words: Words, flag: number) => numbering.mark(words, flag << (list * listBits))
  const { words, traits, besidePerson, alone, numbered, notBeforeNumber, labels, phrases, alonePhrases } = definition
  mark(words, inList.word)
  mark(definition.placesToo, inList.place)
  mark([...traits, ...besidePerson], inList.beside)
  mark([...traits, ...alone], inList.alone)
  mark(numbered, inList.numbered)
  mark(notBeforeNumber, inList.notBeforeNumber)
  mark([...common.person, ...labels], inList.person)
  const own = [words, traits, besidePerson, alone, numbered, notBeforeNumber, labels, wordsIn(phrases)].flat()
  numbering.mark(own, 0)
  numbering.mark(wordsIn(alonePhrases), anywhere.filler)
  mark([...own, ...common.person, ...common.glue, ...common.numberWords].filter(isPart), inList.part)
  const isOfPlaces = (word: string) => definition.placesToo.some((place) => place.startsWith(word))
  const distinct = words.filter((word) => word.length >= distinctLength && !isOfPlaces(word))
  numbering.mark(distinct, anywhere.distinct)
}

const markCommon = (numbering: Numbering): void => {
  numbering.mark(common.particles, anywhere.particle)
  numbering.mark(common.numberWords, anywhere.numberWord)
  numbering.mark(common.placeMarkers, anywhere.placeMarker)
  numbering.mark(common.articles, anywhere.article)
  numbering.mark(['de'], anywhere.of)
  numbering.mark(common.records, anywhere.record)
  numbering.mark(common.fillers, anywhere.filler)
  numbering.mark(common.dwellings, anywhere.dwelling)
  numbering.mark(common.audience, anywhere.audience)
  numbering.mark(common.customers, anywhere.customer)
  numbering.mark(common.phones, anywhere.phone)
  numbering.mark(common.papers, anywhere.paper)
  numbering.mark(common.offices, anywhere.office)
  numbering.mark(common.notJoined, 0)
}

/** Words that lead from the root of the phrases, and words of numbers where a number does. */
const startsPhrase = (phrases: ReadonlyMap<number, number>, base: number, numbering: Numbering): Uint8Array => {
  const starts = new Uint8Array(base)
  for (const symbol of phrases.keys()) if (symbol < base) starts[symbol] = 1
  for (const word of common.numberWords) starts[numbering.numberOf(word)] = 1
  return starts
}

/** Makes lists ready to be looked for. */
export const compile = (definitions: ReadonlyArray<Definition>, exempt: Phrases): Lexicon => {
  const numbering = new Numbering()
  markCommon(numbering)
  for (const [list, definition] of definitions.entries()) markList(numbering, definition, list)
  numbering.mark(wordsIn(exempt), 0)
  numbering.clear(exempt.filter((phrase) => phrase.length === 1).flat())
  const base = numbering.words.length + placeholders.length + 1
  const symbolOf = (word: string): number => {
    const at = placeholders.indexOf(word)
    return at === -1 ? numbering.numberOf(word) : base - placeholders.length + at
  }
  const transition = (node: number, word: number): number => node * base + word
  const phrases = new Map<number, number>()
  const ends = new Map<number, number>()
  const add = (phrase: Words, end: number): void => {
    let nodes = [0]
    for (const position of phrase) {
      const symbols = alternatives(position).map(symbolOf)
      nodes = nodes.flatMap((node) =>
        symbols.map((symbol) => {
          const key = transition(node, symbol)
          const known = phrases.get(key)
          if (known === undefined) phrases.set(key, phrases.size + 1)
          return known ?? phrases.size
        }),
      )
    }
    for (const node of nodes) ends.set(node, (ends.get(node) ?? 0) | end)
  }
  definitions.forEach(({ phrases: always, alonePhrases }, list) => {
    for (const phrase of always) add(phrase, phraseEnds.counts << list)
    for (const phrase of alonePhrases) add(phrase, phraseEnds.countsAlone << list)
  })
  for (const phrase of exempt) add(phrase, phraseEnds.exempt)
  const [small = 0, age = 0, year = 0] = placeholders.map(symbolOf)
  return {
    automaton: build(numbering.words),
    flags: numbering.all(),
    phrases,
    phraseEnds: ends,
    startsPhrase: startsPhrase(phrases, base, numbering),
    distinctLength,
    transition,
    numbers: { small, age, year },
    written: new Map(
      numbering.words.flatMap((word, at) => (/^\d+$/.test(word) ? [[Number(word), at + 1] as const] : [])),
    ),
  }
}
