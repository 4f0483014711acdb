import { type Automaton, disguises, type Letters, letterAt, nowhere, plain, root, step } from './Automaton.ts'
import { spellingsOf } from './Disguise.ts'
import { anywhere, inList, type Lexicon, listBits, lists } from './Lexicon.ts'
import { type Gap, gaps, type Kind, type Scan } from './Scan.ts'

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
/** What a joined word is made of, at least: `de`, `no`. */
const shortestPart = 2
const unreached = 255
/** Shorter words are spelled by accident, unless a number is all that stands beside them. */
const shortestDisguised = 5

export class Finder {
  readonly lexicon: Lexicon
  /** Letters that were looked at, and states that were entered. */
  steps = 0
  private readonly automaton: Automaton
  private readonly fewest = new Uint8Array(longestJoined + 1)
  private readonly cameFrom = new Uint8Array(longestJoined + 1)
  private readonly lastWord = new Uint16Array(longestJoined + 1)

  constructor(lexicon: Lexicon) {
    this.lexicon = lexicon
    this.automaton = lexicon.automaton
  }

  flagsOf(word: number): number {
    return this.lexicon.flags[word] ?? 0
  }

  /** The word that these letters are, or 0. */
  wordIn(text: string, from: number, to: number, letters: Letters = plain): number {
    let state = root
    for (let at = from; at < to && state !== nowhere; at++) {
      state = step(this.automaton, state, letterAt(letters, text, at))
      this.steps += 1
    }
    return this.automaton.wordAt[state] ?? 0
  }

  /** Goes on from a state over these letters; 0 when no word begins so. */
  follow(state: number, text: string, from: number, to: number): number {
    let reached = state
    for (let at = from; at < to && reached !== nowhere; at++) {
      reached = step(this.automaton, reached, letterAt(plain, text, at))
      this.steps += 1
    }
    return reached
  }

  wordAt(state: number): number {
    return this.automaton.wordAt[state] ?? 0
  }

  /** The fewest words of one list that make up the whole of these letters, or none. */
  split(text: string, from: number, to: number, list: number, letters: Letters = plain): ReadonlyArray<number> {
    const isPart = inList.part << (list * listBits)
    const length = to - from
    if (length < shortestJoined || length > longestJoined) return []
    const { automaton, fewest, cameFrom, lastWord } = this
    fewest.fill(unreached, 0, length + 1)
    fewest[0] = 0
    for (let start = 0; start < length; start++) {
      const count = (fewest[start] ?? unreached) + 1
      if (count > unreached) continue
      let state = root
      for (let end = start + 1; end <= length; end++) {
        state = step(automaton, state, letterAt(letters, text, from + end - 1))
        this.steps += 1
        if (state === nowhere) break
        const word = automaton.wordAt[state] ?? 0
        if (word === 0 || end - start < shortestPart || (this.flagsOf(word) & isPart) === 0) continue
        if (count >= (fewest[end] ?? unreached)) continue
        fewest[end] = count
        cameFrom[end] = start
        lastWord[end] = word
      }
    }
    if (fewest[length] === unreached) return []
    const words: Array<number> = []
    for (let end = length; end > 0; end = cameFrom[end] ?? 0) words.unshift(lastWord[end] ?? 0)
    return words
  }

  /** A long word somewhere in these letters, or 0. */
  inside(text: string, from: number, to: number): number {
    for (let start = from; start < to; start++) {
      let state = root
      for (let at = start; at < to && state !== nowhere; at++) {
        state = step(this.automaton, state, letterAt(plain, text, at))
        this.steps += 1
        const word = this.wordAt(state)
        if (word !== 0 && (this.flagsOf(word) & anywhere.distinct) !== 0) return word
      }
    }
    return 0
  }

  /** The words of the pieces; joined ones are taken apart. */
  sequenceOf({ text, pieces }: Scan): Sequence {
    const words: Array<Word> = []
    for (const { kind, from, to, gap } of pieces) {
      if (kind === 'word') this.push(words, this.partsOf(text, from, to), from, to, gap)
      else {
        const value = kind === 'number' && to - from <= longestNumber ? Number(text.slice(from, to)) : -1
        words.push({ number: 0, value, kind, gap, from, to })
      }
    }
    this.steps += text.length
    return words
  }

  /** The readings of what was cut, taken for random, or disguised, each as a sequence of its own. */
  alternativesOf({ text, pieces, alternatives, disguised }: Scan): ReadonlyArray<Sequence> {
    const found: Array<Sequence> = []
    const offer = (numbers: ReadonlyArray<number>, from: number, to: number): void => {
      if (numbers.every((number) => number === 0)) return
      const words: Array<Word> = []
      this.push(words, numbers, from, to, gaps.none)
      found.push(words)
    }
    for (const { from, to, isWhole } of alternatives) {
      offer(isWhole ? [this.wordIn(text, from, to)] : this.partsOf(text, from, to), from, to)
    }
    const [only, ...others] = disguised
    const isOnly =
      only !== undefined &&
      others.length === 0 &&
      pieces.every(({ kind, from, to }) => kind === 'number' || (from >= only.from && to <= only.to))
    for (const token of disguised) {
      for (const { from, to, isNumbered } of spellingsOf(text, token)) {
        if (to - from < shortestDisguised && !isOnly) continue
        for (const letters of disguises) {
          offer(isNumbered ? [this.wordIn(text, from, to, letters)] : this.partsOf(text, from, to, letters), from, to)
        }
      }
    }
    return found
  }

  private push(words: Array<Word>, numbers: ReadonlyArray<number>, from: number, to: number, gap: Gap): void {
    for (const [index, number] of numbers.entries()) {
      words.push({ number, value: -1, kind: 'word', gap: index === 0 ? gap : gaps.none, from, to })
    }
  }

  /** The word, or the words that are joined in it; 0 for one that is not known. */
  private partsOf(text: string, from: number, to: number, letters: Letters = plain): ReadonlyArray<number> {
    const word = this.wordIn(text, from, to, letters)
    if (word !== 0) return [word]
    for (const list of lists) {
      const parts = this.split(text, from, to, list, letters)
      if (parts.length > 0) return parts
    }
    return [letters === plain ? this.inside(text, from, to) : 0]
  }
}
