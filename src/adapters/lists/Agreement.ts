import type { RegisteredName } from '#domain/evidence/RegisteredName.ts'
import type { NameEvidence } from '#domain/screening/Rules.ts'
import { commonNames } from './CommonNames.ts'
import { editsBetween, similarity } from './Similarity.ts'
import { soundsOf } from './Sound.ts'
import { type Reading, type Word, wordsOf } from './Words.ts'

/** What the name of an entry has in common with the registered one, by how both sound. */

/** A word, or several joined. */
export interface Heard {
  readonly written: string
  /** The likeliest first. */
  readonly sounds: readonly [string, ...ReadonlyArray<string>]
}

const heard = (written: string): Heard => ({ written, sounds: soundsOf(written) })

/** A surname of these words, without its particles and with them joined on. */
export const surnameOf = (words: ReadonlyArray<Word>): ReadonlyArray<Heard> => {
  const bare = words.map((word) => word.bare).join('')
  const glued = words.map((word) => word.glued).join('')
  return bare === glued ? [heard(bare)] : [heard(bare), heard(glued)]
}

const inOneWord = (words: ReadonlyArray<Word>): Heard => heard(words.map(({ glued }) => glued).join(''))

/** Given names, each on its own. */
export const givenNamesOf = (words: ReadonlyArray<Word>): ReadonlyArray<Heard> => words.map(({ bare }) => heard(bare))

/** Words joined into one. */
export const joined = (words: ReadonlyArray<Heard>): Heard => heard(words.map(({ written }) => written).join(''))

/** The registered name, read once for all entries. */
export interface HeardName {
  readonly first: ReadonlyArray<Heard>
  /** None for who has a single surname. */
  readonly second: ReadonlyArray<Heard>
  /** Every surname in one word. */
  readonly surnames: Heard
  readonly givenNames: ReadonlyArray<Heard>
}

export const heardName = ({ nombres, primerApellido, segundoApellido }: RegisteredName): HeardName => ({
  first: surnameOf(wordsOf(primerApellido)),
  second: segundoApellido === null ? [] : surnameOf(wordsOf(segundoApellido)),
  surnames: inOneWord(wordsOf(`${primerApellido} ${segundoApellido ?? ''}`)),
  givenNames: givenNamesOf(wordsOf(nombres)),
})

/** Fewest letters of a word in which another letter is taken for a slip. */
const slipLetters = 5

const isOneEdit = (one: string, other: string): boolean =>
  Math.abs(one.length - other.length) <= 1 && editsBetween(one, other) === 1

/** Whether two words that sound otherwise differ by one slip of the pen, and not in their first letter. */
const isSlip = (one: Heard, other: Heard): boolean => {
  const [sound] = one.sounds
  const [otherSound] = other.sounds
  return (
    sound[0] === otherSound[0] &&
    Math.min(one.written.length, other.written.length) >= slipLetters &&
    !(commonNames.has(sound) && commonNames.has(otherSound)) &&
    (isOneEdit(sound, otherSound) || isOneEdit(one.written, other.written))
  )
}

const soundAlike = (one: Heard, other: Heard): boolean => one.sounds.some((sound) => other.sounds.includes(sound))

/** 0 for the same sound, 1 for a slip; null for another name. */
const slipsBetween = (one: Heard, other: Heard): number | null => {
  if (soundAlike(one, other)) return 0
  return isSlip(one, other) ? 1 : null
}

const fewest = (slips: ReadonlyArray<number | null>): number | null =>
  slips.reduce((least, next) => (least === null || (next !== null && next < least) ? next : least), null)

const slipsInSurname = (one: ReadonlyArray<Heard>, other: ReadonlyArray<Heard>): number | null =>
  fewest(one.flatMap((a) => other.map((b) => slipsBetween(a, b))))

const added = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other

type Surnames = Pick<NameEvidence, 'surnames' | 'slips'>

/** Two surnames in one text; where one ends and the other begins is not known. */
export const halvesOf = (words: ReadonlyArray<Word>) =>
  words.slice(1).map((_, cut) => ({ one: surnameOf(words.slice(0, cut + 1)), other: surnameOf(words.slice(cut + 1)) }))

const agreementOfSurnames = ({ first, second, surnames }: HeardName, words: ReadonlyArray<Word>): Surnames | null => {
  // `Al` and `Aulaqi` may be two surnames here and one there.
  if (soundAlike(surnames, inOneWord(words))) return { surnames: second.length === 0 ? 'only' : 'both', slips: 0 }
  const halves = halvesOf(words)
  const both = fewest(halves.map(({ one, other }) => added(slipsInSurname(first, one), slipsInSurname(second, other))))
  if (both !== null) return { surnames: 'both', slips: both }
  const swapped = fewest(
    halves.map(({ one, other }) => added(slipsInSurname(second, one), slipsInSurname(first, other))),
  )
  if (swapped !== null) return { surnames: 'swapped', slips: swapped }
  const single = slipsInSurname(first, surnameOf(words))
  return single === null ? null : { surnames: second.length === 0 ? 'only' : 'one', slips: single }
}

/** Julio and Julia, Daniel and Daniela: his name and hers, and no slip. */
const isHisAndHers = (one: string, other: string): boolean => one.replace(/[AO]$/, '') === other.replace(/[AO]$/, '')

const slipsInGivenName = (one: Heard, other: Heard): number | null => {
  const slips = slipsBetween(one, other)
  return slips === 1 && isHisAndHers(one.sounds[0], other.sounds[0]) ? null : slips
}

const isInitialOf = (one: Heard, other: Heard): boolean =>
  one.written.length === 1 && other.written.startsWith(one.written)

/** Before another name these letters stand for María and José as often as for a name that begins so. */
const companions = new Map([
  ['MARIA', 'MARIA'],
  ['M', 'MARIA'],
  ['JOSE', 'JOSE'],
  ['J', 'JOSE'],
])

const isSameCompanion = (one: Heard, other: Heard): boolean => {
  const companion = companions.get(one.written)
  return companion !== undefined && companion === companions.get(other.written)
}

type GivenNames = Pick<NameEvidence, 'givenNames' | 'slips'>

/** Where a name stands among others, and by what: none of them when it is not there. */
const placeOf = (name: Heard, others: ReadonlyArray<Heard>) => {
  const ranked = others.map((other) => (isSameCompanion(name, other) ? 0 : slipsInGivenName(name, other)))
  const slips = fewest(ranked)
  if (slips !== null) return { place: ranked.indexOf(slips), slips, isInitial: false }
  const place = others.findIndex((other) => isInitialOf(name, other) || isInitialOf(other, name))
  return { place, slips: 0, isInitial: true }
}

/** Every one of the fewer names must be among the others; an initial stands for a name, and proves less. */
const pairedUp = (ours: ReadonlyArray<Heard>, theirs: ReadonlyArray<Heard>): GivenNames | null => {
  const [fewer, more] = ours.length <= theirs.length ? [ours, theirs] : [theirs, ours]
  const left = [...more]
  const pairs = fewer.map((name) => {
    const found = placeOf(name, left)
    const [other] = found.place < 0 ? [] : left.splice(found.place, 1)
    return { ...found, other }
  })
  if (pairs.some(({ place }) => place < 0)) return null
  const isOnlyInitials = pairs.every(({ isInitial }) => isInitial)
  // `J. Fidel` is not Julio, though his initial is there.
  if (isOnlyInitials && left.length > 0 && pairs.some(({ other }) => other?.written.length === 1)) return null
  const isComplete = left.length === 0 && pairs.every(({ isInitial }) => !isInitial)
  return { givenNames: isComplete ? 'all' : 'some', slips: pairs.reduce((sum, { slips }) => sum + slips, 0) }
}

/** María and José go before another name, and lists leave them out. */
const companionOf = ([first, second]: ReadonlyArray<Heard>): string | null =>
  second === undefined ? null : (companions.get(first?.written ?? '') ?? null)

const withoutCompanion = (names: ReadonlyArray<Heard>): ReadonlyArray<Heard> =>
  companionOf(names) === null ? names : names.slice(1)

const agreementOfGivenNames = (ours: ReadonlyArray<Heard>, theirs: ReadonlyArray<Heard>): GivenNames | null => {
  if (ours.length === 0 || theirs.length === 0) return null
  // `Juancarlos` is Juan Carlos.
  if (soundAlike(joined(ours), joined(theirs))) return { givenNames: 'all', slips: 0 }
  const both = [companionOf(ours), companionOf(theirs)]
  if (both[0] !== both[1] && !both.includes(null)) return null
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
    joined([...first.slice(0, 1), ...second.slice(0, 1)]).sounds[0],
    joined(surnameOf(reading.surnames).slice(0, 1)).sounds[0],
  ),
  givenNames: similarity(joined(givenNames).sounds[0], joined(givenNamesOf(reading.givenNames)).sounds[0]),
})
