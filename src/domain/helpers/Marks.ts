import { DateTime, type Duration } from 'effect'

/**
 * Whether a stored due time has come. A due time further ahead than the code ever sets one comes from a clock that was
 * later set back. It counts as due too, so that no clock change delays work.
 *
 * @param longest how far ahead a due time is set at most
 */
export const hasCome = (mark: DateTime.Utc, now: DateTime.Utc, longest: Duration.Duration): boolean =>
  DateTime.isLessThanOrEqualTo(mark, now) || DateTime.isGreaterThan(mark, DateTime.addDuration(now, longest))
