import { DateTime, Duration, Option } from 'effect'
import type { ListName } from './ListEntry.ts'

/** Of each file that a version was read from: its `ETag`, and the SHA-256 of its bytes in hexadecimal. */
export type ListOrigin = ReadonlyArray<{ readonly etag: string | null; readonly digest: string }>

/** Whether two were read from the same bytes, whatever their publisher's marks. */
export const isSameOrigin = (one: ListOrigin | null, other: ListOrigin | null): boolean =>
  one !== null && one.length === other?.length && one.every(({ digest }, index) => digest === other[index]?.digest)

/** A list as it was published on a day. */
export interface ListVersion {
  readonly list: ListName
  /** The day up to which the publisher says that it is complete, as `2026-01-31`. */
  readonly cutOff: string
  readonly importedAt: DateTime.Utc
  /** When its publisher last had nothing newer; null when nobody has asked. */
  readonly confirmedAt: DateTime.Utc | null
  /** Null when an operator imported it. */
  readonly origin: ListOrigin | null
  /** Natural persons in it. */
  readonly entries: number
  /** Of all of them, aliases included. */
  readonly names: number
  /** How many of its entries the version before did not have. */
  readonly added: number
  /** How many entries of the version before it does not have. */
  readonly removed: number
  /** Of the rules by which the keys of its entries were made. */
  readonly keyRevision: number
}

/** What publishers change from one version to the next is less than this part. */
const mostChange = 0.1
/** Short lists change by more; so many people more or fewer are no sign of a broken file. */
const fewPeople = 20
/** But half of them are. */
const leastPart = 0.5
/** The publisher may be a day ahead. */
const ahead = Duration.days(1)

const startOf = (day: string): DateTime.Utc => DateTime.makeUnsafe(`${day}T00:00:00Z`)

/** A day of the calendar as `2026-01-31`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  Option.exists(DateTime.make(`${text}T00:00:00Z`), (at) => DateTime.formatIsoDateUtc(at) === text)

/**
 * How long ago it was known to be the latest: at its cut-off, or when its publisher had nothing newer. Zero for a
 * cut-off of today. What lies further ahead than a publisher may be was noted by a clock that has been set back since,
 * and counts for nothing: else the list would stay new for as long as the clock was wrong.
 */
export const ageOf = (
  { cutOff, confirmedAt }: Pick<ListVersion, 'cutOff' | 'confirmedAt'>,
  now: DateTime.Utc,
): Duration.Duration => {
  const isNoted = confirmedAt !== null && DateTime.isLessThanOrEqualTo(confirmedAt, DateTime.addDuration(now, ahead))
  const known = isNoted ? DateTime.max(startOf(cutOff), confirmedAt) : startOf(cutOff)
  return Duration.millis(Math.max(0, DateTime.toEpochMillis(now) - DateTime.toEpochMillis(known)))
}

/** Few taxpayers are in them, and now and then no natural person. */
export const mayBeEmpty: ReadonlySet<ListName> = new Set(['sat_69b_bis'])

/** What is reported of a version before it takes the place of another. */
export type NextVersion = Pick<ListVersion, 'list' | 'cutOff' | 'importedAt' | 'entries' | 'names'>
export type CurrentVersion = Pick<ListVersion, 'cutOff' | 'entries' | 'names'>

/**
 * Why a version may not take the place of the current one.
 *
 * - `futura`: its cut-off lies ahead. No force helps.
 * - `anterior`: its cut-off is older than the current one's.
 * - `encogida`, `crecida`: it is empty, or has many fewer or many more entries than the current one.
 * - `alias`: its entries have many more or many fewer names each.
 */
export type VersionRefusal = 'futura' | 'anterior' | 'encogida' | 'crecida' | 'alias'

const isFarFrom = (number: number, expected: number): boolean =>
  Math.abs(number - expected) > Math.max(expected * mostChange, fewPeople)

const suspicion = (next: NextVersion, current: CurrentVersion): VersionRefusal | null => {
  if (next.entries < current.entries * leastPart && !mayBeEmpty.has(next.list)) return 'encogida'
  if (isFarFrom(next.entries, current.entries)) return next.entries < current.entries ? 'encogida' : 'crecida'
  const expected = current.entries === 0 ? 0 : (current.names / current.entries) * next.entries
  return isFarFrom(next.names, expected) ? 'alias' : null
}

export const refusalOf = (next: NextVersion, current: CurrentVersion | null, force: boolean): VersionRefusal | null => {
  const latest = DateTime.addDuration(next.importedAt, ahead)
  if (DateTime.isGreaterThan(startOf(next.cutOff), latest)) return 'futura'
  if (force) return null
  if (next.entries === 0 && !mayBeEmpty.has(next.list)) return 'encogida'
  if (current === null) return null
  return next.cutOff < current.cutOff ? 'anterior' : suspicion(next, current)
}
