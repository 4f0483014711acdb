import { Effect, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { inspect, migrate, revision } from './Migrations.ts'
import type { Program } from './Programs.ts'

/** Nothing is wrong then: as after a rollback, the schema serves this program too. */
const tellLater = ({ version }: Program) =>
  Effect.logInfo('the database was migrated by a later program than this one: its schema stays', { version })

const upgrade = Effect.flatMap(migrate(), ({ migrations, functions, later }) =>
  later === null
    ? Effect.logInfo('schema is up to date', { migrations: migrations.length, functions: functions.length })
    : tellLater(later),
)

const inspectOnly = Effect.flatMap(inspect(), (found) => {
  if (found.revision < revision) {
    return Effect.logWarning(
      `the database is at revision ${found.revision}, this program needs ${revision}: run cotejo migrate`,
    )
  }
  if (found.later !== null) return tellLater(found.later)
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
 * Why this program must not work on the schema that is there; null when it may, or somebody has to mend it first.
 *
 * @param migrates whether the program migrates the schema itself, if its role may; where it does not, the operator does
 */
export const refusedSchema = (migrates: boolean) =>
  (migrates ? mayMigrate : Effect.succeed(false)).pipe(
    Effect.flatMap((may) => (may ? upgrade : inspectOnly)),
    Effect.as(null),
    Effect.catchTag('SchemaRefused', (refused) => Effect.succeed(refused)),
    Effect.tapCause((cause) => Effect.logWarning('the database cannot be read yet', cause)),
  )
