import { Effect } from 'effect'
import { DatabaseClock } from '#adapters/postgres/installation/DatabaseClock.ts'
import { Time } from '#ports/Time.ts'
import { Refused } from './Failures.ts'

/**
 * The time for what a command notes or removes. A command follows whatever the database's clock says. Where that differs
 * from this machine's, one of the two is wrong: then something would be done hours late, or removed years too early.
 */
export const actingTime = Effect.gen(function* () {
  const { isTrusted } = yield* DatabaseClock
  if (yield* isTrusted) return yield* (yield* Time).now
  return yield* new Refused({
    reason:
      'Nothing was done: the clocks of this machine and the database differ by more than 30 seconds, or the database did not report its time. See the line "clock" of: cotejo doctor',
  })
})
