import { nowhere, root } from './Automaton.ts'
import { anywhere, inList, type Lexicon, listBits, lists, phraseEnds } from './Lexicon.ts'
import { gaps, type Piece, type Scan } from './Scan.ts'
import type { Finder, Sequence, Word } from './Sequence.ts'

/** Finds what a text mentions of the words of a lexicon, each under its condition. */

/** Lists of which a word or a phrase was found: 1 for the first, 2 for the second. */
export type Mentioned = number

const nothing: Mentioned = 0
const everything: Mentioned = 3

const noWord: Word = { number: 0, value: -1, kind: 'word', gap: gaps.parameter, from: 0, to: 0 }

const particlesBetween = 3
const largestSmall = 12
const isAge = (value: number): boolean => value >= 13 && value < 110 && value !== 15 && (value < 100 || value >= 100)
const isYear = (value: number): boolean => value >= 1900 && value < 2100

/** Words of up to this length are found among random pieces by accident. */
const accidentLength = 4

/** A part of the text between slashes and signs of parameters. */
interface Part {
  /** It has nothing but words that say nothing by themselves, and numbers. */
  readonly saysNothingElse: boolean
  readonly hasNumber: boolean
  readonly hasRandom: boolean
}

/** What nothing is said by: numbers, names of records, words between, and those that are judged alone. */
const sayingNothing =
  anywhere.record | anywhere.particle | anywhere.numberWord | inList.person | (inList.person << listBits)
const judgedAlone = (inList.alone | inList.numbered) * (1 + (1 << listBits))

class Judge {
  private readonly words: Sequence
  private readonly finder: Finder
  private readonly lexicon: Lexicon
  private readonly partOf: Array<number> = []
  private readonly parts: Array<Part> = []
  /** The last word before each that is neither an article nor `de`. */
  private readonly anchors: Array<number> = []
  /** Whether the word tells whom a dwelling is for (`depto-para-estudiantes`). */
  private readonly forWhom: Array<boolean> = []
  private readonly isExempt: Array<boolean> = []

  /** @param isWhole whether the words are all of a text, and not another reading of one token */
  constructor(finder: Finder, words: Sequence, isWhole: boolean) {
    this.finder = finder
    this.words = words
    this.lexicon = finder.lexicon
    this.divide(isWhole)
    this.placeWords()
    words.forEach((_, at) => {
      const [end, ends] = this.phraseAt(at)
      if ((ends & phraseEnds.exempt) !== 0) this.isExempt.fill(true, at, end)
    })
  }

  private at(index: number): Word {
    return this.words[index] ?? noWord
  }

  private flagsAt(index: number): number {
    return this.finder.flagsOf(this.at(index).number)
  }

  private divide(isWhole: boolean): void {
    let begun = 0
    const end = (to: number): void => {
      const words = this.words.slice(begun, to)
      const says = ({ kind, number }: Word): boolean =>
        kind === 'word' && (number === 0 || (this.finder.flagsOf(number) & (sayingNothing | judgedAlone)) === 0)
      this.parts.push({
        saysNothingElse: isWhole && !words.some(says),
        hasNumber: words.some(({ kind }) => kind !== 'word'),
        hasRandom: words.some(({ kind }) => kind === 'random'),
      })
      begun = to
    }
    this.words.forEach(({ gap }, at) => {
      if (at > 0 && gap >= gaps.equals) end(at)
      this.partOf.push(this.parts.length)
    })
    end(this.words.length)
  }

  private placeWords(): void {
    let anchor = -1
    let hasDwelling = false
    let isForWhom = false
    this.words.forEach(({ gap }, at) => {
      const flags = this.flagsAt(at)
      if (gap >= gaps.slash) {
        hasDwelling = false
        isForWhom = false
      }
      this.anchors.push(anchor)
      this.forWhom.push(isForWhom)
      this.isExempt.push(false)
      if ((flags & anywhere.dwelling) !== 0) hasDwelling = true
      if ((flags & anywhere.audience) !== 0 && hasDwelling) isForWhom = true
      if ((flags & (anywhere.article | anywhere.of)) === 0) anchor = at
    })
    this.finder.steps += this.words.length
  }

  /** Whether the word stands after `calle` and the like, or after an article that no person owns. */
  private namesPlace(at: number, list: number): boolean {
    if (this.forWhom[at] === true) return true
    const anchor = this.anchors[at] ?? -1
    const flags = anchor === -1 ? 0 : this.flagsAt(anchor)
    if ((flags & anywhere.placeMarker) !== 0) return true
    const hasArticle = anchor < at - 1 && (this.flagsAt(at - 1) & anywhere.of) === 0
    return hasArticle && (flags & (inList.person << (list * listBits))) === 0
  }

  /** Nodes of the phrases that a word leads to. */
  private behind(node: number, word: Word): ReadonlyArray<number> {
    const { lexicon, finder } = this
    const found: Array<number> = []
    const look = (symbol: number): void => {
      finder.steps += 1
      const next = lexicon.phrases.get(lexicon.transition(node, symbol))
      if (next !== undefined) found.push(next)
    }
    const { number, value } = word
    if (number !== 0) {
      look(number)
      if ((finder.flagsOf(number) & anywhere.numberWord) !== 0) look(lexicon.numbers.small)
    }
    if (value >= 0) {
      if (value <= largestSmall) look(lexicon.numbers.small)
      if (isAge(value)) look(lexicon.numbers.age)
      if (isYear(value)) look(lexicon.numbers.year)
      const written = lexicon.written.get(value)
      if (written !== undefined) look(written)
    }
    return found
  }

  /** Where the longest phrase ends that begins here, and what those tell that do. */
  private phraseAt(from: number): readonly [end: number, ends: number] {
    let end = from
    let ends = 0
    const startsWithNumber = this.at(from).value >= 0
    const go = (node: number, next: number): void => {
      const told = this.lexicon.phraseEnds.get(node)
      if (told !== undefined) {
        ends |= this.toldBy(told, from, next)
        end = Math.max(end, next)
      }
      for (let skipped = 0; skipped <= particlesBetween; skipped++) {
        const at = next + skipped
        const word = this.words[at]
        // What a number is followed by in a path is no phrase: `/tenants/5/children`.
        if (word === undefined || word.gap === gaps.parameter || (startsWithNumber && word.gap >= gaps.slash)) return
        for (const one of this.behind(node, word)) go(one, at + 1)
        if ((this.flagsAt(at) & anywhere.particle) === 0) return
      }
    }
    for (const node of this.behind(0, this.at(from))) go(node, from + 1)
    return [end, ends]
  }

  /** What the end of a phrase tells here. */
  private toldBy(ends: number, from: number, to: number): number {
    const part = this.parts[this.partOf[from] ?? 0]
    const letters = this.words.slice(from, to).reduce((sum, word) => sum + word.to - word.from, 0)
    if (part?.hasRandom === true && letters <= accidentLength + 1) return ends & phraseEnds.exempt
    const alone = phraseEnds.countsAlone * everything
    return part?.saysNothingElse === true ? ends : ends & ~alone
  }

  /** Whether a word beside this one points at a person. */
  private isBesidePerson(at: number, list: number): boolean {
    const person = inList.person << (list * listBits)
    const points = (step: 1 | -1): boolean => {
      let widest: number = gaps.none
      for (let skipped = 0, next = at + step; skipped <= particlesBetween; skipped++, next += step) {
        const word = this.words[next]
        if (word === undefined) return false
        widest = Math.max(widest, step === 1 ? word.gap : this.at(next + 1).gap)
        const flags = this.flagsAt(next)
        if ((flags & anywhere.particle) !== 0 && (flags & person) === 0) continue
        if ((flags & person) === 0) return false
        return widest < gaps.slash || (widest === gaps.slash && (flags & anywhere.customer) === 0)
      }
      return false
    }
    return points(1) || points(-1)
  }

  private countsIn(list: number, at: number): boolean {
    const word = this.at(at)
    const flags = this.finder.flagsOf(word.number) >>> (list * listBits)
    const part = this.parts[this.partOf[at] ?? 0]
    if ((flags & (inList.person - 1)) === 0 || part === undefined) return false
    if (part.hasRandom && word.to - word.from <= accidentLength) return false
    if ((flags & inList.place) !== 0 && this.namesPlace(at, list)) return false
    if ((flags & inList.word) !== 0) return true
    if ((flags & inList.notBeforeNumber) !== 0) {
      const { kind } = this.at(at + 1)
      if (at + 1 >= this.words.length || kind === 'word' || kind === 'token') return true
    }
    if (this.forWhom[at] === true) return false
    const isAlone = part.saysNothingElse && (part.hasNumber || this.parts.length === 1)
    if (isAlone && (flags & inList.alone) !== 0 && !this.hasArticle(at)) return true
    if (part.saysNothingElse && part.hasNumber && (flags & inList.numbered) !== 0) return true
    return (flags & inList.beside) !== 0 && this.isBesidePerson(at, list)
  }

  /** `el-chino-4` names a place. */
  private hasArticle(at: number): boolean {
    return (this.flagsAt(at - 1) & anywhere.article) !== 0
  }

  mentions(): Mentioned {
    let found: Mentioned = nothing
    this.words.forEach((_, at) => {
      if (this.isExempt[at] === true || found === everything) return
      const [end, ends] = this.phraseAt(at)
      const isFor = this.forWhom[at] === true
      const crossesExempt = this.isExempt.slice(at, end).includes(true)
      for (const list of lists) {
        const told = (ends >> list) & (phraseEnds.counts | phraseEnds.countsAlone)
        if ((told !== 0 && !isFor && !crossesExempt) || this.countsIn(list, at)) found |= 1 << list
      }
    })
    return found
  }
}

const shortestTogether = 7
const shortestSpelled = 5

/** Words that were cut into pieces (`dis-capacitada`, `m-o-r-o-s-o`). */
const mentionsTogether = (finder: Finder, { text, pieces }: Scan): Mentioned => {
  let found: Mentioned = nothing
  const isNext = (piece: Piece | undefined): piece is Piece =>
    piece !== undefined && piece.kind === 'word' && piece.gap <= gaps.sign
  pieces.forEach((first, index) => {
    if (first.kind !== 'word') return
    let state = root
    let letters = 0
    let areSingle = true
    for (let at = index; at < pieces.length; at++) {
      const piece = pieces[at]
      if (piece === undefined || (at > index && !isNext(piece))) return
      letters += piece.to - piece.from
      areSingle &&= piece.to - piece.from === 1
      state = finder.follow(state, text, piece.from, piece.to)
      if (state === nowhere) return
      const flags = finder.flagsOf(finder.wordAt(state))
      if (at === index || letters < (areSingle ? shortestSpelled : shortestTogether)) continue
      for (const list of lists) if (((flags >>> (list * listBits)) & inList.word) !== 0) found |= 1 << list
    }
  })
  return found
}

/** What one reading of a text mentions. */
export const mentionedIn = (finder: Finder, scan: Scan, words: Sequence): Mentioned => {
  let found = new Judge(finder, words, true).mentions() | mentionsTogether(finder, scan)
  for (const others of finder.alternativesOf(scan)) found |= new Judge(finder, others, false).mentions()
  return found
}
