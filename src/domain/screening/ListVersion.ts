import { DateTime, Duration, Option } from 'effect'
import type { ListName } from './ListEntry.ts'

/** A list as it was published on a day. */
export interface ListVersion {
  readonly list: ListName
  /** The day up to which the publisher says that it is complete, as `2026-01-31`. */
  readonly cutOff: string
  readonly importedAt: DateTime.Utc
  /** Natural persons in it. */
  readonly entries: number
  /** Of the rules by which the keys of its entries were made. */
  readonly keyRevision: number
}

/** A version with fewer entries than this part of the one before is taken for a broken file. */
const leastPart = 0.5
/** The publisher may be a day ahead. */
const ahead = Duration.days(1)

const startOf = (day: string): DateTime.Utc => DateTime.makeUnsafe(`${day}T00:00:00Z`)

/** A day of the calendar as `2026-01-31`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  Option.exists(DateTime.make(`${text}T00:00:00Z`), (at) => DateTime.formatIsoDateUtc(at) === text)

/** How long ago its cut-off was; zero for one of today. */
export const ageOf = ({ cutOff }: Pick<ListVersion, 'cutOff'>, now: DateTime.Utc): Duration.Duration =>
  Duration.millis(Math.max(0, DateTime.toEpochMillis(now) - DateTime.toEpochMillis(startOf(cutOff))))

/**
 * Why a version may not take the place of the current one.
 *
 * - `futura`: its cut-off lies ahead. No force helps.
 * - `anterior`: its cut-off is older than the current one's.
 * - `encogida`: it is empty, or has less than half of the current one's entries.
 */
export type VersionRefusal = 'futura' | 'anterior' | 'encogida'

export const refusalOf = (
  next: ListVersion,
  current: Pick<ListVersion, 'cutOff' | 'entries'> | null,
  force: boolean,
): VersionRefusal | null => {
  const latest = DateTime.addDuration(next.importedAt, ahead)
  if (DateTime.isGreaterThan(startOf(next.cutOff), latest)) return 'futura'
  if (force) return null
  if (current !== null && next.cutOff < current.cutOff) return 'anterior'
  return next.entries === 0 || (current !== null && next.entries < current.entries * leastPart) ? 'encogida' : null
}
