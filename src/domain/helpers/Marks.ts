import { DateTime, type Duration } from 'effect'

/**
 * Whether an instant has come that was noted as "so long from now". One that lies further ahead than it was ever
 * meant to was noted by a clock that has been set back since: it has come too, so that no step of a clock makes
 * anybody wait for the length of the step.
 *
 * @param longest how far ahead such an instant is noted at most
 */
export const hasCome = (mark: DateTime.Utc, now: DateTime.Utc, longest: Duration.Duration): boolean =>
  DateTime.isLessThanOrEqualTo(mark, now) || DateTime.isGreaterThan(mark, DateTime.addDuration(now, longest))
