import { hash } from 'node:crypto'
import type { ListEntry, StoredEntry } from '#domain/screening/ListEntry.ts'
import { rfcDigits, type ScreenedPerson, swappedDay } from '#domain/screening/Screening.ts'
import { halvesOf, heardName } from './Agreement.ts'
import { eachOf, type Heard, joined, surnameOf } from './Heard.ts'
import { soundOf } from './Sound.ts'
import { readingsOf, type Word, wordsOf } from './Words.ts'

/**
 * The keys under which an entry is found. An entry that can match (domain/screening) shares one with the
 * person: the CURP; the day of birth where it tells one, or two parts of that day and every word of the
 * name; else the year and two of the three parts of the name as they sound, and the first letter of the
 * third, since the third may hold a slip; or of who has one surname that and a given name. All are
 * digests, so that no statement to the database holds a name. Names and dates could be tried out on them; the
 * database gets digests of them that are keyed (`Secrets.digestListKey`).
 */

/**
 * Raise it with every change of what makes keys: words, sounds, this file, or `digestListKey`. Lists that were imported
 * under other rules are not searched until they are imported again.
 */
export const keyRevision = 5

/** With more years than these the birth date of an entry says too little to be found by. */
const mostYears = 12
const anyYear = '?'

/** What lists leave out of a name as often as they write it. */
const unwritten: ReadonlySet<string> = new Set(['MARIA', 'JOSE', 'M', 'J'])

const digest = (key: string): string => hash('sha256', key, 'base64url').slice(0, 11)

/** Every way in which one of these words may be said. */
const soundsIn = (words: ReadonlyArray<Heard>): ReadonlyArray<string> => [
  ...new Set(words.flatMap(({ sounds }) => sounds)),
]

const initials = (sounds: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(sounds.map((sound) => sound.slice(0, 1))),
]

/** Given names each on its own, and all of them joined. */
const givenSounds = (givenNames: ReadonlyArray<Heard>): ReadonlyArray<string> =>
  soundsIn([...givenNames, joined(givenNames)])

const combined = (...parts: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  parts.reduce<ReadonlyArray<string>>((keys, part) => keys.flatMap((key) => part.map((one) => `${key} ${one}`)), [''])

/** The keys of two surnames, each as it may sound, and given names. */
const twoSurnameKeys = (
  first: ReadonlyArray<Heard>,
  second: ReadonlyArray<Heard>,
  givenNames: ReadonlyArray<Heard>,
): ReadonlyArray<string> => {
  const [one, two, given] = [soundsIn(first), soundsIn(second), givenSounds(givenNames)]
  return [
    ...combined(
      one,
      two,
      initials(given).map((letter) => `${letter}.`),
    ),
    ...combined(
      one,
      initials(two).map((letter) => `${letter}.`),
      given,
    ),
    ...combined(
      initials(one).map((letter) => `${letter}.`),
      two,
      given,
    ),
  ]
}

/** Of one surname, which must be the same and so must the given names. */
const oneSurnameKeys = (surname: ReadonlyArray<Heard>, givenNames: ReadonlyArray<Heard>): ReadonlyArray<string> =>
  combined(soundsIn(surname), givenSounds(givenNames))

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
const soundsInOrder = (words: ReadonlyArray<Word>): ReadonlyArray<string> => {
  const telling = words.filter(({ bare }) => !unwritten.has(bare))
  return (telling.length === 0 ? words : telling).map(({ bare }) => soundOf(bare)).toSorted()
}

const yearKeys = ({ names }: ListEntry, years: ReadonlyArray<string>): ReadonlyArray<string> =>
  years.length === 0
    ? []
    : names.flatMap(readingsOf).flatMap(({ surnames, givenNames }) => {
        const given = eachOf(givenNames)
        const two = halvesOf(surnames).flatMap(({ one, other }) => twoSurnameKeys(one, other, given))
        return inYears(years, [...two, ...oneSurnameKeys(surnameOf(surnames), given)])
      })

const entryKeys = (entry: ListEntry): ReadonlyArray<string> => {
  const { rfc, births, names, curps } = entry
  const spans = births.map((span) => span.split('/'))
  const days = spans.flatMap(([from = '', until = '']) => (from === until ? [from] : []))
  const wide = spans.filter(([from, until]) => from !== until)
  const years = births.length === 0 && rfc === null ? [anyYear] : wide.flatMap(yearsOf)
  const digits = rfc === null ? days.map(rfcDigits) : [rfc.slice(4)]
  const named = names.map((name) => soundsInOrder(wordsOf(name)))
  return [
    ...curps,
    ...(rfc === null ? days : digits),
    ...digits.flatMap((date) => named.flatMap((words) => dayKeys(date, words))),
    ...yearKeys(entry, years),
  ]
}

const digests = (keys: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(keys)].map(digest)

/** An entry as it is stored. */
export const keyed = (entry: ListEntry): StoredEntry => ({ entry, keys: digests(entryKeys(entry)) })

/** Under what the entries are stored that may be about a person. */
export const keysOf = (person: ScreenedPerson): ReadonlyArray<string> => {
  const { born, name, curp } = person
  const { first, second, givenNames: given } = heardName(person)
  const givenNames = given.each
  const named = second.length === 0 ? oneSurnameKeys(first, givenNames) : twoSurnameKeys(first, second, givenNames)
  const words = soundsInOrder(wordsOf(`${name.nombres} ${name.primerApellido} ${name.segundoApellido ?? ''}`))
  return digests([
    ...(curp === null ? [] : [curp]),
    ...[born, swappedDay(born), rfcDigits(born)],
    ...dayKeys(rfcDigits(born), words),
    ...inYears([born.slice(0, 4), anyYear], named),
  ])
}
