import { commonNames } from '#domain/person/CommonNames.ts'
import type { Curp } from '#domain/person/Curp.ts'
import { type NameWord, nameWords } from '#domain/person/NameText.ts'
import { companions } from '#domain/person/NameWords.ts'
import { isDiminutive, nicknamed } from '#domain/person/Nicknames.ts'
import { type PhoneticKeys, phoneticKeys } from '#domain/person/PhoneticKey.ts'
import { isContraction, isCutOff, longForms, mayBeReadAs } from '#domain/person/ShortForms.ts'
import { areMaleAndFemale, isOneSlip, isSwap } from '#domain/person/Slips.ts'

/**
 * Which word of the registered name each given word stands for. Every word is claimed once. Claims are made in passes,
 * the surest first, so that the work grows with the product of the numbers of words.
 */

/** The parts of a name, in the order of the registry. */
export type Part = 'given' | 'first' | 'second'
export const parts = ['given', 'first', 'second'] as const

export interface Word extends NameWord {
  readonly part: Part
  readonly place: number
  readonly isLastOfPart: boolean
  readonly lengthOfPart: number
}

export type Texts = Readonly<Record<Part, string | null>>

/** More words than this are no name. Particles count. */
const mostWords = 24

export const wordsOf = (texts: Texts): ReadonlyArray<Word> =>
  parts
    .flatMap((part) => {
      const text = texts[part] ?? ''
      return nameWords(text).map((word, index, all) => ({
        ...word,
        part,
        isLastOfPart: index === all.length - 1,
        lengthOfPart: text.length,
      }))
    })
    .slice(0, mostWords + 1)
    .map((word, place) => ({ ...word, place }))

export const areTooMany = (words: ReadonlyArray<Word>): boolean => words.length > mostWords

/** How a given word stands for a registered one. All but `placed` are written for it. */
type Manner = 'equal' | 'short' | 'initial' | 'placed'

export interface Claim {
  readonly given: ReadonlyArray<Word>
  readonly registered: ReadonlyArray<Word>
  readonly manner: Manner
}

type Stands = (given: Word, registered: Word) => boolean

const areEqual: Stands = (given, registered) =>
  given.text === registered.text || given.withX === registered.text || given.text === registered.withX

/** Systems cut off fields of this length and more. */
const shortestCutField = 25

const isCutField: Stands = (short, long) =>
  short.isLastOfPart && short.lengthOfPart >= shortestCutField && long.text.startsWith(short.text)

const isShortFor: Stands = (short, long) => {
  const known = longForms(short.text)
  if (known.length > 0) return known.includes(long.text)
  return (
    (short.isDotted && isCutOff(short.text, long.text)) ||
    isCutField(short, long) ||
    mayBeReadAs(short.text, long.text) ||
    mayBeReadAs(short.text, long.withX)
  )
}

const eitherWay =
  (stands: Stands): Stands =>
  (given, registered) =>
    stands(given, registered) || stands(registered, given)

const isInitialOf: Stands = (initial, word) => initial.text.length === 1 && word.text.startsWith(initial.text)

/** The pronunciations of a word. */
type Sounds = (word: string) => PhoneticKeys

/** Analyses each word once in a comparison. */
const soundsOnce = (): Sounds => {
  const known = new Map<string, PhoneticKeys>()
  return (word) => {
    const sounds = known.get(word) ?? phoneticKeys(word)
    known.set(word, sounds)
    return sounds
  }
}

const soundAlike = (one: string, other: string, sounds: Sounds): boolean =>
  sounds(one).some((sound) => sounds(other).includes(sound))

const beginAlike = (one: string, other: string): boolean =>
  one[0] === other[0] || one.slice(0, 2) === other.charAt(1) + other.charAt(0)

const fewestSlipLetters = 3
/** In a shorter word, another letter makes another name. */
const slipLetters = 5

/** Of words with one slip in their sounds: `Shmit` and Schmidt. */
const mostLettersApart = 3

const isTypingSlip = (one: string, other: string): boolean => {
  const shorter = Math.min(one.length, other.length)
  if (shorter < fewestSlipLetters || !isOneSlip(one, other)) return false
  return shorter >= slipLetters || one.length !== other.length || isSwap(one, other)
}

const isSlip = (one: string, other: string, sounds: Sounds): boolean => {
  if (Math.abs(one.length - other.length) > mostLettersApart) return false
  const [[mine], [theirs]] = [sounds(one), sounds(other)]
  if (areMaleAndFemale(mine, theirs)) return false
  // Gracia for García.
  if (commonNames.has(mine) && commonNames.has(theirs)) return one[0] === other[0] && isSwap(one, other)
  return (beginAlike(one, other) || mine[0] === theirs[0]) && (isTypingSlip(one, other) || isTypingSlip(mine, theirs))
}

const shortestBeginning = 4

/** `Concep` without a full stop. A beginning of three letters may be another name: Can and Canul. */
const isBeginning = (word: string, other: string): boolean => word.length >= shortestBeginning && isCutOff(word, other)

const isNicknameOf = (nickname: string, name: string, sex: Curp['sex']): boolean =>
  nicknamed(nickname).some((names) => names.length === 1 && names[0] === name) || isDiminutive(nickname, name, sex)

/** At most this many words are written as another number of words: `De la Cruz`, `Dela Cruz`, `Delacruz`. */
const mostJoined = 4

const spansFrom = (words: ReadonlyArray<Word>): ReadonlyArray<ReadonlyArray<Word>> =>
  words.flatMap((_, from) =>
    Array.from({ length: Math.min(mostJoined, words.length - from) }, (_, more) => words.slice(from, from + more + 1)),
  )

const joined = (words: ReadonlyArray<Word>): string => words.map(({ text }) => text).join('')

/** Every span of words by what it sounds or reads like in one word. */
const spansBy = (spans: ReadonlyArray<ReadonlyArray<Word>>, key: (text: string) => string) =>
  Map.groupBy(spans, (span) => key(joined(span)))

class Claims {
  readonly made: Array<Claim> = []
  readonly #given: ReadonlyArray<Word>
  readonly #registered: ReadonlyArray<Word>
  readonly #taken = new Set<Word>()

  constructor(given: ReadonlyArray<Word>, registered: ReadonlyArray<Word>) {
    this.#given = given
    this.#registered = registered
  }

  isFree = (word: Word): boolean => !this.#taken.has(word)

  #claim(given: ReadonlyArray<Word>, registered: ReadonlyArray<Word>, manner: Manner): void {
    for (const word of [...given, ...registered]) this.#taken.add(word)
    this.made.push({ given, registered, manner })
  }

  /** Prefers the word of the same part, then the first one. */
  each(stands: Stands, manner: Manner, isTried: (word: Word) => boolean = () => true): void {
    for (const word of this.#given) {
      if (!this.isFree(word) || !isTried(word)) continue
      const found = this.#registered.filter((other) => this.isFree(other) && stands(word, other))
      const best = found.find(({ part }) => part === word.part) ?? found[0]
      if (best !== undefined) this.#claim([word], [best], manner)
    }
  }

  /** Words that are joined or split: `Mac Gregor`, `Juancarlos`. */
  joins(key: (text: string) => string, manner: Manner): void {
    const spans = spansFrom(this.#registered).filter((span) => span.every(({ part }) => part === span[0]?.part))
    const byKey = spansBy(spans, key)
    const isNews = (span: ReadonlyArray<Word>) => span.every(this.isFree) && span.some(({ isOptional }) => !isOptional)
    for (const span of spansFrom(this.#given)) {
      if (!isNews(span)) continue
      const found = byKey.get(key(joined(span)))?.find((other) => other.length !== span.length && isNews(other))
      if (found !== undefined) this.#claim(span, found, manner)
    }
  }

  /** `JL` for José Luis. */
  initialsInOneWord(): void {
    const names = this.#registered.filter(({ part, isOptional }) => part === 'given' && !isOptional)
    for (const word of this.#given) {
      if (word.isOptional || !this.isFree(word)) continue
      const found = names.slice(0, word.text.length)
      const initials = found.map(({ text }) => text.charAt(0)).join('')
      if (found.length > 1 && initials === word.text && found.every(this.isFree)) this.#claim([word], found, 'placed')
    }
  }

  /** One nickname of two names: `Majo` for María José. */
  nicknamesOfTwo(): void {
    for (const word of this.#given) {
      for (const names of nicknamed(word.text)) {
        if (!this.isFree(word) || names.length < 2) continue
        const found = names.flatMap(
          (name) => this.#registered.find((one) => one.text === name && this.isFree(one)) ?? [],
        )
        if (found.length === names.length) this.#claim([word], found, 'placed')
      }
    }
  }
}

/** `M.` and `J.` before another given name stand for María and José more often than for another name. */
const isDoubtfulInitial = (word: Word, registered: Word, given: ReadonlyArray<Word>): boolean => {
  const next = given.find(({ place, isOptional }) => place > word.place && !isOptional)
  return word.place === 0 && companions.has(word.text) && registered.part === 'given' && (next?.text.length ?? 1) > 1
}

const isTelling = ({ isOptional }: Word): boolean => !isOptional

/** How a word may be placed without being written, the surest first. */
const placings = (sex: Curp['sex'], sounds: Sounds): ReadonlyArray<Stands> => [
  ({ text }, other) => soundAlike(text, other.text, sounds),
  ({ text }, other) => isSlip(text, other.text, sounds),
  ({ text }, other) => isNicknameOf(text, other.text, sex) || isNicknameOf(other.text, text, sex),
  ({ text }, other) =>
    (isContraction(text, other.text) || isBeginning(text, other.text)) && !commonNames.has(sounds(text)[0]),
  isInitialOf,
]

/** Every telling word has its equal: the usual case. */
const haveEquals = (given: ReadonlyArray<Word>, registered: ReadonlyArray<Word>): boolean =>
  given.every((word) => word.isOptional || registered.some((other) => areEqual(word, other)))

export const claimsOf = (
  given: ReadonlyArray<Word>,
  registered: ReadonlyArray<Word>,
  sex: Curp['sex'],
): ReadonlyArray<Claim> => {
  const claims = new Claims(given, registered)
  if (!haveEquals(given, registered)) claims.joins((text) => text, 'equal')
  claims.each(areEqual, 'equal', isTelling)
  // A surname may look like a title or a filler.
  claims.each(areEqual, 'equal', ({ isNotGiven }) => isNotGiven)
  claims.each(eitherWay(isShortFor), 'short', isTelling)
  claims.each(
    (word, other) => isInitialOf(word, other) && isTelling(other) && !isDoubtfulInitial(word, other, given),
    'initial',
    (word) => isTelling(word) || word.text.length === 1,
  )
  claims.each((other, word) => isInitialOf(word, other) && isTelling(word), 'initial', isTelling)
  if (!given.some((word) => isTelling(word) && claims.isFree(word))) return claims.made
  const sounds = soundsOnce()
  claims.joins((text) => sounds(text)[0], 'placed')
  claims.nicknamesOfTwo()
  claims.initialsInOneWord()
  for (const stands of placings(sex, sounds))
    claims.each((word, other) => isTelling(other) && stands(word, other), 'placed', isTelling)
  return claims.made
}
