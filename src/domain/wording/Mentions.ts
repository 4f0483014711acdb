import { anywhere, inList, type Lexicon, listBits, lists, phraseEnds } from './Lexicon.ts'
import { type Gap, gaps, type Scan } from './Scan.ts'
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

/** A phrase that stands in the text. */
interface Found {
  readonly from: number
  readonly end: number
  readonly marks: number
}

class Judge {
  private readonly finder: Finder
  private readonly lexicon: Lexicon
  private readonly words: Sequence
  private readonly isWholeText: boolean
  private readonly places: Array<Place> = []
  /** Where the longest phrase ends that was last looked for, and the marks of its ends. */
  private end = 0
  private marks = 0

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
  private placeOf(index: number): Place | undefined {
    if (this.places.length === 0) {
      for (let from = 0; from < this.words.length; ) {
        let to = from + 1
        while (to < this.words.length && (this.words[to]?.gap ?? gaps.none) < gaps.equals) to += 1
        this.placePart(from, to)
        from = to
      }
      this.finder.steps += this.words.length
    }
    return this.places[index]
  }

  private placePart(from: number, to: number): void {
    let saysNothingElse = this.isWholeText
    let hasNumber = false
    let hasRandom = false
    for (let at = from; at < to; at++) {
      const kind = this.words[at]?.kind
      hasNumber ||= kind !== 'word'
      hasRandom ||= kind === 'random'
      saysNothingElse &&= kind !== 'word' || (this.flagsAt(at) & sayingNothing) !== 0
    }
    const isWhole = from === 0 && to === this.words.length
    const part = { saysNothingElse, hasNumber, hasRandom, isWhole }
    const isContinued = (this.words[from]?.gap ?? gaps.none) === gaps.equals && from > 0
    let anchor = from === 0 ? -1 : this.anchorBehind(from - 1)
    let hasDwelling = isContinued && this.places[from - 1]?.isForWhom === true
    let isForWhom = hasDwelling
    for (let at = from; at < to; at++) {
      this.places.push({ part, anchor, isForWhom })
      const flags = this.flagsAt(at)
      hasDwelling ||= (flags & anywhere.dwelling) !== 0
      isForWhom ||= hasDwelling && (flags & anywhere.audience) !== 0
      if ((flags & (anywhere.article | anywhere.of)) === 0) anchor = at
    }
  }

  private anchorBehind(index: number): number {
    const isAnchor = (this.flagsAt(index) & (anywhere.article | anywhere.of)) === 0
    return isAnchor ? index : (this.places[index]?.anchor ?? -1)
  }

  /** Whether the word stands after `calle` and the like, or after an article that no person owns. */
  private namesPlace(at: number, { anchor, isForWhom }: Place, person: number): boolean {
    if (isForWhom) return true
    const flags = this.flagsAt(anchor)
    if ((flags & anywhere.placeMarker) !== 0) return true
    const hasArticle = anchor < at - 1 && (this.flagsAt(at - 1) & anywhere.of) === 0
    // `/solicitantes/la-viuda` is no `solicitante-la-viuda`.
    const isApart = this.placeOf(anchor)?.part !== this.placeOf(at)?.part
    return hasArticle && (isApart || (flags & person) === 0)
  }

  /** Goes on in a phrase behind a word, or behind what it stands for. */
  private enter(node: number, word: Word, from: number, next: number): void {
    const { number, value } = word
    const { numbers, written } = this.lexicon
    if (number !== 0) {
      this.go(node, number, from, next)
      if ((this.finder.flagsOf(number) & anywhere.numberWord) !== 0) this.go(node, numbers.small, from, next)
    }
    if (value < 0) return
    if (value <= largestSmall) this.go(node, numbers.small, from, next)
    if (isAge(value)) this.go(node, numbers.age, from, next)
    if (isYear(value)) this.go(node, numbers.year, from, next)
    const own = written.get(value)
    if (own !== undefined) this.go(node, own, from, next)
  }

  private go(node: number, symbol: number, from: number, next: number): void {
    this.finder.steps += 1
    const reached = this.lexicon.phrases.get(this.lexicon.transition(node, symbol))
    if (reached === undefined) return
    const ends = this.lexicon.phraseEnds.get(reached)
    if (ends !== undefined) {
      this.marks |= this.marksHere(ends, from, next)
      if (next > this.end) this.end = next
    }
    const startsWithNumber = (this.words[from]?.value ?? -1) >= 0
    for (let at = next; at <= next + particlesBetween; at++) {
      const word = this.words[at]
      // What a number is followed by in a path is no phrase: `/tenants/5/children`.
      if (word === undefined || word.gap === gaps.parameter || (startsWithNumber && word.gap >= gaps.slash)) return
      this.enter(reached, word, from, at + 1)
      if ((this.flagsAt(at) & anywhere.particle) === 0) return
    }
  }

  /** Those marks of a phrase's end that hold here. */
  private marksHere(ends: number, from: number, to: number): number {
    const place = this.placeOf(from)
    if (place === undefined) return 0
    let letters = 0
    for (const word of this.words.slice(from, to)) letters += word.to - word.from
    const { part, isForWhom } = place
    if (isForWhom || (part.hasRandom && letters <= accidentLength + 1)) return ends & phraseEnds.exempt
    return part.saysNothingElse ? ends : ends & ~(phraseEnds.countsAlone * everything)
  }

  /** The phrases that stand in the text. */
  private phrases(): ReadonlyArray<Found> {
    const found: Array<Found> = []
    for (const [from, word] of this.words.entries()) {
      if (word.value < 0 && this.lexicon.startsPhrase[word.number] !== 1) continue
      this.end = from
      this.marks = 0
      this.enter(0, word, from, from + 1)
      if (this.marks !== 0) found.push({ from, end: this.end, marks: this.marks })
    }
    return found
  }

  /** Whether a word that points at a person stands beside this one, in this direction. */
  private pointsAtPerson(at: number, step: 1 | -1, person: number): boolean {
    let widest: Gap = gaps.none
    for (let skipped = 0, next = at + step; skipped <= particlesBetween; skipped++, next += step) {
      const gap = this.words[step === 1 ? next : next + 1]?.gap ?? gaps.none
      if (gap > widest) widest = gap
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
    if ((flags & counting) === 0 || place === undefined) return false
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
      const isAlone = part.hasNumber || this.placeOf(0)?.part === this.placeOf(this.words.length - 1)?.part
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
  const spelled = finder.spelledOut(scan)
  if (spelled.length > 0) found |= new Judge(finder, spelled, isAll).mentions()
  for (const others of finder.alternativesOf(scan)) {
    const [only] = others
    if (others.length === 1 && only !== undefined) found |= asWords(finder.flagsOf(only.number))
    else found |= new Judge(finder, others, false).mentions()
  }
  return found
}
