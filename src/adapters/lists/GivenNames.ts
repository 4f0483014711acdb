import type { Curp } from '#domain/person/Curp.ts'
import { companions } from '#domain/person/NameWords.ts'
import { areMaleAndFemale } from '#domain/person/Slips.ts'
import type { NameEvidence } from '#domain/screening/Rules.ts'
import type { NameToken } from './NameTokens.ts'
import { eachOf, fewest, inOneWord, joined, type PhoneticName, slipsBetween, soundAlike } from './PhoneticName.ts'

type GivenNames = Pick<NameEvidence, 'givenNames' | 'slips'>

export interface HeardGivenNames {
  readonly each: ReadonlyArray<PhoneticName>
  readonly inOneWord: PhoneticName
  readonly sex: Curp['sex']
}

export const heardGivenNames = (
  words: ReadonlyArray<NameToken>,
  sex: Curp['sex'],
  foreign: boolean,
): HeardGivenNames => ({
  each: eachOf(words, foreign),
  inOneWord: inOneWord(words, foreign),
  sex,
})

export const slipsInGivenName = (one: PhoneticName, other: PhoneticName): number | null => {
  const slips = slipsBetween(one, other)
  return slips !== null && slips > 0 && areMaleAndFemale(one.sounds[0], other.sounds[0]) ? null : slips
}

const isInitial = ({ written }: PhoneticName): boolean => written.length === 1

const isInitialOf = (one: PhoneticName, other: PhoneticName): boolean =>
  isInitial(one) && other.written.startsWith(one.written)

export const isCompanion = ({ written }: PhoneticName): boolean => companions.has(written)

const isSameCompanion = (one: PhoneticName, other: PhoneticName): boolean => {
  const companion = companions.get(one.written)
  return companion !== undefined && companion === companions.get(other.written)
}

/** The best matching name among others: its index and how it matches. `place` is -1 if no name matches. */
const placeOf = (name: PhoneticName, others: ReadonlyArray<PhoneticName>) => {
  const ranked = others.map((other) => (isSameCompanion(name, other) ? 0 : slipsInGivenName(name, other)))
  const slips = fewest(ranked)
  if (slips !== null) return { place: ranked.indexOf(slips), slips, byInitial: false }
  const place = others.findIndex((other) => isInitialOf(name, other) || isInitialOf(other, name))
  return { place, slips: 0, byInitial: true }
}

/**
 * Each name of the shorter list must match one of the longer list. An initial matches a name, but is weaker evidence.
 */
const pairedUp = (ours: ReadonlyArray<PhoneticName>, theirs: ReadonlyArray<PhoneticName>): GivenNames | null => {
  const [fewer, more] = ours.length <= theirs.length ? [ours, theirs] : [theirs, ours]
  const left = [...more]
  // Match initials last, with the names that are left.
  const wholeFirst = [...fewer].sort((one, other) => Number(isInitial(one)) - Number(isInitial(other)))
  const pairs = wholeFirst.map((name) => {
    const found = placeOf(name, left)
    const [other] = found.place < 0 ? [] : left.splice(found.place, 1)
    return { ...found, other }
  })
  if (pairs.some(({ place }) => place < 0)) return null
  const isOnlyInitials = pairs.every(({ byInitial }) => byInitial)
  // `J. Fidel` is not Julio, although the initial matches.
  if (isOnlyInitials && left.length > 0 && pairs.some(({ other }) => other !== undefined && isInitial(other)))
    return null
  const isComplete = left.length === 0 && pairs.every(({ byInitial }) => !byInitial)
  return { givenNames: isComplete ? 'all' : 'some', slips: pairs.reduce((sum, { slips }) => sum + slips, 0) }
}

/** María and José before another name: lists often omit them. */
const companionOf = ([first, second]: ReadonlyArray<PhoneticName>): string | null =>
  second === undefined ? null : (companions.get(first?.written ?? '') ?? null)

const withoutCompanion = (names: ReadonlyArray<PhoneticName>): ReadonlyArray<PhoneticName> =>
  companionOf(names) === null ? names : names.slice(1)

/**
 * Compares without María and José. If only one side has one, that side must have more names: Jesús Antonio is not José
 * Antonio.
 */
const besideCompanions = (
  ours: ReadonlyArray<PhoneticName>,
  theirs: ReadonlyArray<PhoneticName>,
): GivenNames | null => {
  const agreed = pairedUp(withoutCompanion(ours), withoutCompanion(theirs))
  const isAnother = (names: ReadonlyArray<PhoneticName>, others: ReadonlyArray<PhoneticName>) =>
    companionOf(names) === null && companionOf(others) !== null && names.length >= others.length
  return isAnother(ours, theirs) || isAnother(theirs, ours) ? null : agreed
}

/** A first name María means a woman, and a first name José a man. */
export const isOfOtherSex = (sex: Curp['sex'], first: PhoneticName | undefined): boolean =>
  (sex === 'H' && first?.written === 'MARIA') || (sex === 'M' && first?.written === 'JOSE')

export const agreementOfGivenNames = (
  { each, inOneWord: whole, sex }: HeardGivenNames,
  words: ReadonlyArray<NameToken>,
): GivenNames | null => {
  const theirs = eachOf(words)
  if (each.length === 0 || theirs.length === 0) return null
  // `Juancarlos` is Juan Carlos.
  if (soundAlike(joined(each), joined(theirs))) return { givenNames: 'all', slips: 0 }
  if (isOfOtherSex(sex, theirs[0]) && !isOfOtherSex(sex, each[0])) return null
  const both = [companionOf(each), companionOf(theirs)]
  if (both[0] !== both[1] && !both.includes(null)) return null
  const asTheyAre = pairedUp(each, theirs)
  if (asTheyAre?.givenNames === 'all') return asTheyAre
  const inOne = slipsBetween(whole, inOneWord(words))
  if (whole.foreign && inOne !== null) return { givenNames: 'all', slips: inOne }
  return besideCompanions(each, theirs) ?? asTheyAre
}
