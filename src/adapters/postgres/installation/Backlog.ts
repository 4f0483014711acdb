import { DateTime, Effect, Layer, Option, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { differingSettings } from '#adapters/postgres/connection/SharedSettings.ts'
import { Instant, OptionalInstant, onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { Backlog, type DatabaseCondition } from '#ports/Backlog.ts'

const dueIn = onlyRowOf(Schema.Struct({ due: Schema.Int, oldest: OptionalInstant, stands_still: Schema.Boolean }))
const standingIn = onlyRowOf(
  Schema.Struct({ under_way: Schema.Int, oldest: OptionalInstant, settled: Schema.Finite, held: Schema.Finite }),
)
const checkIn = onlyRowOf(Schema.Struct({ since: Instant, discrepancies: Schema.NullOr(Schema.Int) }))
const queuedIn = onlyRowOf(Schema.Struct({ queued: Schema.Int, failing: Schema.Int, oldest: OptionalInstant }))
const conditionIn = onlyRowOf(
  Schema.Struct({
    bytes: Schema.Finite,
    connections: Schema.Int,
    most: Schema.Int,
    is_failing: Schema.Boolean,
    archived_since: OptionalInstant,
  }),
)

export const layer = Layer.effect(
  Backlog,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const differing = yield* differingSettings

    // Skip Postgres's own processes, which use no connection. This role may not see the kind of another role's
    // connection.
    const condition = working(sql`
      SELECT pg_database_size(current_database())::float8 AS bytes,
             (SELECT count(*)::integer FROM pg_stat_activity
               WHERE datid IS NOT NULL AND usesysid IS NOT NULL
                 AND coalesce(backend_type, 'client backend') = 'client backend') AS connections,
             current_setting('max_connections')::integer AS most,
             coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS is_failing,
             CASE WHEN current_setting('archive_mode') <> 'off' THEN coalesce(last_archived_time, pg_postmaster_start_time()) END
               AS archived_since
        FROM pg_stat_archiver`).pipe(
      Effect.map((rows): DatabaseCondition => {
        const { most: mostConnections, is_failing: isFailing, archived_since: since, ...found } = conditionIn(rows)
        return { ...found, mostConnections, archive: { isFailing, since: Option.fromNullOr(since) } }
      }),
    )

    return Backlog.of({
      measure: Effect.fnUntraced(function* (now) {
        const instant = DateTime.toDate(now)
        const {
          due,
          oldest,
          stands_still: standsStill,
        } = dueIn(
          yield* working(sql`
            SELECT count(*)::integer AS due, min(due_at) AS oldest, stands_still()
              FROM verification_work WHERE replica_id IS NULL AND due_at <= ${instant}`),
        )
        const {
          under_way: underWay,
          oldest: oldestUnderWay,
          ...balance
        } = standingIn(
          yield* working(sql`
            SELECT (SELECT count(*)::integer FROM verification_work) AS under_way,
                   min(under_way.oldest) AS oldest,
                   coalesce(sum(settled_centavos), 0)::float8 AS settled, coalesce(sum(held_centavos), 0)::float8 AS held
              FROM accounts a
              CROSS JOIN LATERAL (
                SELECT min(v.created_at) AS oldest FROM verifications v
                 WHERE v.account_id = a.account_id AND v.state = 'en_proceso' AND v.retired_at IS NULL) AS under_way`),
        )
        const { since: uncheckedSince, discrepancies } = checkIn(
          yield* working(sql`
            SELECT coalesce(max(checked_at), min(applied_at)) AS since, max(discrepancies + of_processor) AS discrepancies
              FROM ledger_checks RIGHT JOIN schema_migrations ON true`),
        )
        const transfers = queuedIn(
          yield* working(sql`
            SELECT count(*)::integer AS queued, (count(*) FILTER (WHERE attempts > 0))::integer AS failing,
                   min(due_at) FILTER (WHERE replica_id IS NULL AND due_at <= ${instant}) AS oldest
              FROM (SELECT attempts, due_at, replica_id FROM transfers WHERE replica_id IS NULL AND due_at IS NOT NULL
                     UNION ALL
                    SELECT attempts, due_at, replica_id FROM transfers WHERE replica_id IS NOT NULL) AS waiting`),
        )
        const { queued, failing } = transfers
        return {
          verifications: { due, oldestDueAt: Option.fromNullOr(oldest) },
          underWay,
          oldestUnderWayAt: Option.fromNullOr(oldestUnderWay),
          balance,
          uncheckedSince,
          discrepancies: Option.fromNullOr(discrepancies),
          standsStill,
          differingSettings: (yield* differing).length,
          transfers: { queued, failing, oldestDueAt: Option.fromNullOr(transfers.oldest) },
          database: yield* condition,
        }
      }),
    })
  }),
)
