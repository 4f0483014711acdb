import { Duration, Effect, Fiber, Schedule, Schema } from 'effect'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { errorCodeOf } from '#domain/ErrorCode.ts'
import { Database } from './Database.ts'
import { refusesStartup } from './SqlFailures.ts'
import { forkUnawaited } from './Unawaited.ts'

/** Something before the database keeps from it what the connections of this program ask for. */
class PoolerRefused extends Schema.TaggedError<PoolerRefused>()('PoolerRefused', { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

const reason =
  'DATABASE_URL leads to a pooler, as pgbouncer, that keeps timeouts and notifications from the database: name Postgres itself, there or in COTEJO_DIRECT_DATABASE_URL beside it'

const settingIn = onlyRowOf(Schema.Struct({ source: Schema.String }))

/** Whether something stands before the database, on the way that is to lead to it, and keeps from it what connections ask for. */
export const isPooled = Effect.gen(function* () {
  const { direct: sql } = yield* Database
  // Where nothing stands between, a setting that came with the connection says so.
  const { source } = settingIn(yield* sql`SELECT source FROM pg_settings WHERE name = 'statement_timeout'`)
  return source !== 'client'
}).pipe(
  Effect.catchTag('SqlError', (error) =>
    errorCodeOf(error.reason.cause) === refusesStartup ? Effect.succeed(true) : Effect.fail(error),
  ),
)

/** Looks, as soon as the database answers, whether it is the database itself. Fails if not, and else never ends. */
export const untilRefused = Effect.scoped(
  Effect.gen(function* () {
    const looking = yield* isPooled.pipe(
      Effect.sandbox,
      Effect.retry(Schedule.spaced(Duration.seconds(1))),
      forkUnawaited,
    )
    if (yield* Effect.orDie(Fiber.join(looking))) return yield* new PoolerRefused({ reason })
    return yield* Effect.never
  }),
)
