import type { ListEntry } from './ListEntry.ts'
import { lettersAgree } from './RfcLetters.ts'
import type { ScreenedPerson } from './ScreenedPerson.ts'

/**
 * What an entry of a list and a person have in common beside their names: the CURP, the birth date, sex
 * and country. What of names must agree beside that is in `Rules.ts`.
 */

/** Nobody shares a CURP: where the list states the person's, it decides, whatever else the entry says. */
export const hasSameCurp = ({ curps }: ListEntry, { curp }: ScreenedPerson): boolean =>
  curp !== null && curps.includes(curp)

/**
 * How the birth date of an entry stands to the person's.
 *
 * - `exact`: it is the same day.
 * - `swapped`: it is the same day, with day and month in each other's place.
 * - `near`: the day lies in a span of a few years.
 * - `wide`: the day lies in a longer span.
 * - `unknown`: the entry tells none.
 * - `off`: year, month or day is another, and the other two are the same.
 * - `other`: it is another date.
 */
export type Birth = 'exact' | 'swapped' | 'near' | 'wide' | 'unknown' | 'off' | 'other'

/** A span of more years says little: a single year that is said to be approximate makes five. */
const fewYears = 5

/** The same date with day and month in each other's place: lists copy from documents of both orders. */
export const swappedDay = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  return date <= '12' ? `${year}-${date}-${month}` : day
}

/** The six digits that an RFC has of a birth date. */
export const rfcDigits = (day: string): string => day.slice(2).replaceAll('-', '')

const isOneFieldOff = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.filter((field, place) => field !== other[place]).length === 1

/** Year, month and day, the year without its century. */
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

/** What in an entry says that it is about somebody else. */
export type Disqualification = 'birth' | 'sex' | 'country'

/** A birth date that agrees to the day weighs more than a nationality: who was born here may have another, too. */
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
