import type { ListEntry } from './ListEntry.ts'
import { lettersAgree } from './RfcLetters.ts'
import type { ScreenedPerson } from './ScreenedPerson.ts'

/**
 * Compares an entry of a list with a person, apart from their names: CURP, birth date, sex and country. `Rules.ts` says
 * how much of the names must agree then.
 */

/** A CURP belongs to one person: if the list contains the person's CURP, it decides, whatever else the entry says. */
export const hasSameCurp = ({ curps }: ListEntry, { curp }: ScreenedPerson): boolean =>
  curp !== null && curps.includes(curp)

/**
 * How the birth date of an entry compares with the person's.
 *
 * - `exact`: the same day.
 * - `swapped`: the same day with day and month exchanged.
 * - `near`: the day is in a range of a few years.
 * - `wide`: the day is in a longer range.
 * - `unknown`: the entry has no birth date.
 * - `off`: one of year, month and day differs.
 * - `other`: another date.
 */
export type Birth = 'exact' | 'swapped' | 'near' | 'wide' | 'unknown' | 'off' | 'other'

/** A longer range says little. A single year marked as approximate becomes five. */
const fewYears = 5

/** The date with day and month exchanged: lists copy from documents with either order. */
export const swappedDay = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  return date <= '12' ? `${year}-${date}-${month}` : day
}

/** The six digits of a birth date in an RFC. */
export const rfcDigits = (day: string): string => day.slice(2).replaceAll('-', '')

const isOneFieldOff = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.filter((field, place) => field !== other[place]).length === 1

/** Year without its century, month and day. */
const fieldsOf = (digits: string): ReadonlyArray<string> => [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6)]

const birthOfTaxpayer = (rfc: string, person: ScreenedPerson): Birth => {
  if (!lettersAgree(rfc, person)) return 'other'
  const [listed, born] = [rfc.slice(4), rfcDigits(person.born)]
  if (listed === born) return 'exact'
  return isOneFieldOff(fieldsOf(listed), fieldsOf(born)) ? 'off' : 'other'
}

const yearsIn = ([from = '', until = '']: ReadonlyArray<string>): number =>
  Number(until.slice(0, 4)) - Number(from.slice(0, 4)) + 1

export const birthOf = ({ births, rfc }: ListEntry, person: ScreenedPerson): Birth => {
  const { born } = person
  if (rfc !== null) return birthOfTaxpayer(rfc, person)
  if (births.length === 0) return 'unknown'
  const spans = births.map((span) => span.split('/'))
  const days = spans.flatMap(([from = '', until]) => (from === until ? [from] : []))
  if (days.includes(born)) return 'exact'
  if (days.includes(swappedDay(born))) return 'swapped'
  const around = spans.filter(([from = '', until = '']) => from !== until && from <= born && born <= until)
  if (around.some((span) => yearsIn(span) <= fewYears)) return 'near'
  if (around.length > 0) return 'wide'
  return days.some((day) => isOneFieldOff(day.split('-'), born.split('-'))) ? 'off' : 'other'
}

/** The data of an entry that shows that it is about another person. */
export type Disqualification = 'birth' | 'sex' | 'country'

/** An exact birth date outweighs a nationality: a person born in Mexico may have another one too. */
export const disqualificationsOf = (entry: ListEntry, person: ScreenedPerson): ReadonlyArray<Disqualification> => {
  if (hasSameCurp(entry, person)) return []
  const birth = birthOf(entry, person)
  const otherSex = entry.sex !== null && person.sex !== 'X' && entry.sex !== person.sex
  const otherCountry = entry.foreign && !person.bornAbroad && birth !== 'exact' && birth !== 'swapped'
  return [
    ...(birth === 'other' ? (['birth'] as const) : []),
    ...(otherSex ? (['sex'] as const) : []),
    ...(otherCountry ? (['country'] as const) : []),
  ]
}
