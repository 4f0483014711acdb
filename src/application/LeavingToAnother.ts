import { DateTime, Duration, Effect } from 'effect'
import type { Claim, Resolutions } from '#ports/Resolutions.ts'
import { throttledLog } from './ThrottledLog.ts'

/** Delay before another replica may claim it: it may have the key or the code that this one lacks. */
const untilAnother = Duration.seconds(2)
/** How often the operator is warned. */
const alarmEvery = Duration.minutes(1)

/**
 * Leaves a verification that this replica cannot read to one that can, and warns the operator. Being unreadable here
 * never ends a verification: only its time budget does.
 */
export const leavingToAnother = ({ putBack }: Resolutions['Service']) => {
  const alarm = throttledLog(alarmEvery)
  return Effect.fnUntraced(function* (claim: Claim, now: DateTime.Utc) {
    yield* putBack(claim, DateTime.addDuration(now, untilAnother))
    yield* alarm(() => Effect.logError('cannot decrypt verification; leaving it to another replica'))
  })
}
