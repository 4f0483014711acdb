import { hash } from 'node:crypto'
import { companions } from '#domain/person/NameWords.ts'
import type { ListEntry, StoredEntry } from '#domain/screening/ListEntry.ts'
import { surnameGroupOf, surnameGroupsFor } from '#domain/screening/RfcLetters.ts'
import type { ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import { rfcDigits, swappedDay } from '#domain/screening/Screening.ts'
import { halvesOf, phoneticFullName } from './Agreement.ts'
import { givenKeys, listedGivenKeys, oneSurnameKeys, twoSurnameKeys } from './NameKeys.ts'
import { namePrefixesIn, namePrefixesOf } from './NamePrefixes.ts'
import { type NameToken, nameTokens, readingsOf } from './NameTokens.ts'
import { eachOf, surnameOf } from './PhoneticName.ts'
import { phoneticKeys } from './Pronunciations.ts'

/**
 * The keys that find an entry. Every entry that can match a person by the rules of domain/screening must share a key
 * with that person:
 *
 * - the CURP;
 * - an exact birth date, together with the first letter of the first surname or the letters of the RFC;
 * - two parts of an exact birth date, together with every word of the name;
 * - otherwise the birth year, together with parts of the name.
 *
 * A missing key would lose a match. A needless key costs time, because each entry found is compared. The keys here are
 * plain digests, which keep names out of statements but could be guessed. The database gets keyed digests of them
 * (`Secrets.digestListKey`).
 */

/**
 * Increase it whenever keys change: words, sounds, this file, or `digestListKey`. Lists imported with an older revision
 * are not searched until they are imported again.
 */
export const keyRevision = 8

/** A birth date that spans more years than this is too vague for a key. */
const mostYears = 12
const anyYear = '?'

const digest = (key: string): string => hash('sha256', key, 'base64url').slice(0, 11)

const yearsOf = ([from = '', until = '']: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first, last] = [Number(from.slice(0, 4)), Number(until.slice(0, 4))]
  if (last - first >= mostYears) return [anyYear]
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(4, '0'))
}

const inYears = (years: ReadonlyArray<string>, keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  years.flatMap((year) => keys.map((key) => year + key))

/** All words of a name in alphabetical order, with two of the three parts of an exact birth date. */
const dayKeys = (digits: string, words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)]
  return [`?${month}${day}`, `${year}?${day}`, `${year}${month}?`].map((parts) => `${parts} ${words.join(' ')}`)
}

/** The sounds of a name's words in alphabetical order, without María and José if it has other words. */
const soundsInOrder = (words: ReadonlyArray<NameToken>): ReadonlyArray<string> => {
  const telling = words.filter(({ bare }) => !companions.has(bare))
  return (telling.length === 0 ? words : telling).map(({ bare }) => phoneticKeys(bare)[0]).toSorted()
}

const yearKeys = ({ names }: ListEntry, years: ReadonlyArray<string>): ReadonlyArray<string> =>
  years.length === 0
    ? []
    : names.flatMap(readingsOf).flatMap(({ surnames, givenNames }) => {
        const given = listedGivenKeys(eachOf(givenNames))
        const two = halvesOf(surnames).flatMap(({ one, other }) => twoSurnameKeys(one, other, given))
        return inYears(years, [...two, ...oneSurnameKeys(surnameOf(surnames), given)])
      })

/** Keys of an exact date: with a prefix of the name, and alone for names that may start with any letter. */
const begunKeys = (date: string, beginnings: Iterable<string>): ReadonlyArray<string> => [
  date,
  ...Array.from(beginnings, (letter) => `${date} ${letter}`),
]

const entryKeys = (entry: ListEntry): ReadonlyArray<string> => {
  const { rfc, births, names, curps } = entry
  const spans = births.map((span) => span.split('/'))
  const days = spans.flatMap(([from = '', until = '']) => (from === until ? [from] : []))
  const wide = spans.filter(([from, until]) => from !== until)
  const years = births.length === 0 && rfc === null ? [anyYear] : wide.flatMap(yearsOf)
  const digits = rfc === null ? days.map(rfcDigits) : [rfc.slice(4)]
  const named = names.map((name) => soundsInOrder(nameTokens(name)))
  const beginnings = days.length === 0 ? [] : new Set(names.flatMap(namePrefixesIn))
  return [
    ...curps,
    ...(rfc === null
      ? days.flatMap((day) => begunKeys(day, beginnings))
      : begunKeys(rfc.slice(4), [surnameGroupOf(rfc)])),
    ...digits.flatMap((date) => named.flatMap((words) => dayKeys(date, words))),
    ...yearKeys(entry, years),
  ]
}

const digests = (keys: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(keys)].map(digest)

export const keyed = (entry: ListEntry): StoredEntry => ({ entry, keys: digests(entryKeys(entry)) })

const begun = (date: string, beginnings: ReadonlyArray<string> | null): ReadonlyArray<string> =>
  beginnings === null ? [date] : beginnings.map((beginning) => `${date} ${beginning}`)

export const keysOf = (person: ScreenedPerson, registered = phoneticFullName(person)): ReadonlyArray<string> => {
  const { born, bornAbroad, name, curp } = person
  const { first, second, givenNames } = registered
  const given = givenKeys(givenNames.each, bornAbroad)
  const named = second.length === 0 ? oneSurnameKeys(first, given) : twoSurnameKeys(first, second, given)
  const words = soundsInOrder(nameTokens(`${name.nombres} ${name.primerApellido} ${name.segundoApellido ?? ''}`))
  const beginnings = bornAbroad ? null : namePrefixesOf(registered)
  return digests([
    ...(curp === null ? [] : [curp]),
    ...[...new Set([born, swappedDay(born)])].flatMap((day) => begun(day, beginnings)),
    ...begun(rfcDigits(born), surnameGroupsFor(person)),
    ...dayKeys(rfcDigits(born), words),
    ...inYears([born.slice(0, 4), anyYear], named),
  ])
}
