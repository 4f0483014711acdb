/**
 * Cuts a text into its pieces in one pass: words, numbers, and what looks random and so lends no words.
 * Words begin and end at signs, between letters and digits, and where camel case begins another.
 */

/** What a piece is. */
export type Kind = 'word' | 'number' | 'unit' | 'random' | 'token' | 'hexadecimal'

/** What stands before a piece: nothing, a sign inside a name, `=` or `:`, a slash, or what begins a parameter. */
export const gaps = { none: 0, sign: 1, equals: 2, slash: 3, parameter: 4 } as const
export type Gap = (typeof gaps)[keyof typeof gaps]

export interface Piece {
  /**
   * `unit` is the number of a unit or a version (`12B`, `v2`), `random` a piece of something random, as
   * between the dashes of a nano id, `token` a random token that stands for itself.
   */
  readonly kind: Kind
  readonly from: number
  readonly to: number
  readonly gap: Gap
}

/** Letters that can also be read as one word, where the token around them was cut or taken for random. */
interface Alternative {
  readonly from: number
  readonly to: number
  /** It counts only as it is, and not as several words joined. */
  readonly isWhole: boolean
}

export interface Scan {
  readonly text: string
  readonly pieces: ReadonlyArray<Piece>
  readonly alternatives: ReadonlyArray<Alternative>
  /** Tokens with digits or signs, which may stand for letters. */
  readonly disguised: ReadonlyArray<{ readonly from: number; readonly to: number }>
}

const classes = { other: 0, lower: 1, upper: 2, digit: 3, sign: 4, equals: 5, slash: 6, parameter: 7 } as const

const classOf = new Uint8Array(128)
const fill = (characters: string, value: number): void => {
  for (const character of characters) classOf[character.charCodeAt(0)] = value
}
fill('abcdefghijklmnopqrstuvwxyz', classes.lower)
fill('ABCDEFGHIJKLMNOPQRSTUVWXYZ', classes.upper)
fill('0123456789', classes.digit)
fill('@$', classes.sign)
fill('=:', classes.equals)
fill('/', classes.slash)
fill('?&#;', classes.parameter)

/** The gap that a character outside tokens makes. */
const gapOf: ReadonlyArray<Gap> = [0, 0, 0, 0, 0, gaps.equals, gaps.slash, gaps.parameter]

const classAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return code < classOf.length ? (classOf[code] ?? classes.other) : classes.other
}

const isHexadecimalAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66)
}

const uuidGroups = [8, 4, 4, 4, 12]
const uuidLength = 36
const dash = 0x2d

/** Whether a UUID begins here. */
const isUuidAt = (text: string, from: number): boolean => {
  let at = from
  for (const length of uuidGroups) {
    if (at > from && text.charCodeAt(at++) !== dash) return false
    for (const end = at + length; at < end; at++) if (!isHexadecimalAt(text, at)) return false
  }
  return true
}

/** Where UUIDs begin, the first first. */
const uuidsIn = (text: string): ReadonlyArray<number> => {
  const found: Array<number> = []
  let next = 0
  for (let at = text.indexOf('-'); at !== -1; at = text.indexOf('-', at + 1)) {
    const from = at - 8
    if (from >= next && from + uuidLength <= text.length && isUuidAt(text, from)) {
      found.push(from)
      next = from + uuidLength
    }
  }
  return found
}

interface Run {
  readonly from: number
  readonly to: number
  readonly isNumber: boolean
}

/** Runs of one case or of digits: `VIHpositivo7` is `VI`, `Hpositivo`, `7`. */
const runsOf = (text: string, from: number, to: number): ReadonlyArray<Run> => {
  const runs: Array<Run> = []
  let at = from
  const until = (value: number): void => {
    while (at < to && classAt(text, at) === value) at += 1
  }
  while (at < to) {
    const start = at
    const first = classAt(text, at)
    if (first === classes.sign) {
      at += 1
      continue
    }
    until(first)
    if (first === classes.upper && at < to && classAt(text, at) === classes.lower) {
      // The last of several capitals begins the next word.
      if (at - start > 1) runs.push({ from: start, to: at - 1, isNumber: false })
      const next = at - 1
      until(classes.lower)
      runs.push({ from: next, to: at, isNumber: false })
    } else runs.push({ from: start, to: at, isNumber: first === classes.digit })
  }
  return runs
}

/** How many characters of each class a token has. */
interface Counts {
  readonly lower: number
  readonly upper: number
  readonly digit: number
}

/** Random tokens of one case stand for themselves from this length on; others are pieces of a nano id or base64url. */
const longLength = 12
/** Runs of letters this long are no accident in a random token. */
const runLength = 6
/** Letters that the runs of a word-like token have at least: on average, and each around a number. */
const wordLike = { average: 3, averageInCamelCase: 2.5, averageInMixedCase: 4, aroundNumber: 3 }
const hexadecimalLength = 7
/** Up to three capitals number contracts (`JEW071830`). */
const seriesLetters = 3

const lengthOf = ({ from, to }: Run): number => to - from

/** Letters first, in camel case, and a number at most behind them. */
const isCamelCase = (text: string, runs: ReadonlyArray<Run>, { lower, upper }: Counts, length: number): boolean => {
  const last = runs.at(-1)
  const numbers = runs.filter(({ isNumber }) => isNumber)
  const letters = length - numbers.reduce((sum, run) => sum + lengthOf(run), 0)
  const startsSmall = runs[0] !== undefined && classAt(text, runs[0].from) === classes.lower
  const words = runs.length - numbers.length
  return (
    letters === lower + upper &&
    numbers.every((run) => run === last) &&
    upper === words - (startsSmall ? 1 : 0) &&
    lower > 0 &&
    runs.every((run) => run.isNumber || classAt(text, run.to - 1) === classes.lower)
  )
}

/** People write words in runs; random tokens change case or go from letter to digit every two characters. */
const isRandom = (text: string, runs: ReadonlyArray<Run>, counts: Counts, length: number): boolean => {
  if (runs.length < 2) return false
  const letters = runs.filter(({ isNumber }) => !isNumber)
  const total = letters.reduce((sum, run) => sum + lengthOf(run), 0)
  const average = isCamelCase(text, runs, counts, length)
    ? wordLike.averageInCamelCase
    : counts.lower > 0 && counts.upper > 0
      ? wordLike.averageInMixedCase
      : wordLike.average
  if (total < average * letters.length) return true
  if (counts.lower === 0 && letters.length === 1 && total <= seriesLetters) return true
  const inner = runs.slice(1, -1).filter(({ isNumber }) => isNumber).length
  return inner > 1 || (inner === 1 && Math.min(...letters.map(lengthOf)) < wordLike.aroundNumber)
}

/** An age in English (`17yo`), which would be taken for random. */
const isAge = (text: string, [number, unit, ...more]: ReadonlyArray<Run>): boolean =>
  more.length === 0 &&
  number?.isNumber === true &&
  unit !== undefined &&
  text.slice(unit.from, unit.to).toLowerCase() === 'yo'

class Scanner {
  readonly pieces: Array<Piece> = []
  readonly alternatives: Array<Alternative> = []
  readonly disguised: Array<{ readonly from: number; readonly to: number }> = []
  readonly text: string
  private gap: Gap = gaps.none

  constructor(text: string) {
    this.text = text
  }

  private push(kind: Kind, from: number, to: number): void {
    this.pieces.push({ kind, from, to, gap: this.gap })
    this.gap = gaps.none
  }

  /** A sign that stands between two tokens. */
  separate(value: number): void {
    const gap = gapOf[value] || gaps.sign
    if (gap > this.gap) this.gap = gap
  }

  uuid(from: number): void {
    this.push('token', from, from + uuidLength)
  }

  /** A token of letters, digits and signs that may stand for letters. */
  token(from: number, to: number): void {
    const { text } = this
    const counts = { lower: 0, upper: 0, digit: 0 }
    for (let at = from; at < to; at++) {
      const value = classAt(text, at)
      if (value === classes.lower) counts.lower += 1
      else if (value === classes.upper) counts.upper += 1
      else if (value === classes.digit) counts.digit += 1
    }
    const { lower, upper, digit } = counts
    const length = to - from
    const isCapitalised = upper === 1 && classAt(text, from) === classes.upper
    const isWord = lower === length || upper === length || (lower + upper === length && isCapitalised)
    if (digit === length) this.push('number', from, to)
    else if (isWord) this.push('word', from, to)
    else this.mixed(from, to, counts)
  }

  private mixed(from: number, to: number, counts: Counts): void {
    const { text } = this
    const { lower, upper, digit } = counts
    const length = to - from
    let hexadecimals = 0
    while (from + hexadecimals < to && isHexadecimalAt(text, from + hexadecimals)) hexadecimals += 1
    if (length >= hexadecimalLength && hexadecimals === length) {
      this.push('hexadecimal', from, to)
      return
    }
    const runs = runsOf(text, from, to)
    const isUnit = lower + upper === 1 && lower + upper + digit === length && runs.length === 2
    const random = !isUnit && !isAge(text, runs) && isRandom(text, runs, counts, length)
    if (isUnit) this.push('unit', from, to)
    else if (random) this.push(length < longLength || (lower > 0 && upper > 0) ? 'random' : 'token', from, to)
    else for (const run of runs) this.push(run.isNumber ? 'number' : 'word', run.from, run.to)
    if (random) this.offer(runs, true)
    if (runs.length > 1 && (!random || lower + upper === length)) this.offer(joined(runs), random)
    if (lower + upper < length) this.disguised.push({ from, to })
  }

  private offer(runs: ReadonlyArray<Run>, isWhole: boolean): void {
    for (const run of runs) {
      if (!run.isNumber && lengthOf(run) >= runLength) this.alternatives.push({ from: run.from, to: run.to, isWhole })
    }
  }
}

/** Runs of letters that touch each other, as one. */
const joined = (runs: ReadonlyArray<Run>): ReadonlyArray<Run> => {
  const whole: Array<Run> = []
  for (const run of runs) {
    const last = whole.at(-1)
    if (last !== undefined && !last.isNumber && !run.isNumber && last.to === run.from) {
      whole[whole.length - 1] = { ...last, to: run.to }
    } else whole.push(run)
  }
  return whole
}

/** Reads a folded text. */
export const scan = (text: string): Scan => {
  const scanner = new Scanner(text)
  const uuids = text.length < uuidLength ? [] : uuidsIn(text)
  let uuid = 0
  let start = -1
  for (let at = 0; at <= text.length; at++) {
    const isUuid = uuids[uuid] === at
    const value = at === text.length || isUuid ? classes.other : classAt(text, at)
    const isInside = value >= classes.lower && value <= classes.sign
    if (isInside && start === -1) start = at
    if (!isInside && start !== -1) {
      scanner.token(start, at)
      start = -1
    }
    if (!isInside) scanner.separate(value)
    if (isUuid) {
      scanner.uuid(at)
      at += uuidLength - 1
      uuid += 1
    }
  }
  return scanner
}
