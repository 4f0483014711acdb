import { randomUUID } from 'node:crypto'
import { Effect, Layer, Option, type Redacted, Schema } from 'effect'
import type { SqlClient, SqlError } from 'effect/sql'
import { Database } from '#adapters/postgres/connection/Database.ts'
import * as PostgresStorage from '#adapters/postgres/PostgresStorage.ts'
import { onlyRowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import * as Migrations from '#adapters/postgres/schema/Migrations.ts'
import * as VerificationRecords from '#adapters/postgres/VerificationRecords.ts'
import type { Secrets } from '#ports/Secrets.ts'
import { Notebook } from './Notebook.ts'

const connections = { apiConnections: 8, workConnections: 6, dispatchConnections: 3 }

const notesIn = rowsOf(Schema.Struct({ note: Schema.String }))
const namesIn = rowsOf(Schema.Struct({ name: Schema.String }))
const lastIn = onlyRowOf(Schema.Struct({ last: Schema.NullOr(Schema.Number) }))
const thereIn = onlyRowOf(Schema.Struct({ there: Schema.Boolean }))

/** The database belongs to a service: it has accounts and nothing that a simulator noted, or a service works on it. */
class DatabaseOfAService extends Schema.TaggedError<DatabaseOfAService>()('DatabaseOfAService', {}) {
  override readonly message =
    'Esa base de datos es de un servicio: tiene cuentas que no hizo un simulador, o un servicio ha trabajado con ella. Use otra, vacía, con --storage.'
}

/** Whether a service has noted its keys, which a simulator never does. */
const isWorkedOn = (sql: SqlClient.SqlClient) =>
  Effect.map(sql`SELECT EXISTS (SELECT FROM known_keys) AS there`, (rows) => thereIn(rows).there)

/** Every table with what belongs to an account, but for the audit, which a simulator never writes. */
const tablesOfAccounts = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql`
      SELECT quote_ident(table_name) AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND column_name = 'account_id' AND table_name <> 'audit_entries'`,
    (rows) => namesIn(rows).map(({ name }) => name),
  )

/** Notes in a table of their own. */
const notebook = Layer.effect(
  Notebook,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const run = <A>(statement: Effect.Effect<A, SqlError.SqlError>) => Effect.orDie(working(statement))

    return Notebook.of({
      read: (name) =>
        Effect.map(run(sql`SELECT note FROM simulator_notes WHERE name = ${name}`), (rows) =>
          Option.fromUndefinedOr(notesIn(rows)[0]?.note),
        ),
      readAll: (prefix) =>
        Effect.map(
          run(sql`SELECT note FROM simulator_notes WHERE starts_with(name, ${prefix}) ORDER BY name`),
          (rows) => notesIn(rows).map(({ note }) => note),
        ),
      write: (name, text) =>
        run(sql`
          INSERT INTO simulator_notes VALUES (${name}, ${text})
          ON CONFLICT (name) DO UPDATE SET note = excluded.note`),
      lastInstant: Effect.map(
        run(sql`
          SELECT (extract(epoch FROM greatest(
                   (SELECT max(created_at) FROM verifications), (SELECT max(resolved_at) FROM verifications),
                   (SELECT max(started_at) FROM delivery_attempts))) * 1000)::float8 AS last`),
        (rows) => lastIn(rows).last ?? 0,
      ),
      save: null,
      reset: (forgotten) =>
        run(
          sql.withTransaction(
            Effect.gen(function* () {
              if (yield* isWorkedOn(sql)) return yield* Effect.die(new DatabaseOfAService())
              // The ledger refuses to be emptied, and rightly; here it is a toy's.
              yield* sql`ALTER TABLE ledger_entries DISABLE TRIGGER USER`
              yield* sql`TRUNCATE ${sql.literal((yield* tablesOfAccounts(sql)).join(', '))}`
              yield* sql`ALTER TABLE ledger_entries ENABLE TRIGGER USER`
              yield* sql`DELETE FROM simulator_notes WHERE starts_with(name, ${forgotten})`
            }),
          ),
        ),
    })
  }),
)

/** Opens the notes of a simulator in a database of its own, and touches nothing in one that is not. */
const opened = Layer.effectDiscard(
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const exists = (table: string) =>
      Effect.map(
        Effect.orDie(working(sql`SELECT to_regclass(${table}) IS NOT NULL AS there`)),
        (rows) => thereIn(rows).there,
      )
    if ((yield* exists('known_keys')) && (yield* Effect.orDie(working(isWorkedOn(sql))))) {
      return yield* new DatabaseOfAService()
    }
    if (yield* exists('simulator_notes')) return
    if (yield* exists('accounts')) {
      const accounts = yield* Effect.orDie(working(sql`SELECT 1 FROM accounts LIMIT 1`))
      if (accounts.length > 0) return yield* new DatabaseOfAService()
    }
    yield* Effect.orDie(
      working(sql`CREATE TABLE IF NOT EXISTS simulator_notes (name text PRIMARY KEY, note text NOT NULL)`),
    )
  }),
)

/** Takes back at once what an earlier start still held when it was ended; its lease would outlast a budget. */
const takeBack = Layer.effectDiscard(
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    yield* Effect.orDie(working(sql`DELETE FROM nodes`))
    for (const table of ['verification_work', 'deliveries', 'transfers']) {
      yield* Effect.orDie(
        working(sql`UPDATE ${sql(table)} SET node_id = NULL, epoch = epoch + 1 WHERE node_id IS NOT NULL`),
      )
    }
  }),
)

/**
 * Storage ports and notes in a Postgres, brought to the code's revision first.
 *
 * @param secrets the service's secrets, which are noted down
 * @param alone whether no other process can be at work on this database
 */
export const layer = (url: Redacted.Redacted, secrets: Layer.Layer<Secrets, never, Notebook>, alone: boolean) =>
  Layer.merge(PostgresStorage.layer(`simulador-${randomUUID()}`), VerificationRecords.layer).pipe(
    Layer.provideMerge(secrets),
    Layer.provideMerge(notebook),
    Layer.provide(alone ? takeBack : Layer.empty),
    Layer.provide(Migrations.layer),
    Layer.provide(opened),
    Layer.provide(Database.layer({ url, ...connections })),
  )
