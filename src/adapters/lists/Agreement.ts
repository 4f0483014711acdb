import type { RegisteredName } from '#domain/evidence/RegisteredName.ts'
import type { NameEvidence } from '#domain/screening/Screening.ts'
import { commonNames } from './CommonNames.ts'
import { editsBetween, similarity } from './Similarity.ts'
import { soundOf } from './Sound.ts'
import { type Reading, type Word, wordsOf } from './Words.ts'

/** What the name of an entry has in common with the registered one, by how both sound. */

/** A word, or several joined. */
export interface Heard {
  readonly written: string
  readonly sound: string
}

const heard = (written: string): Heard => ({ written, sound: soundOf(written) })

/** A surname of these words, without its particles and with them joined on. */
const surnameOf = (words: ReadonlyArray<Word>): ReadonlyArray<Heard> => {
  const bare = words.map((word) => word.bare).join('')
  const glued = words.map((word) => word.glued).join('')
  return bare === glued ? [heard(bare)] : [heard(bare), heard(glued)]
}

/** Given names, each on its own. */
export const givenNamesOf = (words: ReadonlyArray<Word>): ReadonlyArray<Heard> => words.map(({ bare }) => heard(bare))

/** Words joined into one. */
export const joined = (words: ReadonlyArray<Heard>): Heard => heard(words.map(({ written }) => written).join(''))

/** The registered name, read once for all entries. */
export interface HeardName {
  readonly first: ReadonlyArray<Heard>
  /** None for who has a single surname. */
  readonly second: ReadonlyArray<Heard>
  readonly givenNames: ReadonlyArray<Heard>
}

export const heardName = ({ nombres, primerApellido, segundoApellido }: RegisteredName): HeardName => ({
  first: surnameOf(wordsOf(primerApellido)),
  second: segundoApellido === null ? [] : surnameOf(wordsOf(segundoApellido)),
  givenNames: givenNamesOf(wordsOf(nombres)),
})

/** Fewest letters of a word in which another letter is taken for a slip. */
const slipLetters = 5

const isOneEdit = (one: string, other: string): boolean =>
  Math.abs(one.length - other.length) <= 1 && editsBetween(one, other) === 1

/** Whether two words that sound otherwise differ by one slip of the pen, and not in their first letter. */
const isSlip = (one: Heard, other: Heard): boolean =>
  one.sound[0] === other.sound[0] &&
  Math.min(one.written.length, other.written.length) >= slipLetters &&
  !(commonNames.has(one.sound) && commonNames.has(other.sound)) &&
  (isOneEdit(one.sound, other.sound) || isOneEdit(one.written, other.written))

/** 0 for the same sound, 1 for a slip; null for another name. */
const slipsBetween = (one: Heard, other: Heard): number | null => {
  if (one.sound === other.sound) return 0
  return isSlip(one, other) ? 1 : null
}

const fewest = (slips: ReadonlyArray<number | null>): number | null =>
  slips.reduce((least, next) => (least === null || (next !== null && next < least) ? next : least), null)

const slipsInSurname = (one: ReadonlyArray<Heard>, other: ReadonlyArray<Heard>): number | null =>
  fewest(one.flatMap((a) => other.map((b) => slipsBetween(a, b))))

const added = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other

type Surnames = Pick<NameEvidence, 'surnames' | 'slips'>

/** Two surnames in one text; where one ends and the other begins is not told. */
export const halvesOf = (words: ReadonlyArray<Word>) =>
  words.slice(1).map((_, cut) => ({ one: surnameOf(words.slice(0, cut + 1)), other: surnameOf(words.slice(cut + 1)) }))

const agreementOfSurnames = ({ first, second }: HeardName, words: ReadonlyArray<Word>): Surnames | null => {
  const halves = halvesOf(words)
  const both = fewest(halves.map(({ one, other }) => added(slipsInSurname(first, one), slipsInSurname(second, other))))
  if (both !== null) return { surnames: 'both', slips: both }
  const swapped = fewest(
    halves.map(({ one, other }) => added(slipsInSurname(second, one), slipsInSurname(first, other))),
  )
  if (swapped !== null) return { surnames: 'swapped', slips: swapped }
  const single = slipsInSurname(first, surnameOf(words))
  return single === null ? null : { surnames: 'one', slips: single }
}

/** The endings of his name and hers are no slip. */
const sameEnding = (one: string, other: string): boolean =>
  one.at(-1) === other.at(-1) || ![one, other].some((sound) => /[AO]$/.test(sound))

const slipsInGivenName = (one: Heard, other: Heard): number | null => {
  const slips = slipsBetween(one, other)
  return slips === 1 && !sameEnding(one.sound, other.sound) ? null : slips
}

const isInitialOf = (one: Heard, other: Heard): boolean =>
  one.written.length === 1 && other.written.startsWith(one.written)

type GivenNames = Pick<NameEvidence, 'givenNames' | 'slips'>

/** Every one of the fewer names must be among the others; an initial stands for a name, and proves less. */
const pairedUp = (ours: ReadonlyArray<Heard>, theirs: ReadonlyArray<Heard>): GivenNames | null => {
  const [fewer, more] = ours.length <= theirs.length ? [ours, theirs] : [theirs, ours]
  const left = [...more]
  let slips = 0
  let initials = 0
  for (const name of fewer) {
    const ranked = left.map((other) => slipsInGivenName(name, other))
    const least = fewest(ranked)
    const place =
      least === null
        ? left.findIndex((other) => isInitialOf(name, other) || isInitialOf(other, name))
        : ranked.indexOf(least)
    if (place < 0) return null
    if (least === null) initials += 1
    slips += least ?? 0
    left.splice(place, 1)
  }
  return { givenNames: left.length === 0 && initials === 0 ? 'all' : 'some', slips }
}

/** María and José go before another name, and lists leave them out. */
const companionOf = ([first]: ReadonlyArray<Heard>): string | null =>
  first?.written === 'MARIA' || first?.written === 'JOSE' ? first.written : null

const withoutCompanion = (names: ReadonlyArray<Heard>): ReadonlyArray<Heard> =>
  names.length > 1 && companionOf(names) !== null ? names.slice(1) : names

const agreementOfGivenNames = (ours: ReadonlyArray<Heard>, theirs: ReadonlyArray<Heard>): GivenNames | null => {
  if (ours.length === 0 || theirs.length === 0) return null
  // `Juancarlos` is Juan Carlos.
  if (joined(ours).sound === joined(theirs).sound) return { givenNames: 'all', slips: 0 }
  const companions = new Set([companionOf(ours), companionOf(theirs)])
  if (companions.size === 2 && !companions.has(null)) return null
  const asTheyAre = pairedUp(ours, theirs)
  return asTheyAre?.givenNames === 'all'
    ? asTheyAre
    : (pairedUp(withoutCompanion(ours), withoutCompanion(theirs)) ?? asTheyAre)
}

/** Null when it is another name. */
export const agreementOf = (registered: HeardName, { surnames, givenNames }: Reading): NameEvidence | null => {
  const inSurnames = agreementOfSurnames(registered, surnames)
  if (inSurnames === null) return null
  const inGivenNames = agreementOfGivenNames(registered.givenNames, givenNamesOf(givenNames))
  return inGivenNames && { ...inSurnames, ...inGivenNames, slips: inSurnames.slips + inGivenNames.slips }
}

/** How alike the parts of a reading sound, for who looks on. */
export const likeness = ({ first, second, givenNames }: HeardName, reading: Reading) => ({
  surnames: similarity(
    joined([...first.slice(0, 1), ...second.slice(0, 1)]).sound,
    joined(surnameOf(reading.surnames).slice(0, 1)).sound,
  ),
  givenNames: similarity(joined(givenNames).sound, joined(givenNamesOf(reading.givenNames)).sound),
})
