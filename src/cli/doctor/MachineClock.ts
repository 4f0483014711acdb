import { Clock, Duration, Effect, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { loudFrom, trustedUpTo } from '#adapters/postgres/installation/DatabaseClock.ts'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { type Check, type Finding, fault, ok, warning } from './Check.ts'

/** What the database said, and when it was asked and had answered by the clock of this machine, in epoch milliseconds. */
interface Asked {
  readonly before: number
  readonly now: number
  readonly after: number
}

/** How far this machine is off at least, and so how a replica on it would find it. */
export const toldOfClock = ({ before, now, after }: Asked): Finding => {
  const ahead = (before + after) / 2 - now
  const off = Duration.millis(Math.max(0, Math.abs(ahead) - (after - before) / 2))
  const way = Duration.isLessThan(off, loudFrom) ? 'off' : ahead > 0 ? 'ahead of' : 'behind'
  const finding = `${Duration.toSeconds(off).toFixed(1)} s ${way} the database`
  if (Duration.isGreaterThan(off, trustedUpTo)) {
    return fault(finding, 'Set the clock of this machine: a replica here creates and claims nothing.')
  }
  return Duration.isLessThan(off, loudFrom) ? ok(finding) : warning(finding, 'Set the clock of this machine.')
}

const nowIn = onlyRowOf(Schema.Struct({ now: Schema.Finite }))

export const clock: Check<Database> = {
  check: 'clock',
  look: Effect.gen(function* () {
    const { work: sql } = yield* Database
    yield* sql`SELECT 1`
    const before = yield* Clock.currentTimeMillis
    const { now } = nowIn(yield* sql`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now`)
    return toldOfClock({ before, now, after: yield* Clock.currentTimeMillis })
  }),
}
