import type { RegisteredName } from '#domain/evidence/RegisteredName.ts'
import type { Curp } from '#domain/person/Curp.ts'
import type { ListEntry } from './ListEntry.ts'

/**
 * Whether an entry of a list is about a person. An entry that says otherwise is out; of the others it
 * depends on what is known of the birth how much of the name must agree:
 *
 * | the entry's birth date | surnames | given names | words with a slip of the pen |
 * |---|---|---|---|
 * | is the person's, to the day | both, in either order | some | two; none when swapped |
 * | is the person's, to the day | one, if it has no more | all | none |
 * | may be the person's, or is unknown | both, in their order | all | one |
 *
 * What of names agrees is told by `adapters/lists`; these rules know nothing of spelling.
 */

/** Whom the lists are searched for. */
export interface ScreenedPerson {
  readonly name: RegisteredName
  /** As `1980-01-31`. */
  readonly born: string
  readonly sex: Curp['sex']
  readonly bornAbroad: boolean
  /** The first four letters of the CURP; null when it is not known. */
  readonly letters: string | null
}

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0')

/** The person of a CURP, under the name of the registry. */
export const personOf = (name: RegisteredName, { birthDate, sex, entity, prefix }: Curp): ScreenedPerson => ({
  name,
  born: [padded(birthDate.year, 4), padded(birthDate.month, 2), padded(birthDate.day, 2)].join('-'),
  sex,
  bornAbroad: entity === 'NE',
  letters: prefix,
})

/** How the birth date of an entry stands to the person's. */
export type Birth = 'exact' | 'near' | 'unknown' | 'other'

/** The same date with day and month in each other's place: lists copy from documents of both orders. */
export const swappedDay = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  return date <= '12' ? `${year}-${date}-${month}` : day
}

/** The six digits that an RFC has of a birth date. */
export const rfcDigits = (day: string): string => day.slice(2).replaceAll('-', '')

/**
 * Both RFC and CURP put X for what a name does not have and in inconvenient words, each in a place of its
 * own; and where there is one surname only, or one of two letters, their rules differ.
 */
const lettersAgree = (rfc: string, { letters, name }: ScreenedPerson): boolean => {
  if (letters === null || name.segundoApellido === null || name.primerApellido.length <= 2) return true
  return [...letters].every((letter, place) => {
    const other = rfc.charAt(place).replace('Ñ', 'X')
    return letter === other || letter === 'X' || other === 'X'
  })
}

export const birthOf = ({ births, rfc }: ListEntry, person: ScreenedPerson): Birth => {
  if (rfc !== null) return rfc.slice(4) === rfcDigits(person.born) && lettersAgree(rfc, person) ? 'exact' : 'other'
  if (births.length === 0) return 'unknown'
  const spans = births.map((span) => span.split('/'))
  if (spans.some(([from, until]) => from === until && from === person.born)) return 'exact'
  const swapped = swappedDay(person.born)
  const near = spans.some(([from = '', until = '']) =>
    from === until ? from === swapped : from <= person.born && person.born <= until,
  )
  return near ? 'near' : 'other'
}

/** What in an entry says that it is about somebody else. */
export type Disqualification = 'birth' | 'sex' | 'country'

/** A birth date that agrees to the day weighs more than a nationality: who was born here may have another, too. */
export const disqualificationsOf = (entry: ListEntry, person: ScreenedPerson): ReadonlyArray<Disqualification> => {
  const birth = birthOf(entry, person)
  const otherSex = entry.sex !== null && person.sex !== 'X' && entry.sex !== person.sex
  const otherCountry = entry.foreign && !person.bornAbroad && birth !== 'exact'
  return [
    ...(birth === 'other' ? (['birth'] as const) : []),
    ...(otherSex ? (['sex'] as const) : []),
    ...(otherCountry ? (['country'] as const) : []),
  ]
}

/** What a name of a list has in common with the registered one. */
export interface NameEvidence {
  readonly surnames: 'both' | 'swapped' | 'one'
  readonly givenNames: 'all' | 'some'
  /** Words that agree but for one letter. */
  readonly slips: number
}

/** Whether that much of a name is enough beside what is known of the birth. */
export const isEnough = ({ surnames, givenNames, slips }: NameEvidence, birth: Birth): boolean => {
  if (birth === 'other') return false
  if (birth !== 'exact') return surnames === 'both' && givenNames === 'all' && slips <= 1
  if (surnames === 'one') return givenNames === 'all' && slips === 0
  return surnames === 'both' ? slips <= 2 : slips === 0
}
