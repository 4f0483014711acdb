import { Effect, Schema } from 'effect'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'
import { Database } from './Database.ts'
import { ProcessRefused } from './ProcessRefused.ts'
import { refusesStartup } from './SqlFailures.ts'

const settingIn = onlyRowOf(Schema.Struct({ source: Schema.String }))

/** Whether a pooler is on the connection that should be direct, and drops the settings that connections ask for. */
export const isPooled = Effect.gen(function* () {
  const { direct: sql } = yield* Database
  // On a direct connection, Postgres reports the connection's startup packet as the source of the setting.
  const { source } = settingIn(yield* sql`SELECT source FROM pg_settings WHERE name = 'statement_timeout'`)
  return source !== 'client'
}).pipe(
  Effect.catchTag('SqlError', (error) =>
    errorCodeOf(error.reason.cause) === refusesStartup ? Effect.succeed(true) : Effect.fail(error),
  ),
)

/** Why this process must not use its connection to the database; null if it may. */
export const refusedPooler = Effect.map(isPooled, (pooled) =>
  pooled
    ? new ProcessRefused({
        kind: 'pooler',
        found: 'DATABASE_URL leads to a pooler, such as pgbouncer, which drops timeouts and notifications',
        action: 'Use the direct address of Postgres there, or add it as COTEJO_DIRECT_DATABASE_URL.',
      })
    : null,
)
