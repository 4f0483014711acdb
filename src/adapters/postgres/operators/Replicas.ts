import { Effect, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { isAlive } from '#adapters/postgres/connection/Leases.ts'
import { Instant, named, rowsOf } from '#adapters/postgres/rows/Columns.ts'

const rowsIn = named(
  rowsOf(
    Schema.Struct({
      name: Schema.String,
      version: Schema.String,
      roles: Schema.Array(Schema.String),
      since: Instant,
      heartbeatAt: Instant,
      isAlive: Schema.Boolean,
      verifications: Schema.Int,
      webhooks: Schema.Int,
      transfers: Schema.Int,
    }),
  ),
)

/**
 * The replicas, in the order in which they started, with the work that each has claimed. After its lease expires, a
 * replica is not alive, and others take over its work.
 */
export const replicas = Effect.gen(function* () {
  const { work: sql, working } = yield* Database
  const rows = yield* working(sql`
    SELECT n.replica_id AS name, n.version, n.roles, n.since, n.beat_at AS heartbeat_at, (${isAlive(sql)}) AS is_alive,
           (SELECT count(*)::integer FROM verification_work w WHERE w.replica_id = n.replica_id) AS verifications,
           (SELECT count(*)::integer FROM deliveries d WHERE d.replica_id = n.replica_id) AS webhooks,
           (SELECT count(*)::integer FROM transfers t WHERE t.replica_id = n.replica_id) AS transfers
      FROM replicas n ORDER BY n.since, n.replica_id`)
  return rowsIn(rows)
})
