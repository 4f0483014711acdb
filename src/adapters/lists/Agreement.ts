import type { NameEvidence } from '#domain/screening/Rules.ts'
import type { ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import {
  agreementOfGivenNames,
  type HeardGivenNames,
  heardGivenNames,
  isCompanion,
  isOfOtherSex,
  slipsInGivenName,
} from './GivenNames.ts'
import { mayBeMarried, type NameToken, nameTokens, type Reading } from './NameTokens.ts'
import {
  eachOf,
  fewest,
  inOneWord,
  joined,
  type PhoneticName,
  slipsInSurname,
  soundAlike,
  surnameOf,
} from './PhoneticName.ts'
import { similarity } from './Similarity.ts'

/** Compares an entry's name with the registered name, by their sounds. */

export interface PhoneticFullName {
  readonly first: ReadonlyArray<PhoneticName>
  /** Empty for a person with a single surname. */
  readonly second: ReadonlyArray<PhoneticName>
  readonly surnames: PhoneticName
  readonly givenNames: HeardGivenNames
  readonly words: ReadonlyArray<PhoneticName>
}

/** Some registries also record a woman's second surname under her husband's name. */
const secondSurname = (words: ReadonlyArray<NameToken>, sex: ScreenedPerson['sex'], bornAbroad: boolean) => [
  ...surnameOf(words, bornAbroad),
  ...(sex === 'M' && mayBeMarried(words) ? surnameOf(words.slice(0, -1), bornAbroad) : []),
]

export const phoneticFullName = ({
  name,
  sex,
  bornAbroad,
}: Pick<ScreenedPerson, 'name' | 'sex' | 'bornAbroad'>): PhoneticFullName => {
  const { nombres, primerApellido, segundoApellido } = name
  const surnames = nameTokens(`${primerApellido} ${segundoApellido ?? ''}`)
  const givenNames = nameTokens(nombres)
  return {
    first: surnameOf(nameTokens(primerApellido), bornAbroad),
    second: segundoApellido === null ? [] : secondSurname(nameTokens(segundoApellido), sex, bornAbroad),
    surnames: inOneWord(surnames, bornAbroad),
    givenNames: heardGivenNames(givenNames, sex, bornAbroad),
    words: eachOf([...surnames, ...givenNames], bornAbroad),
  }
}

const slipsInSurnames = (one: ReadonlyArray<PhoneticName>, other: ReadonlyArray<PhoneticName>): number | null =>
  fewest(one.flatMap((a) => other.map((b) => slipsInSurname(a, b))))

const added = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other

type Surnames = Pick<NameEvidence, 'surnames' | 'slips'>

/** Every split of a text into two surnames, because the boundary is unknown. */
export const halvesOf = (words: ReadonlyArray<NameToken>) =>
  words.slice(1).map((_, cut) => ({ one: surnameOf(words.slice(0, cut + 1)), other: surnameOf(words.slice(cut + 1)) }))

const agreementOfSurnames = (
  { first, second, surnames }: PhoneticFullName,
  words: ReadonlyArray<NameToken>,
): Surnames | null => {
  // `Al Aulaqi` may be two surnames in one source and one surname in the other.
  if (soundAlike(surnames, inOneWord(words))) return { surnames: second.length === 0 ? 'only' : 'both', slips: 0 }
  const halves = halvesOf(words)
  const both = fewest(
    halves.map(({ one, other }) => added(slipsInSurnames(first, one), slipsInSurnames(second, other))),
  )
  if (both !== null) return { surnames: 'both', slips: both }
  const swapped = fewest(
    halves.map(({ one, other }) => added(slipsInSurnames(second, one), slipsInSurnames(first, other))),
  )
  if (swapped !== null) return { surnames: 'swapped', slips: swapped }
  const single = slipsInSurnames(first, surnameOf(words))
  return single === null ? null : { surnames: second.length === 0 ? 'only' : 'one', slips: single }
}

/**
 * The fewest words that may agree in any position: fewer agree by chance. It is lower for foreigners, because lists
 * contain more of their names than registries do.
 */
const fewestWords = (isForeign: boolean): number => (isForeign ? 2 : 3)

/** Matches if every word of the registered name occurs somewhere in the entry's name. */
const anywhere = (
  { words, surnames: ourSurnames, givenNames: ours }: PhoneticFullName,
  { surnames, givenNames }: Reading,
): NameEvidence | null => {
  if (words.length < fewestWords(ourSurnames.foreign)) return null
  // José María is a different name from María José.
  if (ours.each.every(isCompanion) && agreementOfGivenNames(ours, givenNames)?.givenNames !== 'all') return null
  const left = [...eachOf(surnames), ...eachOf(givenNames)]
  const slips = words.map((word) => {
    const ranked = left.map((other) => slipsInGivenName(word, other))
    const least = fewest(ranked)
    if (least !== null) left.splice(ranked.indexOf(least), 1)
    return least
  })
  if (left.some((word) => isOfOtherSex(ours.sex, word))) return null
  const all = slips.reduce(added, 0)
  return all === null ? null : { surnames: 'anywhere', givenNames: 'all', slips: Math.ceil(all) }
}

/**
 * Compares the names. Null if they are different names.
 *
 * @param looksAnywhere whether to also match words in any position, which costs more than the rest together
 */
export const agreementOf = (
  registered: PhoneticFullName,
  reading: Reading,
  looksAnywhere = true,
): NameEvidence | null => {
  const inSurnames = agreementOfSurnames(registered, reading.surnames)
  const inGivenNames = inSurnames && agreementOfGivenNames(registered.givenNames, reading.givenNames)
  const inPlace = inSurnames &&
    inGivenNames && { ...inSurnames, ...inGivenNames, slips: Math.ceil(inSurnames.slips + inGivenNames.slips) }
  const isElsewhere = looksAnywhere && (inSurnames === null || inSurnames.surnames === 'one')
  return (isElsewhere ? anywhere(registered, reading) : null) ?? inPlace
}

/** How similar each part of a reading sounds, for display to operators. */
export const likeness = ({ first, second, givenNames }: PhoneticFullName, reading: Reading) => ({
  surnames: similarity(
    joined([...first.slice(0, 1), ...second.slice(0, 1)]).sounds[0],
    joined(surnameOf(reading.surnames).slice(0, 1)).sounds[0],
  ),
  givenNames: similarity(joined(givenNames.each).sounds[0], joined(eachOf(reading.givenNames)).sounds[0]),
})
