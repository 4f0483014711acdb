import { hash } from 'node:crypto'
import type { ListEntry, StoredEntry } from '#domain/screening/ListEntry.ts'
import { surnameGroupOf, surnameGroupsFor } from '#domain/screening/RfcLetters.ts'
import type { ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import { rfcDigits, swappedDay } from '#domain/screening/Screening.ts'
import { halvesOf, phoneticFullName } from './Agreement.ts'
import { givenKeys, listedGivenKeys, oneSurnameKeys, twoSurnameKeys, unwritten } from './NameKeys.ts'
import { namePrefixesIn, namePrefixesOf } from './NamePrefixes.ts'
import { type NameToken, nameTokens, readingsOf } from './NameTokens.ts'
import { phoneticKeys } from './PhoneticKey.ts'
import { eachOf, surnameOf } from './PhoneticName.ts'

/**
 * The keys under which an entry is found. An entry that can match (domain/screening) shares one with the
 * person: the CURP; the day of birth where it tells one, with a letter with which the first surname begins, or
 * with the letters of the RFC; two parts of that day and every word of the name; else the year and the parts of the name.
 * Nothing of one person may be missing here that the rules would take, and little more should be found: each entry that is
 * looked at costs time. All are digests, so that no statement to the database holds a name. Names and dates could be tried
 * out on them; the database gets digests of them that are keyed (`Secrets.digestListKey`).
 */

/**
 * Raise it with every change of what makes keys: words, sounds, this file, or `digestListKey`. Lists that were imported
 * under other rules are not searched until they are imported again.
 */
export const keyRevision = 8

/** With more years than these the birth date of an entry says too little to be found by. */
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

/** All words of a name, in no order, and two parts of a birth date that is known to the day. */
const dayKeys = (digits: string, words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)]
  return [`?${month}${day}`, `${year}?${day}`, `${year}${month}?`].map((parts) => `${parts} ${words.join(' ')}`)
}

/** The words of a name as they sound, in the order of the alphabet; María and José may be left out. */
const soundsInOrder = (words: ReadonlyArray<NameToken>): ReadonlyArray<string> => {
  const telling = words.filter(({ bare }) => !unwritten.has(bare))
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

/** An exact date is found by it and a beginning of the name; by itself, where the name may begin with any letter. */
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

/** An entry as it is stored. */
export const keyed = (entry: ListEntry): StoredEntry => ({ entry, keys: digests(entryKeys(entry)) })

const begun = (date: string, beginnings: ReadonlyArray<string> | null): ReadonlyArray<string> =>
  beginnings === null ? [date] : beginnings.map((beginning) => `${date} ${beginning}`)

/** Under what the entries are stored that may be about a person. */
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
