import { hash } from 'node:crypto'
import type { ListEntry, StoredEntry } from '#domain/screening/ListEntry.ts'
import { rfcDigits, type ScreenedPerson, swappedDay } from '#domain/screening/Screening.ts'
import { givenNamesOf, type Heard, halvesOf, heardName, joined } from './Agreement.ts'
import { readingsOf } from './Words.ts'

/**
 * The keys under which an entry is found. An entry that can match (domain/Screening) shares one with the
 * person: the day of birth where it tells one, else two of the three parts of the name as they sound, and
 * the first letter of the third, since the third may hold a slip. All are digests, so that no statement
 * to the database holds a name. They are no secrets: whoever has them can try out names and dates.
 */

/**
 * Raise it with every change of what makes keys: words, sounds, or this file. Lists that were imported
 * under other rules are not searched until they are imported again.
 */
export const keyRevision = 2

/** With more years than these the birth date of an entry says too little to be found by. */
const mostYears = 12
const anyYear = '?'

const digest = (key: string): string => hash('sha256', key, 'base64url').slice(0, 11)

const initial = ({ sound }: Heard): string => sound.slice(0, 1)

/** The keys of two surnames, each as it may sound, and given names, in a year. */
const nameKeys = (
  year: string,
  first: ReadonlyArray<Heard>,
  second: ReadonlyArray<Heard>,
  givenNames: ReadonlyArray<Heard>,
): ReadonlyArray<string> =>
  first.flatMap((one) =>
    second.flatMap((two) =>
      [...givenNames, joined(givenNames)].flatMap((name) => [
        `${year} ${one.sound} ${two.sound} ${initial(name)}.`,
        `${year} ${one.sound} ${initial(two)}. ${name.sound}`,
        `${year} ${initial(one)}. ${two.sound} ${name.sound}`,
      ]),
    ),
  )

const yearsOf = (from: string, until: string): ReadonlyArray<string> => {
  const [first, last] = [Number(from.slice(0, 4)), Number(until.slice(0, 4))]
  if (last - first >= mostYears) return [anyYear]
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(4, '0'))
}

const entryKeys = ({ rfc, births, names }: ListEntry): ReadonlyArray<string> => {
  if (rfc !== null) return [rfc.slice(4)]
  const spans = births.map((span) => span.split('/'))
  const days = spans.flatMap(([from = '', until = '']) => (from === until ? [from] : []))
  const wide = spans.filter(([from, until]) => from !== until)
  const years = births.length === 0 ? [anyYear] : wide.flatMap(([from = '', until = '']) => yearsOf(from, until))
  if (years.length === 0) return days
  const named = names
    .flatMap(readingsOf)
    .flatMap(({ surnames, givenNames }) =>
      halvesOf(surnames).flatMap(({ one, other }) =>
        years.flatMap((year) => nameKeys(year, one, other, givenNamesOf(givenNames))),
      ),
    )
  return [...days, ...named]
}

const digests = (keys: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(keys)].map(digest)

/** An entry as it is stored. */
export const keyed = (entry: ListEntry): StoredEntry => ({ entry, keys: digests(entryKeys(entry)) })

/** Under what the entries are stored that may be about a person. */
export const keysOf = ({ born, name }: ScreenedPerson): ReadonlyArray<string> => {
  const { first, second, givenNames } = heardName(name)
  const named = [born.slice(0, 4), anyYear].flatMap((year) => nameKeys(year, first, second, givenNames))
  return digests([born, swappedDay(born), rfcDigits(born), ...named])
}
