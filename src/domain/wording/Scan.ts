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

const isInside = (value: number): boolean => value >= classes.lower && value <= classes.sign

/** The gap that a character outside tokens makes. */
const gapOf: ReadonlyArray<Gap> = [0, 0, 0, 0, 0, gaps.equals, gaps.slash, gaps.parameter]

/** Beyond the ends of a text nothing stands, read as 0. */
const classAt = (text: string, at: number): number => classOf[text.charCodeAt(at) | 0] ?? classes.other

const hexadecimal = /^[0-9a-f]+$/i
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
const uuidLength = 36

/** Where the next UUID begins, or where the text ends. */
const nextUuid = (text: string, from: number): number => {
  const found = text.slice(from).search(uuid)
  return found === -1 ? text.length : from + found
}

/** Where the run of one case, or of digits, ends that begins here: `VIHpositivo7` is `VI`, `Hpositivo`, `7`. */
const endOfRun = (text: string, from: number, to: number): number => {
  const first = classAt(text, from)
  let at = from + 1
  while (at < to && classAt(text, at) === first) at += 1
  if (first !== classes.upper || at === to || classAt(text, at) !== classes.lower) return at
  // The last of several capitals begins the next word.
  if (at - from > 1) return at - 1
  while (at < to && classAt(text, at) === classes.lower) at += 1
  return at
}

/** What a token is made of. */
interface Shape {
  readonly lower: number
  readonly upper: number
  readonly digit: number
  /** Runs of letters, and the letters of the shortest. */
  readonly words: number
  readonly shortest: number
  /** Runs of digits, and those of them with letters on both sides. */
  readonly numbers: number
  readonly innerNumbers: number
  /** Letters first, each word with a capital in front but the first, which may have none, and a number at most behind them. */
  readonly isCamelCase: boolean
}

const shapeOf = (text: string, from: number, to: number): Shape => {
  const shape = { lower: 0, upper: 0, digit: 0, words: 0, shortest: to, numbers: 0, innerNumbers: 0, isCamelCase: true }
  for (let at = from; at < to; ) {
    const value = classAt(text, at)
    const end = endOfRun(text, at, to)
    const length = end - at
    if (value === classes.sign) shape.isCamelCase = false
    else if (value === classes.digit) {
      shape.digit += length
      shape.numbers += 1
      if (at > from && end < to) shape.innerNumbers += 1
      if (end < to) shape.isCamelCase = false
    } else {
      const isCapitalised = value === classes.upper
      const isUpper = classAt(text, end - 1) === classes.upper
      shape.words += 1
      shape.shortest = Math.min(shape.shortest, length)
      shape.upper += isUpper ? length : Number(isCapitalised)
      shape.lower += isUpper ? 0 : length - Number(isCapitalised)
      if (isUpper) shape.isCamelCase = false
    }
    at = end
  }
  return shape
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

/** People write words in runs; random tokens change case or go from letter to digit every two characters. */
const isRandom = ({ lower, upper, words, shortest, numbers, innerNumbers, isCamelCase }: Shape): boolean => {
  if (words + numbers < 2) return false
  const isMixedCase = lower > 0 && upper > 0
  const average = isCamelCase
    ? wordLike.averageInCamelCase
    : isMixedCase
      ? wordLike.averageInMixedCase
      : wordLike.average
  if (lower + upper < average * words) return true
  if (lower === 0 && words === 1 && upper <= seriesLetters) return true
  return innerNumbers > 1 || (innerNumbers === 1 && shortest < wordLike.aroundNumber)
}

/** The shape of words in camel case that end in the number of a house with its letter (`LasSolteras28A`); null for others. */
const shapeOfAddress = (text: string, from: number, to: number): Shape | null => {
  const last = classAt(text, to - 1)
  let at = to - 1
  while (classAt(text, at - 1) === classes.digit) at -= 1
  if (at === to - 1 || (last !== classes.lower && last !== classes.upper)) return null
  const shape = shapeOf(text, from, at)
  return shape.isCamelCase && shape.words > 1 ? shape : null
}

/** An age in English (`17yo`), which would be taken for random. */
const isAge = (text: string, from: number, to: number): boolean =>
  classAt(text, from) === classes.digit &&
  endOfRun(text, from, to) === to - 2 &&
  text.slice(to - 2, to).toLowerCase() === 'yo'

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
    const end = endOfRun(text, from, to)
    const first = classAt(text, from)
    if (end === to && first !== classes.sign) this.push(first === classes.digit ? 'number' : 'word', from, to)
    else this.mixed(from, to)
  }

  private mixed(from: number, to: number): void {
    const { text } = this
    const length = to - from
    const shape = shapeOfAddress(text, from, to) ?? shapeOf(text, from, to)
    const letters = shape.lower + shape.upper
    if (length >= hexadecimalLength && letters < length && hexadecimal.test(text.slice(from, to))) {
      this.push('hexadecimal', from, to)
      return
    }
    const isUnit = letters === 1 && shape.digit === length - 1 && shape.numbers === 1
    const random = !isUnit && !isAge(text, from, to) && isRandom(shape)
    if (isUnit) this.push('unit', from, to)
    else if (random)
      this.push(length < longLength || (shape.lower > 0 && shape.upper > 0) ? 'random' : 'token', from, to)
    this.runs(from, to, !isUnit && !random, random)
    if (shape.words + shape.numbers > 1 && (!random || letters === length)) this.joinedRuns(from, to, random)
    if (letters < length) this.disguised.push({ from, to })
  }

  /** The runs of a token as pieces, or, of a random one, the long ones as other readings of it. */
  private runs(from: number, to: number, arePieces: boolean, areOffered: boolean): void {
    for (let at = from; at < to; ) {
      const value = classAt(this.text, at)
      const end = endOfRun(this.text, at, to)
      if (arePieces && value !== classes.sign) this.push(value === classes.digit ? 'number' : 'word', at, end)
      if (areOffered && value !== classes.sign && value !== classes.digit) this.offer(at, end, true)
      at = end
    }
  }

  /** Letters that touch each other, whatever their case, as one. */
  private joinedRuns(from: number, to: number, isWhole: boolean): void {
    let start = from
    for (let at = from; at <= to; at++) {
      const value = at === to ? classes.other : classAt(this.text, at)
      if (value === classes.lower || value === classes.upper) continue
      this.offer(start, at, isWhole)
      start = at + 1
    }
  }

  private offer(from: number, to: number, isWhole: boolean): void {
    if (to - from >= runLength) this.alternatives.push({ from, to, isWhole })
  }
}

/** Reads a folded text. */
export const scan = (text: string): Scan => {
  const scanner = new Scanner(text)
  let next = nextUuid(text, 0)
  for (let at = 0; at < text.length; ) {
    const value = classAt(text, at)
    if (at === next) {
      scanner.uuid(at)
      at += uuidLength
      next = nextUuid(text, at)
    } else if (isInside(value)) {
      let end = at + 1
      while (end < next && isInside(classAt(text, end))) end += 1
      scanner.token(at, end)
      at = end
    } else {
      scanner.separate(value)
      at += 1
    }
  }
  return scanner
}
