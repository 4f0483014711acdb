import { Effect, Option, Schema } from 'effect'
import type { SqlClient } from 'effect/sql'
import { OptionalInstant, onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import type { DatabaseCondition } from '#ports/Backlog.ts'

const conditionIn = onlyRowOf(
  Schema.Struct({
    bytes: Schema.Finite,
    connections: Schema.Int,
    most: Schema.Int,
    is_failing: Schema.Boolean,
    archived_since: OptionalInstant,
  }),
)

/**
 * The size of the database, its connections, and whether its log is archived. Postgres's own processes use no
 * connection. A role may not see the kind of another role's connection.
 */
export const databaseCondition = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql`
      SELECT pg_database_size(current_database())::float8 AS bytes,
             (SELECT count(*)::integer FROM pg_stat_activity
               WHERE datid IS NOT NULL AND usesysid IS NOT NULL
                 AND coalesce(backend_type, 'client backend') = 'client backend') AS connections,
             current_setting('max_connections')::integer AS most,
             coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS is_failing,
             CASE WHEN current_setting('archive_mode') <> 'off' THEN coalesce(last_archived_time, pg_postmaster_start_time()) END
               AS archived_since
        FROM pg_stat_archiver`,
    (rows): DatabaseCondition => {
      const { most: mostConnections, is_failing: isFailing, archived_since: since, ...found } = conditionIn(rows)
      return { ...found, mostConnections, archive: { isFailing, since: Option.fromNullOr(since) } }
    },
  )
