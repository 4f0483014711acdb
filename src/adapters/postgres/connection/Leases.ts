import { Duration } from 'effect'
import type { SqlClient, Statement } from 'effect/sql'

/**
 * Which replicas live, for a process that looks once. A lease reaches some seconds ahead: one that ends later than in a
 * minute was taken before the database's clock was set back.
 */
export const isAlive = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`lease_until > now() AND lease_until < now() + interval '1 minute'`

/** The lease of another process, as the database has it. Times are epoch milliseconds by the database's clock. */
export interface SeenLease {
  readonly replica_id: string
  /** As the database writes it: the row is found again by it. */
  readonly lease: string
  readonly until: number
  readonly now: number
}

interface Known extends Pick<SeenLease, 'until'> {
  /** When it runs out, by the monotonic clock. */
  readonly runsOut: number
}

/**
 * Tells which leases have run out. Each is measured by the monotonic clock from when it was first seen, so that no step
 * of the database's clock makes one last longer than a lease does, and none that is renewed run out.
 */
export const leasesSeen = (lasts: Duration.Duration) => {
  const longest = Duration.toMillis(lasts)
  let known: ReadonlyMap<string, Known> = new Map()
  let lookedAt = 0

  const runsOut = ({ replica_id, until, now }: SeenLease, looked: number): number => {
    const before = known.get(replica_id)
    if (before?.until === until) return before.runsOut
    const left = looked + Math.min(until - now, longest)
    // One that reaches further than it did was renewed after the last look, whatever the database's clock says now.
    return before !== undefined && until > before.until ? Math.max(left, lookedAt + longest) : left
  }

  /** @param looked when they were seen, by `monotonicMillis` */
  return (seen: ReadonlyArray<SeenLease>, looked: number): ReadonlyArray<SeenLease> => {
    known = new Map(seen.map((one) => [one.replica_id, { until: one.until, runsOut: runsOut(one, looked) }]))
    lookedAt = looked
    return seen.filter(({ replica_id }) => looked > (known.get(replica_id)?.runsOut ?? looked))
  }
}
