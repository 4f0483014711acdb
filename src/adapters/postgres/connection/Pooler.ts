import { Effect, Schema } from 'effect'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'
import { Database } from './Database.ts'
import { ProcessRefused } from './ProcessRefused.ts'
import { refusesStartup } from './SqlFailures.ts'

const settingIn = onlyRowOf(Schema.Struct({ source: Schema.String }))

/** Whether something stands before the database, on the way that is to lead to it, and keeps from it what connections ask for. */
const isPooled = Effect.gen(function* () {
  const { direct: sql } = yield* Database
  // Where nothing stands between, a setting that came with the connection says so.
  const { source } = settingIn(yield* sql`SELECT source FROM pg_settings WHERE name = 'statement_timeout'`)
  return source !== 'client'
}).pipe(
  Effect.catchTag('SqlError', (error) =>
    errorCodeOf(error.reason.cause) === refusesStartup ? Effect.succeed(true) : Effect.fail(error),
  ),
)

/** Why this process must not work by the way that it was given to the database; null when it may. */
export const refusedPooler = Effect.map(isPooled, (pooled) =>
  pooled
    ? new ProcessRefused({
        kind: 'pooler',
        found: 'DATABASE_URL leads to a pooler, as pgbouncer, that keeps timeouts and notifications from the database',
        action: 'Name Postgres itself, there or in COTEJO_DIRECT_DATABASE_URL beside it.',
      })
    : null,
)
