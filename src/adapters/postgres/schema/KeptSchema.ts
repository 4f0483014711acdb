import { Duration, Effect, Fiber, Schedule, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { forkUnawaited } from '#adapters/postgres/connection/Unawaited.ts'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { inspect, migrate, revision } from './Migrations.ts'

const upgrade = Effect.flatMap(migrate(), ({ migrations, functions }) =>
  Effect.logInfo('schema is up to date', { migrations: migrations.length, functions: functions.length }),
)

const inspectOnly = Effect.flatMap(inspect(), (found) => {
  if (found.revision < revision) {
    return Effect.logWarning(
      `the database is at revision ${found.revision}, this program needs ${revision}: run cotejo migrate`,
    )
  }
  const missing =
    found.missing.length === 0
      ? Effect.void
      : Effect.logError('tables of the database are missing: bring the last good state back from the backups', {
          objects: found.missing.join(', '),
        })
  const functions =
    found.strange.length === 0
      ? Effect.void
      : Effect.logError('functions of the database are not those of this program: run cotejo migrate', {
          functions: found.strange.join(', '),
        })
  const rights =
    found.strangeGrants.length === 0
      ? Effect.void
      : Effect.logError('rights in the database are not those that this program gives: run cotejo migrate', {
          objects: found.strangeGrants.join(', '),
        })
  return Effect.all([missing, functions, rights])
})

const mayIn = onlyRowOf(Schema.Struct({ may: Schema.NullOr(Schema.Boolean) }))

/** Whether the role of this process makes tables. One that is there for replicas does not. */
const mayMigrate = Effect.gen(function* () {
  const { work: sql } = yield* Database
  return mayIn(yield* sql`SELECT has_schema_privilege(current_schema(), 'CREATE') AS may`).may === true
})

/**
 * Looks at the schema as soon as the database is there. Fails when this program must not work on it, and
 * else never ends.
 *
 * @param migrates whether the program migrates the schema itself, if its role may; where it does not, the operator does
 */
export const untilRefused = ({ migrates }: { readonly migrates: boolean }) =>
  Effect.scoped(
    Effect.gen(function* () {
      const look = Effect.flatMap(migrates ? mayMigrate : Effect.succeed(false), (may) => (may ? upgrade : inspectOnly))
      const looking = yield* look.pipe(
        Effect.as(null),
        Effect.catchTag('SchemaRefused', (refused) => Effect.succeed(refused)),
        Effect.tapCause((cause) => Effect.logWarning('the schema cannot be read yet', cause)),
        Effect.sandbox,
        Effect.retry(Schedule.spaced(Duration.seconds(1))),
        forkUnawaited,
      )
      const refused = yield* Effect.orDie(Fiber.join(looking))
      if (refused !== null) return yield* refused
      return yield* Effect.never
    }),
  )
