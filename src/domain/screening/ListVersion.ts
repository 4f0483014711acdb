import { DateTime, Duration, Option } from 'effect'
import type { ListName } from './ListEntry.ts'

/** For each file of a version: its `ETag`, and the SHA-256 of its bytes in hexadecimal. */
export type ListOrigin = ReadonlyArray<{ readonly etag: string | null; readonly digest: string }>

/** Whether two versions were read from the same bytes. Different `ETag`s do not matter. */
export const isSameOrigin = (one: ListOrigin | null, other: ListOrigin | null): boolean =>
  one !== null && one.length === other?.length && one.every(({ digest }, index) => digest === other[index]?.digest)

/** A list as it was published on a day. */
export interface ListVersion {
  readonly list: ListName
  /** The day up to which the publisher declares it complete, such as `2026-01-31`. */
  readonly cutOff: string
  readonly importedAt: DateTime.Utc
  /** When the publisher last had nothing newer; null if it has not been asked. */
  readonly confirmedAt: DateTime.Utc | null
  /** Null if an operator imported it. */
  readonly origin: ListOrigin | null
  /** Number of natural persons. */
  readonly entries: number
  /** Number of their names, aliases included. */
  readonly names: number
  /** Number of entries that the previous version did not have. */
  readonly added: number
  /** Number of entries of the previous version that it does not have. */
  readonly removed: number
  /** The revision of the rules by which its keys were made. */
  readonly keyRevision: number
}

/** Publishers change less than this part of a list from one version to the next. */
const mostChange = 0.1
/** A short list may change more: a difference of this many persons is not a sign of a broken file. */
const fewPeople = 20
/** Even for a short list, fewer entries than this part of the current ones are such a sign. */
const leastPart = 0.5
/** The publisher's date may be a day ahead. */
const ahead = Duration.days(1)

const startOf = (day: string): DateTime.Utc => DateTime.makeUnsafe(`${day}T00:00:00Z`)

/** A day of the calendar as `2026-01-31`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  Option.exists(DateTime.make(`${text}T00:00:00Z`), (at) => DateTime.formatIsoDateUtc(at) === text)

/** For this long after the cut-off, a publisher that has nothing newer makes a list new again. */
const confirmedFor = Duration.days(180)

/** Lists whose files name a day that moves every month. A confirmation does not count: an old copy also answers. */
const ownDate: ReadonlySet<ListName> = new Set(['sat_69b'])

/**
 * Time since the list was known to be the latest: since its cut-off, or since its publisher had nothing newer. Zero for
 * a cut-off of today. A confirmation further in the future than `ahead` comes from a clock that was set back since, and
 * does not count. Otherwise the list would stay new until the clock caught up. No confirmation keeps a list new for
 * ever: behind the address may be a copy that nobody maintains.
 */
export const ageOf = (
  { list, cutOff, confirmedAt }: Pick<ListVersion, 'list' | 'cutOff' | 'confirmedAt'>,
  now: DateTime.Utc,
): Duration.Duration => {
  const start = startOf(cutOff)
  const isNoted = confirmedAt !== null && DateTime.isLessThanOrEqualTo(confirmedAt, DateTime.addDuration(now, ahead))
  const confirmed = isNoted && !ownDate.has(list) ? confirmedAt : start
  const known = DateTime.clamp(confirmed, { minimum: start, maximum: DateTime.addDuration(start, confirmedFor) })
  return Duration.millis(Math.max(0, DateTime.toEpochMillis(now) - DateTime.toEpochMillis(known)))
}

/** These lists have few taxpayers, and sometimes no natural person. */
export const mayBeEmpty: ReadonlySet<ListName> = new Set(['sat_69b_bis'])

/** The facts of a version before it replaces another. */
export type NextVersion = Pick<ListVersion, 'list' | 'cutOff' | 'importedAt' | 'entries' | 'names'>
export type CurrentVersion = Pick<ListVersion, 'cutOff' | 'entries' | 'names'>

/**
 * Why a version may not replace the current one.
 *
 * - `futura`: its cut-off is in the future. `force` does not help.
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
