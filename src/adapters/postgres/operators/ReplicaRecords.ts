import { Effect, Layer, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { isAlive } from '#adapters/postgres/connection/Leases.ts'
import { Instant, named, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { ReplicaRecords } from '#ports/ReplicaRecords.ts'

const rowsIn = named(
  rowsOf(
    Schema.Struct({
      name: Schema.String,
      version: Schema.String,
      since: Instant,
      heartbeatAt: Instant,
      isAlive: Schema.Boolean,
      verifications: Schema.Int,
      webhooks: Schema.Int,
      transfers: Schema.Int,
    }),
  ),
)

export const layer = Layer.effect(
  ReplicaRecords,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    return ReplicaRecords.of({
      list: Effect.map(
        working(sql`
          SELECT n.replica_id AS name, n.version, n.since, n.beat_at AS heartbeat_at, (${isAlive(sql)}) AS is_alive,
                 (SELECT count(*)::integer FROM verification_work w WHERE w.replica_id = n.replica_id) AS verifications,
                 (SELECT count(*)::integer FROM deliveries d WHERE d.replica_id = n.replica_id) AS webhooks,
                 (SELECT count(*)::integer FROM transfers t WHERE t.replica_id = n.replica_id) AS transfers
            FROM replicas n ORDER BY n.since, n.replica_id`),
        (rows) =>
          rowsIn(rows).map(({ verifications, webhooks, transfers, ...row }) => ({
            ...row,
            holds: { verifications, webhooks, transfers },
          })),
      ),
    })
  }),
)
