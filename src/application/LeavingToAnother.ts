import { DateTime, Duration, Effect } from 'effect'
import type { Claim, Resolutions } from '#ports/Resolutions.ts'
import { throttledLog } from './ThrottledLog.ts'

/** Another replica may have the key, or the code, that this one lacks. */
const untilAnother = Duration.seconds(2)
/** How often an operator is warned of it. */
const alarmEvery = Duration.minutes(1)

/**
 * Leaves a verification that cannot be read here to a replica that can, and tells the operator. It is never ended for
 * that: only its own time ends it.
 */
export const leavingToAnother = ({ putBack }: Resolutions['Service']) => {
  const alarm = throttledLog(alarmEvery)
  return Effect.fnUntraced(function* (claim: Claim, now: DateTime.Utc) {
    yield* putBack(claim, DateTime.addDuration(now, untilAnother))
    yield* alarm(() => Effect.logError('a verification cannot be read here'))
  })
}
