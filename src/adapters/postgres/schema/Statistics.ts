import { Effect, Schema } from 'effect'
import { SqlClient } from 'effect/sql'
import { rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { tables } from './Grants.ts'

/**
 * The text columns for which the planner keeps samples, in any table: identifiers, and words that the service itself
 * chooses. ANALYZE copies values into the catalog, where they outlive their row. So it samples no other column of text,
 * bytes or JSON.
 */
const sampled = [
  'account_id',
  'act',
  'key_id',
  'kind',
  'list',
  'mode',
  'name',
  'purpose',
  'replica_id',
  'request_id',
  'role',
  'source',
  'state',
  'status',
  'task',
  'use',
  'verification_id',
] as const

/** Personal data in columns of other types. */
const personal = ['consent_granted_at'] as const

const columnsIn = rowsOf(
  Schema.Struct({
    kind: Schema.Literals(['TABLE', 'INDEX']),
    relation: Schema.String,
    column: Schema.String,
    type: Schema.String,
    has_samples: Schema.Boolean,
  }),
)
type Column = ReturnType<typeof columnsIn>[number]

/** Columns and index expressions that have unwanted samples, or would have them after the next ANALYZE. */
const unwanted = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT CASE c.relkind WHEN 'r' THEN 'TABLE' ELSE 'INDEX' END AS kind, c.relname AS relation,
           CASE c.relkind WHEN 'r' THEN quote_ident(a.attname) ELSE a.attnum::text END AS column,
           format_type(a.atttypid, a.atttypmod) AS type, s.attname IS NOT NULL AS has_samples
      FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_index i ON i.indexrelid = c.oid
      LEFT JOIN pg_stats s ON s.schemaname = current_schema() AND s.tablename = c.relname AND s.attname = a.attname
     WHERE coalesce(i.indrelid, c.oid) IN (
             SELECT oid FROM pg_class
              WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname IN ${sql.in(Object.keys(tables))})
       AND (c.relkind = 'r' OR c.relkind = 'i' AND i.indkey[a.attnum - 1] = 0)
       AND (a.atttypid IN ('text'::regtype, 'text[]'::regtype, 'bytea'::regtype, 'jsonb'::regtype)
              AND a.attname NOT IN ${sql.in(sampled)}
            OR a.attname IN ${sql.in(personal)})
       AND (coalesce(a.attstattarget, -1) <> 0 OR s.attname IS NOT NULL)
     ORDER BY c.relname, a.attnum`
  return columnsIn(rows)
})

/**
 * Sets the type that the column already has. That rewrites no row, and removes the samples in every version of
 * Postgres.
 */
const clearing = ({ kind, column, type, has_samples }: Column): ReadonlyArray<string> =>
  kind === 'TABLE' && has_samples ? [`ALTER COLUMN ${column} TYPE ${type}`] : []

const namesIn = rowsOf(Schema.Struct({ name: Schema.String }))

/** Analyses every table, so that the first plans fit the existing rows. */
export const countRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname IN ${sql.in(Object.keys(tables))}`
  const names = namesIn(rows).map(({ name }) => name)
  if (names.length > 0) yield* sql.unsafe(`ANALYZE ${names.join(', ')}`)
})

/** Removes samples of data that must not outlive its row, and stops ANALYZE from taking them again. */
export const forgetSamples = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const [relation, columns] of Map.groupBy(yield* unwanted, (column) => column.relation)) {
    const changes = columns.flatMap((column) => [...clearing(column), `ALTER COLUMN ${column.column} SET STATISTICS 0`])
    yield* sql.unsafe(`ALTER ${columns[0]?.kind} ${relation} ${changes.join(', ')}`)
  }
})
