import { Effect, Layer } from 'effect'
import { Migrator, SqlClient } from 'effect/sql'
import { Database } from '#adapters/postgres/connection/Database.ts'
import * as Core from './migrations/0001_core.ts'
import * as Functions from './migrations/0002_functions.ts'
import * as Retention from './migrations/0003_retention.ts'
import * as Webhooks from './migrations/0004_webhooks.ts'
import * as Transfers from './migrations/0005_transfers.ts'
import * as Lists from './migrations/0006_lists.ts'

const table = 'schema_migrations'

/**
 * A large table may take its time, and waits for others only briefly: who waits for a table holds up
 * everybody behind.
 */
const limits = ['SET LOCAL statement_timeout = 0', "SET LOCAL lock_timeout = '5s'"]

const migration = ({ statements }: { readonly statements: ReadonlyArray<string> }) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach([...limits, ...statements], (statement) => sql.unsafe(statement), { discard: true }),
  )

const migrations = {
  '0001_core': migration(Core),
  '0002_functions': migration(Functions),
  '0003_retention': migration(Retention),
  '0004_webhooks': migration(Webhooks),
  '0005_transfers': migration(Transfers),
  '0006_lists': migration(Lists),
}

/** The revision of the schema that this code was written for. */
export const revision = Object.keys(migrations).length

/** The revision that a database is at; 0 when nothing was applied. */
export const appliedRevision = Effect.gen(function* () {
  const { api: sql, answering } = yield* Database
  return answering(sql<{ revision: number | null }>`SELECT max(migration_id) AS revision FROM ${sql(table)}`).pipe(
    Effect.map(([row]) => row?.revision ?? 0),
  )
})

/**
 * Applies what is missing, up to `target`, each migration in one transaction and once, however many
 * processes start together.
 */
export const migrate = (target = revision) =>
  Effect.gen(function* () {
    const { work } = yield* Database
    const loader = Effect.map(Migrator.fromRecord(migrations), (all) => all.filter(([id]) => id <= target))
    return yield* Migrator.make({})({ loader, table }).pipe(Effect.provideService(SqlClient.SqlClient, work))
  })

/** Brings the database to this code's revision before anything else uses it. */
export const layer = Layer.effectDiscard(Effect.orDie(migrate()))
