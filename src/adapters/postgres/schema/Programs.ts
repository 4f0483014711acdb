import { createHash } from 'node:crypto'
import { Effect, Option, Schema } from 'effect'
import { SqlClient } from 'effect/sql'
import { Instant, rowOf } from '#adapters/postgres/rows/Columns.ts'
import * as Grants from './Grants.ts'

/** A schema change that every database applies once, in order. It must not change after it was applied anywhere. */
export interface Migration {
  readonly name: string
  readonly statements: ReadonlyArray<string>
}

/** The target of a migration run. A migration's position in the list, from 1, is its revision. */
export interface Definitions {
  readonly migrations: ReadonlyArray<Migration>
  readonly functions: ReadonlyArray<string>
  readonly triggerFunctions: ReadonlyArray<string>
  readonly version: string
  /** When the commit of this build was made (ISO 8601, UTC); empty in a checkout. */
  readonly built: string
}

const Row = Schema.Struct({ version: Schema.String, digest: Schema.String, built: Schema.String, migrated_at: Instant })
/** A program that migrated a database. */
export type Program = typeof Row.Type
const lastIn = rowOf(Row)

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

const programOf = ({ migrations, functions, triggerFunctions, version, built }: Definitions) => ({
  version,
  built,
  digest: digest(JSON.stringify([migrations, functions, triggerFunctions, Grants.tables, Grants.functions])),
})

export const createPrograms = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE schema_programs (
      place integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      version text NOT NULL,
      digest text NOT NULL,
      built text NOT NULL DEFAULT '',
      migrated_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (version, digest)
    )`
})

/** The program that migrated the database last; null if none did. */
export const lastProgram = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows =
    yield* sql`SELECT version, digest, coalesce(to_jsonb(p) ->> 'built', '') AS built, migrated_at FROM schema_programs p ORDER BY place DESC LIMIT 1`
  return Option.getOrNull(lastIn(rows))
})

/** Records that this program migrated the database last. */
export const noteProgram = Effect.fnUntraced(function* (definitions: Definitions) {
  const sql = yield* SqlClient.SqlClient
  const its = programOf(definitions)
  const last = yield* lastProgram
  if (last !== null && orderOf(definitions, last) === 'same') return
  // A database of an earlier checkout lacks the column.
  yield* sql`ALTER TABLE schema_programs ADD COLUMN IF NOT EXISTS built text NOT NULL DEFAULT ''`
  yield* sql`DELETE FROM schema_programs WHERE version = ${its.version} AND digest = ${its.digest}`
  yield* sql`INSERT INTO schema_programs (version, digest, built) VALUES (${its.version}, ${its.digest}, ${its.built})`
})

const numbersOf = (version: string): ReadonlyArray<number> => (version.split(/[-+]/)[0] ?? '').split('.').map(Number)

/** Compares versions: negative if the first is lower, positive if it is higher. */
const compare = (one: string, other: string): number => {
  const [ones, others] = [numbersOf(one), numbersOf(other)]
  const place = ones.findIndex((number, index) => number !== others[index])
  return place === -1 ? 0 : (ones[place] ?? 0) - (others[place] ?? 0)
}

/**
 * Whether the last program that migrated a database is later than this one: its version is higher, or of two builds of
 * one version its commit is later. The order of a checkout and another build of its version is `unknown`.
 */
export const orderOf = (definitions: Definitions, last: Program): 'same' | 'earlier' | 'later' | 'unknown' => {
  const its = programOf(definitions)
  const higher = compare(last.version, its.version)
  if (higher !== 0) return higher > 0 ? 'later' : 'earlier'
  if (last.digest === its.digest) return 'same'
  if (last.built === '' || its.built === '' || last.built === its.built) return 'unknown'
  return last.built > its.built ? 'later' : 'earlier'
}
