import { type Letters, letterAt, nowhere, plain, root, step } from './Automaton.ts'
import { spellingsOf } from './Disguise.ts'
import { anywhere, inList, type Lexicon, listBits, lists } from './Lexicon.ts'
import { type Gap, gaps, type Kind, type Piece, type Scan } from './Scan.ts'

/**
 * The words of a text as a lexicon knows them, in the order in which they stand. Every step over a
 * letter is counted.
 */

/** One word, or what stands in its place. */
export interface Word {
  /** Its number in the lexicon; 0 when it is not there, or is no word. */
  readonly number: number
  /** Of a number, what it says; -1 otherwise. */
  readonly value: number
  readonly kind: Kind
  readonly gap: Gap
  readonly from: number
  readonly to: number
}

export type Sequence = ReadonlyArray<Word>

const shortestJoined = 6
const longestJoined = 64
/** Digits up to which a number is read. */
const longestNumber = 4
/** Letters of a word that was cut into pieces (`dis-capacitada`), or spelled out (`m-o-r-o-s-o`). */
const shortestTogether = 7
const shortestSpelled = 5
/** Shorter words are spelled by digits by accident, unless a number is all that stands beside them. */
const shortestDisguised = 5

const digitOf = (text: string, at: number): number => text.charCodeAt(at) - 0x30

const isNext = (piece: Piece | undefined): piece is Piece =>
  piece !== undefined && piece.kind === 'word' && piece.gap <= gaps.sign

export class Finder {
  readonly lexicon: Lexicon
  /** Letters that were looked at, states that were entered, and more of the kind. */
  steps = 0

  constructor(lexicon: Lexicon) {
    this.lexicon = lexicon
  }

  flagsOf(word: number): number {
    return this.lexicon.flags[word] ?? 0
  }

  /** The state behind these letters, beginning in another. */
  private follow(state: number, text: string, from: number, to: number, letters: Letters): number {
    const { automaton } = this.lexicon
    let reached = state
    let at = from
    for (; at < to && reached !== nowhere; at++) reached = step(automaton, reached, letterAt(letters, text, at))
    this.steps += 1 + at - from
    return reached
  }

  private endOf(state: number): number {
    return this.lexicon.automaton.wordAt[state] ?? 0
  }

  /** The word that these letters are, or 0. */
  wordIn(text: string, from: number, to: number, letters: Letters = plain): number {
    return this.endOf(this.follow(root, text, from, to, letters))
  }

  /** The fewest words of one list that make up the whole of these letters. */
  private split(
    text: string,
    from: number,
    to: number,
    isPart: number,
    letters: Letters,
  ): ReadonlyArray<number> | undefined {
    const { automaton } = this.lexicon
    const length = to - from
    /** What makes up each beginning of the letters, where any words do. It grows while it is read. */
    const made: Array<ReadonlyArray<number> | undefined> = [[]]
    for (const [start, before] of made.entries()) {
      if (before === undefined) continue
      let state = root
      for (let end = start + 1; end <= length && state !== nowhere; end++) {
        state = step(automaton, state, letterAt(letters, text, from + end - 1))
        this.steps += 1
        const word = this.endOf(state)
        if ((this.flagsOf(word) & isPart) === 0) continue
        const known = made[end]
        if (known === undefined || known.length > before.length + 1) made[end] = [...before, word]
      }
    }
    return made[length]
  }

  /** A long word somewhere in these letters, or 0. */
  private inside(text: string, from: number, to: number): number {
    const { automaton, distinctLength } = this.lexicon
    for (let start = from; start <= to - distinctLength; start++) {
      let state = root
      for (let at = start; at < to && state !== nowhere; at++) {
        state = step(automaton, state, letterAt(plain, text, at))
        this.steps += 1
        const word = this.endOf(state)
        if ((this.flagsOf(word) & anywhere.distinct) !== 0) return word
      }
    }
    return 0
  }

  /** What letters that are no word are made of. */
  private partsOf(text: string, from: number, to: number, letters: Letters): ReadonlyArray<number> {
    const length = to - from
    if (length >= shortestJoined && length <= longestJoined) {
      for (const list of lists) {
        const parts = this.split(text, from, to, inList.part << (list * listBits), letters)
        if (parts !== undefined) return parts
      }
    }
    return [letters === plain ? this.inside(text, from, to) : 0]
  }

  /** The words of the pieces; joined ones are taken apart. */
  sequenceOf(scan: Scan): Sequence {
    const words: Array<Word> = []
    this.steps += scan.text.length
    this.copy(words, scan, 0, scan.text.length)
    return words
  }

  /** Adds the words of the pieces from one of them on, up to a letter: the piece after. */
  private copy(words: Array<Word>, { text, pieces }: Scan, first: number, end: number): number {
    for (let next = first; ; next++) {
      const piece = pieces[next]
      if (piece === undefined || piece.from >= end) return next
      const { kind, from, to, gap } = piece
      if (kind === 'word') {
        const number = this.wordIn(text, from, to)
        this.push(words, number === 0 ? this.partsOf(text, from, to, plain) : [number], from, to, gap)
      } else words.push({ number: 0, value: kind === 'number' ? valueOf(text, from, to) : -1, kind, gap, from, to })
    }
  }

  /** What words are in a list that were cut into pieces, as bits. */
  flagsTogether({ text, pieces }: Scan): number {
    let flags = 0
    for (const [first, piece] of pieces.entries()) {
      if (piece.kind !== 'word' || !isNext(pieces[first + 1])) continue
      let state = this.follow(root, text, piece.from, piece.to, plain)
      let letters = piece.to - piece.from
      let areSingle = letters === 1
      for (let at = first + 1; state !== nowhere; at++) {
        const next = pieces[at]
        if (!isNext(next)) break
        state = this.follow(state, text, next.from, next.to, plain)
        letters += next.to - next.from
        areSingle &&= next.to - next.from === 1
        if (letters >= (areSingle ? shortestSpelled : shortestTogether)) flags |= this.flagsOf(this.endOf(state))
      }
    }
    return flags
  }

  /** The readings of what was cut, taken for random, or disguised, each as a sequence of its own. */
  alternativesOf(scan: Scan): ReadonlyArray<Sequence> {
    const { text, alternatives, disguised } = scan
    const found: Array<Sequence> = []
    const offer = (from: number, to: number, letters: Letters, isWhole: boolean): void => {
      const number = this.wordIn(text, from, to, letters)
      const parts = number === 0 && !isWhole ? this.partsOf(text, from, to, letters) : [number]
      if (parts[0] === 0) return
      const words: Array<Word> = []
      this.push(words, parts, from, to, gaps.none)
      found.push(words)
    }
    for (const { from, to, isWhole } of alternatives) offer(from, to, plain, isWhole)
    const isOnly = isOnlyDisguised(scan)
    for (const token of disguised) {
      for (const { from, to, isNumbered, letters } of spellingsOf(text, token)) {
        if (to - from >= shortestDisguised || isOnly) offer(from, to, letters, isNumbered)
      }
    }
    return found
  }

  /** The words with the disguised tokens spelled out; none when none of them spells a word. */
  spelledOut(scan: Scan): Sequence {
    const { text, pieces, disguised } = scan
    const isOnly = isOnlyDisguised(scan)
    const words: Array<Word> = []
    let next = 0
    for (const token of disguised) {
      const spelling = spellingsOf(text, token).find(
        ({ from, to, letters }) =>
          (to - from >= shortestDisguised || isOnly) && this.wordIn(text, from, to, letters) !== 0,
      )
      if (spelling === undefined) continue
      const { from, to, letters } = spelling
      next = this.copy(words, scan, next, token.from)
      const gap = pieces[next]?.gap ?? gaps.none
      this.push(words, [this.wordIn(text, from, to, letters)], from, to, gap)
      if (to < token.to || from > token.from)
        words.push({ number: 0, value: -1, kind: 'number', gap: gaps.none, from, to })
      while ((pieces[next]?.from ?? token.to) < token.to) next += 1
    }
    if (words.length === 0) return words
    this.copy(words, scan, next, text.length)
    return words
  }

  private push(words: Array<Word>, numbers: ReadonlyArray<number>, from: number, to: number, gap: Gap): void {
    for (const [index, number] of numbers.entries()) {
      words.push({ number, value: -1, kind: 'word', gap: index === 0 ? gap : gaps.none, from, to })
    }
  }
}

/** Whether nothing but numbers stands beside one disguised token. */
const isOnlyDisguised = ({ pieces, disguised }: Scan): boolean => {
  const [only] = disguised
  if (only === undefined || disguised.length > 1) return false
  return pieces.every(({ kind, from, to }) => kind === 'number' || (from >= only.from && to <= only.to))
}

/** What a short number says. */
const valueOf = (text: string, from: number, to: number): number => {
  if (to - from > longestNumber) return -1
  let value = 0
  for (let at = from; at < to; at++) value = 10 * value + digitOf(text, at)
  return value
}
