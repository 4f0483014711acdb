import { randomUUID } from 'node:crypto'
import { Duration, Effect, Layer, Option, type Redacted, Schema, Struct } from 'effect'
import type { SqlClient, SqlError } from 'effect/sql'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { inSnapshot } from '#adapters/postgres/connection/Pages.ts'
import { KeyCaches } from '#adapters/postgres/installation/DataKeys.ts'
import { checkKeys } from '#adapters/postgres/installation/StartChecks.ts'
import * as BalanceCorrections from '#adapters/postgres/operators/BalanceCorrections.ts'
import * as Erasure from '#adapters/postgres/operators/Erasure.ts'
import * as VerificationRecords from '#adapters/postgres/operators/VerificationRecords.ts'
import * as PostgresStorage from '#adapters/postgres/PostgresStorage.ts'
import { KeyMemory } from '#adapters/postgres/requests/Accounts.ts'
import { onlyRowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import * as Migrations from '#adapters/postgres/schema/Migrations.ts'
import * as Clearances from '#adapters/postgres/work/Clearances.ts'
import * as Retention from '#adapters/postgres/work/Retention.ts'
import { Secrets } from '#ports/Secrets.ts'
import { notePrefix } from './AccountNote.ts'
import * as Keyring from './Keyring.ts'
import { readTables } from './MemoryOfRows.ts'
import { Notebook } from './Notebook.ts'
import { decodeTables, encodeTables, WorldTables } from './WorldTables.ts'

const connections = { apiConnections: 8, workConnections: 6, dispatchConnections: 3 }

const notesIn = rowsOf(Schema.Struct({ note: Schema.String }))
const namesIn = rowsOf(Schema.Struct({ name: Schema.String }))
const noteIn = onlyRowOf(Schema.Struct({ note: Schema.String }))
const lastIn = onlyRowOf(Schema.Struct({ last: Schema.NullOr(Schema.Number) }))
const thereIn = onlyRowOf(Schema.Struct({ there: Schema.Boolean }))

/** The database belongs to a service: it has accounts or keys that no simulator made. */
class DatabaseOfAService extends Schema.TaggedError<DatabaseOfAService>()('DatabaseOfAService', {}) {
  override readonly message =
    'Esa base de datos es de un servicio: tiene cuentas que no hizo un simulador, o un servicio ha trabajado con ella. Use otra, vacía, con --storage.'
}

/**
 * Every table of what happened in a world: what belongs to an account, the audit, clearances and recoveries. Owners come
 * first.
 */
const tablesOfWorld = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql`
      SELECT quote_ident(table_name) AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND (column_name = 'account_id' OR table_name IN ('clearances', 'recoveries'))
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

/** The order in which the rows of each table go into a file. */
const orders: Readonly<Record<keyof WorldTables, string>> = {
  accounts: 'opened_at, account_id',
  apiKeys: 'issued_at, key_id',
  apiKeyUses: 'account_id, key_id',
  signingSecrets: 'account_id, role',
  processorAccounts: 'account_id',
  dataKeys: 'name',
  verifications: 'created_at, sequence',
  verificationWork: 'due_at',
  paymentClaims: 'payment_intent_id',
  ledgerEntries: 'entry_id',
  deliveries: 'sequence',
  deliveryAttempts: 'account_id, verification_id, number',
  transfers: 'sequence',
  clearances: 'recorded_at, digest',
  simulatorNotes: 'name',
}

const inSql = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const tables = Struct.keys(WorldTables.fields).map((name) => ({
  name,
  columns: Object.keys(WorldTables.fields[name].value.fields),
}))

/** The rows of a world, as JSON. */
const keptRows = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    const members = yield* Effect.forEach(tables, ({ name, columns }) => {
      const named = columns.map((column) => `${inSql(column)} AS "${column}"`).join(', ')
      const where = name === 'simulatorNotes' ? sql`WHERE starts_with(name, ${notePrefix})` : sql.literal('')
      return Effect.map(
        sql`
          SELECT coalesce(jsonb_agg(t), '[]')::text AS note
            FROM (SELECT ${sql.literal(named)} FROM ${sql(inSql(name))} ${where} ORDER BY ${sql.literal(orders[name])}) t`,
        (found) => `"${name}":${noteIn(found).note}`,
      )
    })
    return `{${members.join(',')}}`
  })

/** Gives back at once all work that a process holds: its lease would outlast a budget. */
const givenBack = (sql: SqlClient.SqlClient) =>
  Effect.forEach(
    ['verification_work', 'deliveries', 'transfers'],
    (table) => sql`UPDATE ${sql(table)} SET replica_id = NULL, epoch = epoch + 1 WHERE replica_id IS NOT NULL`,
    { discard: true },
  )

const encode = Schema.encodeSync(WorldTables)

/** Replaces the rows of a world. */
const replaceRows = (sql: SqlClient.SqlClient, world: WorldTables) =>
  Effect.gen(function* () {
    const rows = encode(world)
    yield* emptied(sql)
    yield* sql`DELETE FROM data_keys`
    yield* sql`DELETE FROM simulator_notes WHERE starts_with(name, ${notePrefix})`
    for (const { name, columns } of tables) {
      const [table, names] = [sql(inSql(name)), sql.literal(columns.map(inSql).join(', '))]
      const given = rows[name].map((row) =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [inSql(column), value])),
      )
      yield* sql`
        INSERT INTO ${table} (${names}) SELECT ${names}
          FROM jsonb_populate_recordset(NULL::${table}, ${JSON.stringify(given)}::jsonb) WITH ORDINALITY ORDER BY ordinality`
    }
  })

/** Notes in a table of their own. */
const notebook = Layer.effect(
  Notebook,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const caches = yield* KeyCaches
    const secrets = yield* Secrets
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
      keep: run(inSnapshot(sql, keptRows(sql))).pipe(
        Effect.flatMap(decodeTables),
        Effect.map(encodeTables),
        Effect.orDie,
      ),
      put: (kept) =>
        Effect.gen(function* () {
          const { rows } = yield* readTables(kept, secrets)
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
const known = Layer.tap(Keyring.layer, (made) =>
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
 * @param alone whether no other process can be at work on this database
 */
export const layer = (url: Redacted.Redacted, alone: boolean) =>
  Layer.mergeAll(
    PostgresStorage.layer(`simulador-${randomUUID()}`),
    VerificationRecords.layer,
    BalanceCorrections.layer,
    Clearances.layer,
    Erasure.layer,
    Retention.layer,
  ).pipe(
    Layer.provide(Layer.succeed(KeyMemory, { known: Duration.zero, unknown: Duration.zero })),
    Layer.provideMerge(notebook),
    Layer.provideMerge(known),
    Layer.provide(alone ? takeBack : Layer.empty),
    Layer.provide(Migrations.layer),
    Layer.provide(opened),
    Layer.provide([Database.layer({ url, ...connections }), Layer.sync(KeyCaches, () => new Set())]),
  )
