import { compile, type Lexicon, type Phrase, type PhraseCondition } from './Lexicon.ts'
import * as common from './lexicon/common.ts'
import { descriptive } from './lexicon/descriptive.ts'
import { agents, gendered, nouns } from './lexicon/inflections.ts'
import { places } from './lexicon/places.ts'
import { rating } from './lexicon/rating.ts'
import { decoded, gaps, type Reading, readingOf, type Token } from './Tokens.ts'

/** Finds the words of a lexicon in the tokens of a text, each under its condition. */

type Tokens = ReadonlyArray<Token>

const sets = {
  particles: new Set(common.particles),
  numberWords: new Set(common.numberWords),
  markers: new Set(common.placeMarkers),
  dwellings: new Set(common.dwellings),
  audience: new Set(common.audience),
  articles: new Set(common.articles),
  records: new Set(common.records),
  fillers: new Set(common.fillers),
}

const particlesBetween = 3
/** Words and phrases up to this many letters occur in random IDs by accident. */
const accident = { word: 4, phrase: 5 }
/** Minimum number of digits of a dated folio, after the few letters that begin it. */
const longNumber = 6

/** A part of the text, between slashes and separators of parameters. */
interface Part {
  /** It contains only neutral words, words of the lexicons, and numbers. */
  readonly saysNothingElse: boolean
  readonly hasNumber: boolean
  readonly hasRandom: boolean
}

interface Place {
  readonly part: Part
  /** The last token before it that is neither an article nor `de`; -1 without one. */
  readonly anchor: number
  /** Whether it says for whom a dwelling is meant (`depto-para-estudiantes`). */
  readonly isForWhom: boolean
  /** Whether a word for a dwelling precedes it (`depto-de-soltero`). */
  readonly isOfDwelling: boolean
}

/** The position of each token, computed once for all lexicons. */
export interface Layout {
  readonly tokens: Tokens
  readonly places: ReadonlyArray<Place>
  /** Whether every part of the text says nothing else. */
  readonly saysNothingElse: boolean
}

const isGlue = (text: string): boolean => sets.articles.has(text) || text === 'de'

const saysNothing = ({ kind, text }: Token, lexicons: ReadonlyArray<Lexicon>): boolean =>
  kind !== 'word' ||
  sets.records.has(text) ||
  sets.particles.has(text) ||
  sets.numberWords.has(text) ||
  sets.fillers.has(text) ||
  lexicons.some(({ conditions, people, fillers }) => {
    const condition = conditions.get(text)
    return (condition !== undefined && condition !== 'besidePerson') || people.has(text) || fillers.has(text)
  })

export const layoutOf = (tokens: Tokens, lexicons: ReadonlyArray<Lexicon>): Layout => {
  const places: Array<Place> = []
  let anchor = -1
  let isForWhom = false
  for (let from = 0; from < tokens.length; ) {
    let to = from + 1
    while (to < tokens.length && (tokens[to]?.gap ?? 0) < gaps.equals) to += 1
    const words = tokens.slice(from, to)
    const part = {
      saysNothingElse: words.every((token) => saysNothing(token, lexicons)),
      hasNumber: words.some(({ kind }) => kind !== 'word'),
      hasRandom: words.some(({ kind }) => kind === 'random'),
    }
    let hasDwelling: boolean = isForWhom && words[0]?.gap === gaps.equals
    isForWhom = hasDwelling
    for (const [at, { text }] of words.entries()) {
      isForWhom ||= hasDwelling && sets.audience.has(text)
      places.push({ part, anchor, isForWhom, isOfDwelling: hasDwelling })
      hasDwelling ||= sets.dwellings.has(text)
      if (!isGlue(text)) anchor = from + at
    }
    from = to
  }
  return { tokens, places, saysNothingElse: places.every(({ part }) => part.saysNothingElse) }
}

/** The symbols of phrases that a token matches. */
const symbolsOf = ({ kind, text }: Token): ReadonlyArray<string> => {
  if (kind === 'word') return sets.numberWords.has(text) ? [text, '#'] : [text]
  if (kind !== 'number') return [text]
  const value = /^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : -1
  const symbols = [text, '#any']
  if (value >= 0 && value <= 12) symbols.push('#')
  if (value >= 13 && value < 110 && value !== 15) symbols.push('##')
  if (value >= 1900 && value < 2100) symbols.push('####')
  if (text.length === 6 || text.length === 8) symbols.push('#date')
  return symbols
}

interface Found {
  readonly from: number
  readonly to: number
  readonly ends: PhraseCondition
}

/** The phrases that begin at a token, with up to three particles between their words. */
const phrasesFrom = (tokens: Tokens, from: number, root: Phrase): ReadonlyArray<Found> => {
  const found: Array<Found> = []
  const startsWithNumber = tokens[from]?.kind === 'number'
  const enter = (node: Phrase, at: number, skipped: number): void => {
    const token = tokens[at]
    if (token === undefined) return
    if (at > from && token.gap >= (startsWithNumber ? gaps.slash : gaps.parameter)) return
    for (const symbol of symbolsOf(token)) {
      const next = node.next.get(symbol)
      if (next === undefined) continue
      if (next.ends !== null) found.push({ from, to: at + 1, ends: next.ends })
      enter(next, at + 1, 0)
    }
    if (at > from && skipped < particlesBetween && sets.particles.has(token.text)) enter(node, at + 1, skipped + 1)
  }
  enter(root, from, 0)
  return found
}

class Judge {
  private readonly layout: Layout
  private readonly lexicon: Lexicon
  private readonly isExempt: ReadonlySet<number>
  private readonly phrases: ReadonlyArray<Found>

  constructor(layout: Layout, lexicon: Lexicon) {
    this.layout = layout
    this.lexicon = lexicon
    this.phrases = layout.tokens.flatMap((_, from) => phrasesFrom(layout.tokens, from, lexicon.phrases))
    this.isExempt = new Set(
      this.phrases
        .filter(({ ends }) => ends === 'exempt')
        .flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
    )
  }

  private textAt(at: number): string {
    return this.layout.tokens[at]?.text ?? ''
  }

  private phraseCounts({ from, to, ends }: Found): boolean {
    const place = this.layout.places[from]
    if (place === undefined || place.isForWhom) return false
    const words = this.layout.tokens.slice(from, to)
    if (words.some((_, at) => this.isExempt.has(from + at))) return false
    const letters = words.reduce((sum, { text }) => sum + text.length, 0)
    if (place.part.hasRandom && letters <= accident.phrase) return false
    return ends === 'always' || place.part.saysNothingElse
  }

  /**
   * Whether the word follows `calle` or a similar marker, or an article that does not belong to a word for a person.
   */
  private namesPlace(at: number, { part, anchor, isForWhom, isOfDwelling }: Place): boolean {
    const before = this.textAt(anchor)
    if (isForWhom || sets.markers.has(before)) return true
    if (isOfDwelling && this.textAt(at - 1) === 'de') return true
    const hasArticle = anchor < at - 1 && sets.articles.has(this.textAt(at - 1))
    // `/solicitantes/la-viuda` is not `solicitante-la-viuda`.
    const isApart = this.layout.places[anchor]?.part !== part
    return hasArticle && (isApart || !this.lexicon.people.has(before))
  }

  /** Whether a word for a person is next to this one, in this direction and in the same part of the text. */
  private pointsAtPerson(at: number, step: 1 | -1): boolean {
    for (let next = at + step, skipped = 0; skipped <= particlesBetween; next += step, skipped++) {
      const gap = this.layout.tokens[step === 1 ? next : next + 1]?.gap ?? gaps.none
      if (gap > gaps.equals) return false
      const text = this.textAt(next)
      if (this.lexicon.people.has(text)) return true
      if (!sets.particles.has(text)) return false
    }
    return false
  }

  /** Whether a few letters have a long number attached: `RICA240115001` is a folio. */
  private isSeries(at: number): boolean {
    const next = this.layout.tokens[at + 1]
    const isGlued = next?.kind === 'number' && next.gap === gaps.none && next.text.length >= longNumber
    return isGlued && this.textAt(at).length <= accident.word
  }

  private countsAlone(at: number, { part, isForWhom }: Place): boolean {
    if (isForWhom || !part.saysNothingElse || this.isSeries(at) || sets.articles.has(this.textAt(at - 1))) return false
    const { places, saysNothingElse } = this.layout
    const isWhole = places[0]?.part === places.at(-1)?.part
    return part.hasNumber || isWhole || (saysNothingElse && part !== places[0]?.part)
  }

  private wordCounts(at: number, { kind, text, joined }: Token): boolean {
    const { conditions } = this.lexicon
    const place = this.layout.places[at]
    if (kind !== 'word' || place === undefined || this.isExempt.has(at)) return false
    if (joined !== undefined && conditions.get(joined) === 'always') return true
    const condition = conditions.get(text)
    if (condition === undefined || (place.part.hasRandom && text.length <= accident.word)) return false
    if (condition === 'always') return true
    if (condition === 'place') return !this.namesPlace(at, place)
    const isBeside = this.pointsAtPerson(at, 1) || this.pointsAtPerson(at, -1)
    return (isBeside && !place.isForWhom) || (condition === 'trait' && this.countsAlone(at, place))
  }

  mentions(): boolean {
    return (
      this.layout.tokens.some((token, at) => this.wordCounts(at, token)) ||
      this.phrases.some((phrase) => this.phraseCounts(phrase))
    )
  }
}

/** Whether a text contains a word or phrase of a lexicon. */
export const mentions = (layout: Layout, lexicon: Lexicon): boolean => new Judge(layout, lexicon).mentions()

const people = [...common.person, ...common.introductions]
const lexicons = [compile(descriptive, people, places), compile(rating, people, places)] as const

export interface Wording {
  /** It describes a person (contract 4.22). */
  readonly describes: boolean
  /** It uses a word that the channel never emits, because it rates a person (contract 4.24). */
  readonly rates: boolean
}

export const wordingOf = ({ tokens }: Reading): Wording => {
  const layout = layoutOf(tokens, lexicons)
  const [describing, rating] = lexicons
  return { describes: mentions(layout, describing), rates: mentions(layout, rating) }
}

/**
 * Whether a text uses a word that the channel never emits because it rates a person (step 15, contract 4.37). It judges
 * partners' identifiers and the sentences of answers.
 */
export const usesForbiddenWord = (text: string): boolean => wordingOf(readingOf(text)).rates

/** Words that can only rate a person. A host name names a company, whose trade may be mentioned. */
const ratings = new Set([...gendered('moros'), ...agents('deudor defraudador estafador'), ...nouns('deadbeat debtor')])

/** Whether a whole label of a host, or a part of it between hyphens, rates a person (step 15). */
export const ratesInHost = (writtenHost: string): boolean =>
  decoded(writtenHost)
    .toLowerCase()
    .split(/[.-]/)
    .some((part) => ratings.has(part))
