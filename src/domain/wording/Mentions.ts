import { anywhere, inList, type Lexicon, listBits, lists, phraseEnds } from './Lexicon.ts'
import { gaps, type Scan } from './Scan.ts'
import type { Finder, Sequence, Word } from './Sequence.ts'

/** Finds what a text mentions of the words of a lexicon, each under its condition. */

/** Lists of which a word or a phrase was found: 1 for the first, 2 for the second. */
export type Mentioned = number

const everything: Mentioned = 3

const particlesBetween = 3
const largestSmall = 12
/** Numbers that are ages, and seldom anything else. */
const isAge = (value: number): boolean => value >= 13 && value < 110 && value !== 15
const isYear = (value: number): boolean => value >= 1900 && value < 2100

/** Digits of a dated folio, at least. */
const longNumber = 6
/** Words of up to this length are found among random pieces by accident. */
const accidentLength = 4

const inBothLists = (flag: number): number => flag | (flag << listBits)

/** What can count at all, in one of the lists. */
const counting = inBothLists(inList.word | inList.beside | inList.alone | inList.numbered | inList.notBeforeNumber)
/** What says nothing of anybody by itself. */
const sayingNothing =
  anywhere.record |
  anywhere.particle |
  anywhere.numberWord |
  anywhere.filler |
  inBothLists(inList.person | inList.alone | inList.numbered)

/** A part of the text between slashes and signs of parameters. */
interface Part {
  /** It has nothing but words that say nothing by themselves, and numbers. */
  readonly saysNothingElse: boolean
  readonly hasNumber: boolean
  readonly hasRandom: boolean
}

/** Where a word stands. */
interface Place {
  readonly part: Part
  /** The last word before it that is neither an article nor `de`; -1 when there is none. */
  readonly anchor: number
  /** Whether it says whom a dwelling is for (`depto-para-estudiantes`). */
  readonly isForWhom: boolean
}

/** Beyond the ends of a text. */
const nowhere: Place = {
  part: { saysNothingElse: false, hasNumber: false, hasRandom: false },
  anchor: -1,
  isForWhom: false,
}

/** The phrases that begin with one word of the text. */
interface Phrase {
  readonly from: number
  readonly startsWithNumber: boolean
  /** Where the longest of them ends. */
  end: number
  /** The marks of their ends. */
  marks: number
}

class Judge {
  private readonly finder: Finder
  private readonly lexicon: Lexicon
  private readonly words: Sequence
  private readonly isWholeText: boolean
  private readonly places: Array<Place> = []

  /** @param isWholeText whether the words are all of a text, and not another reading of one token */
  constructor(finder: Finder, words: Sequence, isWholeText: boolean) {
    this.finder = finder
    this.lexicon = finder.lexicon
    this.words = words
    this.isWholeText = isWholeText
  }

  private flagsAt(index: number): number {
    const word = this.words[index]
    return word === undefined ? 0 : this.finder.flagsOf(word.number)
  }

  /** Finds out where each word stands, when the first is asked for. */
  private placeOf(index: number): Place {
    if (this.places.length === 0) {
      let from = 0
      let anchor = -1
      for (const at of this.words.keys()) {
        const next = this.words[at + 1]
        if (next !== undefined && next.gap < gaps.equals) continue
        anchor = this.placePart(from, at + 1, anchor)
        from = at + 1
      }
      this.finder.steps += this.words.length
    }
    return this.places[index] ?? nowhere
  }

  /** Adds the places of a part, and tells the last anchor. */
  private placePart(from: number, to: number, anchorBefore: number): number {
    const words = this.words.slice(from, to)
    const saysNothing = ({ kind, number }: Word) =>
      kind !== 'word' || (this.finder.flagsOf(number) & sayingNothing) !== 0
    const part = {
      saysNothingElse: this.isWholeText && words.every(saysNothing),
      hasNumber: words.some(({ kind }) => kind !== 'word'),
      hasRandom: words.some(({ kind }) => kind === 'random'),
    }
    const isContinued = words[0]?.gap === gaps.equals
    let anchor = anchorBefore
    let hasDwelling = isContinued && this.places.at(-1)?.isForWhom === true
    let isForWhom = hasDwelling
    for (let at = from; at < to; at++) {
      this.places.push({ part, anchor, isForWhom })
      const flags = this.flagsAt(at)
      hasDwelling ||= (flags & anywhere.dwelling) !== 0
      isForWhom ||= hasDwelling && (flags & anywhere.audience) !== 0
      if ((flags & (anywhere.article | anywhere.of)) === 0) anchor = at
    }
    return anchor
  }

  /** Whether the word stands after `calle` and the like, or after an article that no person owns. */
  private namesPlace(at: number, { part, anchor, isForWhom }: Place, person: number): boolean {
    if (isForWhom) return true
    const flags = this.flagsAt(anchor)
    if ((flags & anywhere.placeMarker) !== 0) return true
    const hasArticle = anchor < at - 1 && (this.flagsAt(at - 1) & anywhere.of) === 0
    // `/solicitantes/la-viuda` is no `solicitante-la-viuda`.
    const isApart = this.placeOf(anchor).part !== part
    return hasArticle && (isApart || (flags & person) === 0)
  }

  /** Goes on in a phrase behind a word, or behind what it stands for. */
  private enter(phrase: Phrase, node: number, word: Word, next: number): void {
    const { number, value } = word
    const { numbers, written } = this.lexicon
    if (number !== 0) {
      this.go(phrase, node, number, next)
      if ((this.finder.flagsOf(number) & anywhere.numberWord) !== 0) this.go(phrase, node, numbers.small, next)
    }
    if (value < 0) return
    if (value <= largestSmall) this.go(phrase, node, numbers.small, next)
    if (isAge(value)) this.go(phrase, node, numbers.age, next)
    if (isYear(value)) this.go(phrase, node, numbers.year, next)
    const own = written.get(value)
    if (own !== undefined) this.go(phrase, node, own, next)
  }

  private go(phrase: Phrase, node: number, symbol: number, next: number): void {
    this.finder.steps += 1
    const reached = this.lexicon.phrases.get(this.lexicon.transition(node, symbol))
    if (reached === undefined) return
    const ends = this.lexicon.phraseEnds.get(reached)
    if (ends !== undefined) {
      phrase.marks |= this.marksHere(ends, phrase.from, next)
      phrase.end = Math.max(phrase.end, next)
    }
    for (let at = next; at <= next + particlesBetween; at++) {
      const word = this.words[at]
      // What a number is followed by in a path is no phrase: `/tenants/5/children`.
      if (word === undefined || word.gap === gaps.parameter) return
      if (phrase.startsWithNumber && word.gap >= gaps.slash) return
      this.enter(phrase, reached, word, at + 1)
      if ((this.flagsAt(at) & anywhere.particle) === 0) return
    }
  }

  /** Those marks of a phrase's end that hold here. */
  private marksHere(ends: number, from: number, to: number): number {
    let letters = 0
    for (const word of this.words.slice(from, to)) letters += word.to - word.from
    const { part, isForWhom } = this.placeOf(from)
    if (isForWhom || (part.hasRandom && letters <= accidentLength + 1)) return ends & phraseEnds.exempt
    return part.saysNothingElse ? ends : ends & ~(phraseEnds.countsAlone * everything)
  }

  /** The phrases that stand in the text. */
  private phrases(): ReadonlyArray<Phrase> {
    const found: Array<Phrase> = []
    for (const [from, word] of this.words.entries()) {
      const startsWithNumber = word.value >= 0
      if (!startsWithNumber && this.lexicon.startsPhrase[word.number] !== 1) continue
      const phrase = { from, startsWithNumber, end: from, marks: 0 }
      this.enter(phrase, 0, word, from + 1)
      found.push(phrase)
    }
    return found
  }

  /** Whether a word that points at a person stands beside this one, in this direction. */
  private pointsAtPerson(at: number, step: 1 | -1, person: number): boolean {
    let widest: number = gaps.none
    for (let skipped = 0, next = at + step; skipped <= particlesBetween; skipped++, next += step) {
      const gap = this.words[step === 1 ? next : next + 1]?.gap ?? gaps.none
      widest = Math.max(widest, gap)
      const flags = this.flagsAt(next)
      if ((flags & person) !== 0) {
        return widest < gaps.slash || (widest === gaps.slash && (flags & anywhere.customer) === 0)
      }
      if ((flags & anywhere.particle) === 0) return false
    }
    return false
  }

  /** A few letters and the long number glued to them. */
  private isSeries(at: number, { from, to }: Word): boolean {
    const next = this.words[at + 1]
    const isGlued = next?.kind === 'number' && next.gap === gaps.none
    return isGlued && to - from <= accidentLength && next.to - next.from >= longNumber
  }

  private counts(list: number, at: number, word: Word): boolean {
    const shift = list * listBits
    const flags = this.finder.flagsOf(word.number) >>> shift
    const place = this.placeOf(at)
    const { part, isForWhom } = place
    const person = inList.person << shift
    if (part.hasRandom && word.to - word.from <= accidentLength) return false
    if ((flags & inList.place) !== 0 && this.namesPlace(at, place, person)) return false
    if ((flags & inList.word) !== 0) return true
    if ((flags & inList.notBeforeNumber) !== 0) {
      const kind = this.words[at + 1]?.kind ?? 'word'
      if (kind === 'word' || kind === 'token') return true
    }
    if (isForWhom) return false
    if (part.saysNothingElse) {
      const isAlone = part.hasNumber || this.placeOf(0).part === this.placeOf(this.words.length - 1).part
      // `el-chino-4` names a place, and `RICA240115001` is a folio.
      const isName = (this.flagsAt(at - 1) & anywhere.article) !== 0 || this.isSeries(at, word)
      if (isAlone && !isName && (flags & inList.alone) !== 0) return true
      if (part.hasNumber && !isName && (flags & inList.numbered) !== 0) return true
    }
    return (flags & inList.beside) !== 0 && (this.pointsAtPerson(at, 1, person) || this.pointsAtPerson(at, -1, person))
  }

  mentions(): Mentioned {
    let found: Mentioned = 0
    const phrases = this.phrases()
    const exempt = new Set<number>()
    for (const { from, end, marks } of phrases) {
      if ((marks & phraseEnds.exempt) !== 0) for (let at = from; at < end; at++) exempt.add(at)
    }
    for (const { from, end, marks } of phrases) {
      let isExempt = false
      for (let at = from; at < end; at++) isExempt ||= exempt.has(at)
      for (const list of lists) {
        if (!isExempt && ((marks >> list) & (phraseEnds.counts | phraseEnds.countsAlone)) !== 0) found |= 1 << list
      }
    }
    for (const [at, word] of this.words.entries()) {
      if ((this.finder.flagsOf(word.number) & counting) === 0 || exempt.has(at)) continue
      for (const list of lists) if (this.counts(list, at, word)) found |= 1 << list
    }
    return found
  }
}

/** The lists in which something is a word wherever it stands. */
const asWords = (flags: number): Mentioned => {
  let found: Mentioned = 0
  for (const list of lists) if (((flags >>> (list * listBits)) & inList.word) !== 0) found |= 1 << list
  return found
}

/**
 * What one reading of a text mentions.
 *
 * @param isAll whether words that stand alone are all that is said
 */
export const mentionedIn = (finder: Finder, scan: Scan, words: Sequence, isAll = true): Mentioned => {
  let found = new Judge(finder, words, isAll).mentions() | asWords(finder.flagsTogether(scan))
  found |= new Judge(finder, finder.spelledOut(scan), isAll).mentions()
  for (const others of finder.alternativesOf(scan)) {
    if (others.length > 1) found |= new Judge(finder, others, false).mentions()
    else for (const { number } of others) found |= asWords(finder.flagsOf(number))
  }
  return found
}
