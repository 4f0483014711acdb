import { randomUUID } from 'node:crypto'
import { Duration, Effect, Layer, Option, type Redacted, Schema } from 'effect'
import type { SqlClient, SqlError } from 'effect/sql'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { inSnapshot } from '#adapters/postgres/connection/Snapshot.ts'
import { KeyCaches } from '#adapters/postgres/installation/DataKeys.ts'
import { checkKeys } from '#adapters/postgres/installation/StartChecks.ts'
import * as BalanceCorrections from '#adapters/postgres/operators/BalanceCorrections.ts'
import * as Erasure from '#adapters/postgres/operators/Erasure.ts'
import * as VerificationRecords from '#adapters/postgres/operators/VerificationRecords.ts'
import * as PostgresStorage from '#adapters/postgres/PostgresStorage.ts'
import { KeyMemory } from '#adapters/postgres/requests/Accounts.ts'
import { onlyRowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import * as Migrations from '#adapters/postgres/schema/Migrations.ts'
import * as Retention from '#adapters/postgres/work/Retention.ts'
import type { Secrets } from '#ports/Secrets.ts'
import { Notebook } from './Notebook.ts'

const connections = { apiConnections: 8, workConnections: 6, dispatchConnections: 3 }

const notesIn = rowsOf(Schema.Struct({ note: Schema.String }))
const namesIn = rowsOf(Schema.Struct({ name: Schema.String }))
const noteIn = onlyRowOf(Schema.Struct({ note: Schema.String }))
const columnsIn = rowsOf(Schema.Struct({ name: Schema.String, counts: Schema.Boolean }))
const decodeKept = Schema.decodeUnknownEffect(Schema.Record(Schema.String, Schema.String))
const lastIn = onlyRowOf(Schema.Struct({ last: Schema.NullOr(Schema.Number) }))
const thereIn = onlyRowOf(Schema.Struct({ there: Schema.Boolean }))

/** The database belongs to a service: it has accounts or keys that no simulator made. */
class DatabaseOfAService extends Schema.TaggedError<DatabaseOfAService>()('DatabaseOfAService', {}) {
  override readonly message =
    'Esa base de datos es de un servicio: tiene cuentas que no hizo un simulador, o un servicio ha trabajado con ella. Use otra, vacía, con --storage.'
}

/** Every table of what happened in a world: what belongs to an account, the audit, and recoveries. Owners come first. */
const tablesOfWorld = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql`
      SELECT quote_ident(table_name) AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND (column_name = 'account_id' OR table_name = 'recoveries')
       GROUP BY table_name ORDER BY table_name <> 'accounts', table_name <> 'api_keys', table_name`,
    (rows) => namesIn(rows).map(({ name }) => name),
  )

/** The tables that refuse to be emptied. */
const appendOnly = ['ledger_entries', 'audit_entries']

const emptied = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    // A service must not lose these; the simulator's data are for tests.
    for (const table of appendOnly) yield* sql`ALTER TABLE ${sql(table)} DISABLE TRIGGER USER`
    yield* sql`TRUNCATE ${sql.literal((yield* tablesOfWorld(sql)).join(', '))}`
    for (const table of appendOnly) yield* sql`ALTER TABLE ${sql(table)} ENABLE TRIGGER USER`
  })

/** Notes that belong to the process, or to this database. */
const ownNotes = ['time', 'keyring']

/** The rows of each table of a world, as JSON that only Postgres reads. */
const keptRows = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    const tables = [...(yield* tablesOfWorld(sql)), 'data_keys']
    const rows = yield* Effect.forEach(tables, (table) =>
      Effect.map(
        sql`SELECT coalesce(jsonb_agg(t), '[]')::text AS note FROM ${sql.literal(table)} t`,
        (found) => [table, noteIn(found).note] as const,
      ),
    )
    const notes = yield* sql`
      SELECT coalesce(jsonb_agg(t), '[]')::text AS note FROM simulator_notes t WHERE name NOT IN ${sql.in(ownNotes)}`
    return { ...Object.fromEntries(rows), simulator_notes: noteIn(notes).note }
  })

/** Gives back at once all work that a process holds: its lease would outlast a budget. */
const givenBack = (sql: SqlClient.SqlClient) =>
  Effect.forEach(
    ['verification_work', 'deliveries', 'transfers'],
    (table) => sql`UPDATE ${sql(table)} SET replica_id = NULL, epoch = epoch + 1 WHERE replica_id IS NOT NULL`,
    { discard: true },
  )

/** Replaces the rows of a world. */
const replaceRows = (sql: SqlClient.SqlClient, kept: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    yield* emptied(sql)
    yield* sql`DELETE FROM data_keys`
    yield* sql`DELETE FROM simulator_notes WHERE name NOT IN ${sql.in(ownNotes)}`
    for (const table of [...(yield* tablesOfWorld(sql)), 'data_keys', 'simulator_notes']) {
      const columns = columnsIn(
        yield* sql`
          SELECT column_name AS name, is_identity = 'YES' AS counts FROM information_schema.columns
           WHERE table_schema = current_schema() AND table_name = ${table} AND is_generated = 'NEVER'`,
      )
      const names = sql.literal(columns.map(({ name }) => name).join(', '))
      yield* sql`
        INSERT INTO ${sql.literal(table)} (${names}) OVERRIDING SYSTEM VALUE
        SELECT ${names} FROM jsonb_populate_recordset(NULL::${sql.literal(table)}, ${kept[table] ?? ''}::jsonb)`
      for (const { name } of columns.filter(({ counts }) => counts)) {
        yield* sql`
          SELECT setval(pg_get_serial_sequence(${table}, ${name}), 1 + coalesce(max(${sql(name)}), 0), false)
            FROM ${sql.literal(table)}`
      }
    }
    yield* givenBack(sql)
  })

/** Notes in a table of their own. */
const notebook = Layer.effect(
  Notebook,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const caches = yield* KeyCaches
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
      isInMemory: false,
      keep: run(inSnapshot(sql, keptRows(sql))),
      put: (kept) =>
        Effect.gen(function* () {
          const rows = yield* Effect.orDie(decodeKept(kept))
          yield* run(sql.withTransaction(replaceRows(sql, rows)))
          for (const forget of caches) forget()
        }),
      reset: (forgotten) =>
        run(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* emptied(sql)
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
    if (yield* exists('simulator_notes')) return
    for (const table of ['known_keys', 'accounts']) {
      if (!(yield* exists(table))) continue
      const rows = yield* Effect.orDie(working(sql`SELECT 1 FROM ${sql(table)} LIMIT 1`))
      if (rows.length > 0) return yield* new DatabaseOfAService()
    }
    yield* Effect.orDie(
      working(sql`CREATE TABLE IF NOT EXISTS simulator_notes (name text PRIMARY KEY, note text NOT NULL)`),
    )
  }),
)

/** Records the simulator's keys as a service does: the database then refuses services and commands with other keys. */
const known = (secrets: Layer.Layer<Secrets, never, Notebook>) =>
  Layer.tap(secrets, (made) =>
    checkKeys.pipe(
      Effect.provide(made),
      Effect.catchTag('ProcessRefused', () => Effect.fail(new DatabaseOfAService())),
      Effect.catchTag('StorageUnavailable', Effect.die),
    ),
  )

/** Takes back what an earlier start still held when it was ended. */
const takeBack = Layer.effectDiscard(
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    yield* Effect.orDie(working(Effect.andThen(sql`DELETE FROM replicas`, givenBack(sql))))
  }),
)

/**
 * Storage ports and notes in a Postgres, brought to the code's revision first.
 *
 * @param secrets the service's secrets, which are stored in the notes
 * @param alone whether no other process can be at work on this database
 */
export const layer = (url: Redacted.Redacted, secrets: Layer.Layer<Secrets, never, Notebook>, alone: boolean) =>
  Layer.mergeAll(
    PostgresStorage.layer(`simulador-${randomUUID()}`),
    VerificationRecords.layer,
    BalanceCorrections.layer,
    Erasure.layer,
    Retention.layer,
  ).pipe(
    Layer.provide(Layer.succeed(KeyMemory, { known: Duration.zero, unknown: Duration.zero })),
    Layer.provideMerge(known(secrets)),
    Layer.provideMerge(notebook),
    Layer.provide(alone ? takeBack : Layer.empty),
    Layer.provide(Migrations.layer),
    Layer.provide(opened),
    Layer.provide([Database.layer({ url, ...connections }), Layer.sync(KeyCaches, () => new Set())]),
  )
