import { Duration } from 'effect'
import type { SqlClient, Statement } from 'effect/sql'

/**
 * Which replicas are alive, for a process that checks only once. A lease ends some seconds in the future. One that ends
 * more than a minute ahead was taken before the database's clock was set back.
 */
export const isAlive = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`lease_until > now() AND lease_until < now() + interval '1 minute'`

/** The lease of another process. Times are epoch milliseconds of the database's clock. */
export interface SeenLease {
  readonly replica_id: string
  /** The database's text of the lease's end, which finds the row again. */
  readonly lease: string
  readonly until: number
  readonly now: number
}

interface Known extends Pick<SeenLease, 'until'> {
  /** When the lease expires, by the monotonic clock. */
  readonly runsOut: number
}

/**
 * Detects expired leases. Each lease is timed by the monotonic clock from when it was first seen. So a change of the
 * database's clock neither extends a lease beyond its duration nor expires one that is renewed.
 */
export const leasesSeen = (lasts: Duration.Duration) => {
  const longest = Duration.toMillis(lasts)
  let known: ReadonlyMap<string, Known> = new Map()
  let lookedAt = 0

  const runsOut = ({ replica_id, until, now }: SeenLease, looked: number): number => {
    const before = known.get(replica_id)
    if (before?.until === until) return before.runsOut
    // The clock may have been set forward just before: a living replica renews its lease within half its duration.
    const least = before === undefined ? longest / 2 : -Infinity
    const left = looked + Math.max(Math.min(until - now, longest), least)
    // A lease that was extended was renewed after the last look, whatever the database's clock says.
    return before !== undefined && until > before.until ? Math.max(left, lookedAt + longest) : left
  }

  /** @param looked when the leases were read, by `monotonicMillis` */
  return (seen: ReadonlyArray<SeenLease>, looked: number): ReadonlyArray<SeenLease> => {
    known = new Map(seen.map((one) => [one.replica_id, { until: one.until, runsOut: runsOut(one, looked) }]))
    lookedAt = looked
    return seen.filter(({ replica_id }) => looked > (known.get(replica_id)?.runsOut ?? looked))
  }
}
