import { createHash } from 'node:crypto'
import { DateTime, Duration } from 'effect'
import type { Consultation } from '#ports/Sources.ts'

/** When a source is asked again. All of it is domain time: nobody sleeps, a due time is written. */

/** Seconds, both ends included. */
interface Bounds {
  readonly min: number
  readonly max: number
}

/** After a failure that may pass. */
export const afterFailure: Bounds = { min: 2, max: 30 }
/** When as many calls as may be are under way; no longer, so that places are not left free. */
export const untilPlace: Bounds = { min: 1, max: 5 }

export const within = (seconds: number, { min, max }: Bounds): number => Math.min(Math.max(seconds, min), max)

/** A number in [0, 1) that a consultation and an instant always give alike, on every replica. */
export const drawn = ({ id }: Pick<Consultation, 'id'>, now: DateTime.Utc): number =>
  createHash('sha256')
    .update(`${id}\0${DateTime.toEpochMillis(now)}`)
    .digest()
    .readUInt32BE() /
  2 ** 32

/**
 * Half of the time that has passed since the source was first asked, give or take a fifth: so that waits
 * grow as they would by a counter, which nobody need keep.
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
