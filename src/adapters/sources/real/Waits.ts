import { createHash } from 'node:crypto'
import { DateTime, Duration } from 'effect'
import type { Consultation, Reply } from '#ports/Sources.ts'

/**
 * When a source is asked again (contract 3.8). The times are in domain time: a due time is stored, and no fiber sleeps.
 */

/** Seconds, inclusive. */
interface Bounds {
  readonly min: number
  readonly max: number
}

/** Bounds after a failure that may be temporary. */
export const afterFailure: Bounds = { min: 2, max: 30 }
/** Bounds while the maximum number of calls is in progress. They are shorter, so that free places are used soon. */
export const untilPlace: Bounds = { min: 1, max: 5 }

export const within = (seconds: number, { min, max }: Bounds): number => Math.min(Math.max(seconds, min), max)

/** A number in [0, 1) that is the same for a consultation and an instant on every replica. */
export const drawn = ({ id }: Pick<Consultation, 'id'>, now: DateTime.Utc): number =>
  createHash('sha256')
    .update(`${id}\0${DateTime.toEpochMillis(now)}`)
    .digest()
    .readUInt32BE() /
  2 ** 32

/**
 * Half of the time since the source was first asked, ± 20 %. Waits then grow as with a counter of attempts, which need
 * not be stored.
 */
export const grown = (
  consultation: Pick<Consultation, 'id' | 'startedAt'>,
  now: DateTime.Utc,
  bounds: Bounds,
): number => {
  const passed = Duration.toSeconds(DateTime.distance(consultation.startedAt, now))
  return within(passed / 2, bounds) * (0.8 + 0.4 * drawn(consultation, now))
}

export const inSeconds = (now: DateTime.Utc, seconds: number): DateTime.Utc =>
  DateTime.add(now, { milliseconds: Math.ceil(seconds * 1_000) })

/**
 * The reply while the storage is unavailable. What a source needs is in the same storage as the verification, so both
 * become available together.
 */
export const storageAway = (consultation: Pick<Consultation, 'id' | 'startedAt' | 'now'>): Reply => ({
  _tag: 'NotYet',
  readyAt: inSeconds(consultation.now, grown(consultation, consultation.now, afterFailure)),
  result: 'base_no_alcanzable',
})
