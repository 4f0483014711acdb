import { Effect, ManagedRuntime } from 'effect'
import { definitions, migrate } from '#adapters/postgres/schema/Migrations.ts'
import type { Platform } from '#simulator/processor/Platform.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { query } from '#tools/postgres/postgres.ts'

type Fields = Readonly<Record<string, unknown>>

/** A database as a release left it, under the keys of tools/service/server.ts, and what partners knew of it. */
export interface Golden {
  readonly revision: number
  readonly apiKeys: { readonly prepaid: string; readonly platform: string }
  /** The secret that signed next. */
  readonly nextSecret: string
  readonly platform: Platform
  /** Bodies of requests, by what became of them. */
  readonly requests: {
    readonly delivered: Fields
    readonly undelivered: Fields
    readonly inconclusive: Fields
    readonly retired: Fields
    readonly halfway: Fields
    readonly transferred: Fields
  }
  /** What GET answered of those that had ended, by `verificacion_id`. */
  readonly answers: Readonly<Record<string, Fields>>
  readonly rows: Readonly<Record<string, ReadonlyArray<Fields>>>
}

/** What a process makes for itself, or gets from elsewhere. */
const apart = ['replicas', 'upkeep', 'recoveries', 'lost_transfers', 'list_versions', 'list_entries']

const column = (rows: ReadonlyArray<object>, name: string): ReadonlyArray<unknown> =>
  rows.map((row) => Object.entries(row).find(([key]) => key === name)?.[1])

/** Every row of what is stored, as JSON. */
export const rowsOf = async (url: string): Promise<Golden['rows']> => {
  const names = await query(
    url,
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
        AND relname NOT LIKE 'schema%' ORDER BY relname`,
  )
  const tables = column(names, 'relname')
    .map(String)
    .filter((name) => !apart.includes(name))
  const rows = await Promise.all(
    tables.map(async (name) => {
      const found = await query(url, `SELECT jsonb_agg(to_jsonb(t) - 'next_at') AS rows FROM ${name} t`)
      return [name, column(found, 'rows')[0] ?? []] as const
    }),
  )
  return JSON.parse(JSON.stringify(Object.fromEntries(rows)))
}

const migratedTo = async (url: string, revision: number): Promise<void> => {
  const runtime = ManagedRuntime.make(patientDatabase(url))
  const to = { ...definitions, migrations: definitions.migrations.slice(0, revision) }
  await runtime.runPromise(Effect.asVoid(migrate(to)))
  await runtime.dispose()
}

/** What is numbered goes on behind the largest number. */
const continueSequences = `
  DO $do$ DECLARE numbered record; BEGIN
    FOR numbered IN SELECT table_name, column_name FROM information_schema.columns
                     WHERE table_schema = 'public' AND is_identity = 'YES' LOOP
      EXECUTE format('SELECT setval(pg_get_serial_sequence(%1$L, %2$L), coalesce(max(%2$I), 0) + 1, false) FROM %1$I',
        numbered.table_name, numbered.column_name);
    END LOOP;
  END $do$`

/** Puts the rows where that release had them, and brings the database up to this one. */
export const restore = async (url: string, { revision, rows }: Golden): Promise<void> => {
  await migratedTo(url, revision)
  const filled = Object.entries(rows).filter(([, all]) => all.length > 0)
  const inserts = filled.map(([table, all]) => {
    const columns = Object.keys(all[0] ?? {}).join(', ')
    return `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE
      SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $json$${JSON.stringify(all)}$json$::jsonb);`
  })
  // Without triggers and references, in whatever order.
  await query(
    url,
    `DO $do$ BEGIN PERFORM set_config('session_replication_role', 'replica', true); ${inserts.join('\n')} END $do$`,
  )
  await query(url, continueSequences)
  await migratedTo(url, definitions.migrations.length)
}
