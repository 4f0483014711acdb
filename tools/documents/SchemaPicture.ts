import * as PgClient from '@effect/sql-pg/PgClient'
import { Duration, Effect, Redacted } from 'effect'
import { Reactivity } from 'effect/reactivity'

/** One table, in SQL, as the catalog describes it. */
interface Table {
  readonly name: string
  readonly options: string
  readonly columns: ReadonlyArray<string>
  readonly constraints: ReadonlyArray<string>
  readonly indexes: ReadonlyArray<string>
  readonly triggers: ReadonlyArray<string>
}

/** Columns keep their order. Everything else is sorted by name, so that the same schema always gives the same text. */
const tablesOf = `
  SELECT c.relname AS name, coalesce(' WITH (' || array_to_string(c.reloptions, ', ') || ')', '') AS options,
    ARRAY(
      SELECT concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
               CASE WHEN a.attnotnull THEN 'NOT NULL' END,
               CASE WHEN a.attidentity = 'a' THEN 'GENERATED ALWAYS AS IDENTITY'
                    WHEN a.attgenerated = 's' THEN 'GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid) || ') STORED'
                    WHEN d.adbin IS NOT NULL THEN 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) END)
        FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum) AS columns,
    ARRAY(
      SELECT 'CONSTRAINT ' || o.conname || ' ' || pg_get_constraintdef(o.oid, true)
        FROM pg_constraint o
       WHERE o.conrelid = c.oid AND o.contype <> 'n'
       ORDER BY position(o.contype::text IN 'pufcx'), o.conname COLLATE "C") AS constraints,
    ARRAY(
      SELECT pg_get_indexdef(i.indexrelid, 0, true) FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
       WHERE i.indrelid = c.oid AND NOT EXISTS (SELECT FROM pg_constraint o WHERE o.conindid = i.indexrelid AND o.conrelid = c.oid)
       ORDER BY x.relname COLLATE "C") AS indexes,
    ARRAY(
      SELECT pg_get_triggerdef(t.oid, true) FROM pg_trigger t
       WHERE t.tgrelid = c.oid AND NOT t.tgisinternal ORDER BY t.tgname COLLATE "C") AS triggers
    FROM pg_class c
   WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
   ORDER BY c.relname COLLATE "C"`

const functionsOf = `
  SELECT p.proname || '(' || pg_get_function_arguments(p.oid) || ') RETURNS ' || pg_get_function_result(p.oid) AS signature
    FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace ORDER BY p.proname COLLATE "C"`

const block = ({ name, options, columns, constraints, indexes, triggers }: Table): string =>
  [
    `CREATE TABLE ${name} (\n${[...columns, ...constraints].map((line) => `  ${line}`).join(',\n')}\n)${options};`,
    ...indexes.map((index) => `${index};`),
    ...triggers.map((trigger) => `${trigger};`),
  ].join('\n')

/** Removes parts that every line would repeat. */
const shortened = (text: string): string =>
  text
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(' public.', ' ')
    .replaceAll(' USING btree', '')
    .replaceAll("'::text", "'")

/**
 * A description of a database's schema for readers: every table with its columns, constraints, indexes and triggers,
 * and the signatures of the functions.
 */
export const schemaPicture = (url: string): Promise<string> =>
  Effect.gen(function* () {
    const sql = yield* PgClient.makeClient({ url: Redacted.make(url), connectTimeout: Duration.infinity })
    const tables = yield* sql.unsafe<Table>(tablesOf)
    const functions = yield* sql.unsafe<{ signature: string }>(functionsOf)
    const head = '-- The schema as it is today, written by `npm run schema` for readers. It is never applied.'
    const signatures = functions.map(({ signature }) => `-- ${signature}`)
    const text = [
      head,
      ...tables.map(block),
      ['-- Functions. Each has its own file in functions/:', ...signatures].join('\n'),
    ]
    return `${shortened(text.join('\n\n'))}\n`
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.runPromise)
