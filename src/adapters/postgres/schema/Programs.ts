import { createHash } from 'node:crypto'
import { Effect, Schema } from 'effect'
import { SqlClient } from 'effect/sql'
import { Instant, rowsOf } from '#adapters/postgres/rows/Columns.ts'
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
}

/**
 * The programs that migrated a database, in order. A program is later than the last one if its version is higher, or if
 * its version is equal and it has functions that the database never had.
 */

const Row = Schema.Struct({ version: Schema.String, digest: Schema.String, migrated_at: Instant })
export type Program = typeof Row.Type
const programsIn = rowsOf(Row)

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

const programOf = ({ migrations, functions, triggerFunctions, version }: Definitions) => ({
  version,
  digest: digest(JSON.stringify([migrations, functions, triggerFunctions, Grants.tables, Grants.functions])),
})

type Identity = ReturnType<typeof programOf>
const isSame = (one: Identity, other: Identity): boolean => one.version === other.version && one.digest === other.digest

export const createPrograms = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE schema_programs (
      place integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      version text NOT NULL,
      digest text NOT NULL,
      migrated_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (version, digest)
    )`
})

export const programs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return programsIn(yield* sql`SELECT version, digest, migrated_at FROM schema_programs ORDER BY place`)
})

/** Records that this program migrated the database, unless it was also the last one. */
export const noteProgram = Effect.fnUntraced(function* (definitions: Definitions) {
  const sql = yield* SqlClient.SqlClient
  const [its, last] = [programOf(definitions), (yield* programs).at(-1)]
  if (last !== undefined && isSame(its, last)) return
  yield* sql`INSERT INTO schema_programs (version, digest) VALUES (${its.version}, ${its.digest})`
})

const numbersOf = (version: string): ReadonlyArray<number> => (version.split(/[-+]/)[0] ?? '').split('.').map(Number)

/** Compares versions: negative if the first is lower, positive if it is higher. */
const compare = (one: string, other: string): number => {
  const [ones, others] = [numbersOf(one), numbersOf(other)]
  const place = ones.findIndex((number, index) => number !== others[index])
  return place === -1 ? 0 : (ones[place] ?? 0) - (others[place] ?? 0)
}

/** Whether the last program that migrated the database is later than this one. */
export const isWithin = (definitions: Definitions, noted: ReadonlyArray<Program>): boolean => {
  const last = noted.at(-1)
  if (last === undefined) return false
  const its = programOf(definitions)
  if (isSame(its, last)) return false
  return compare(definitions.version, last.version) < 0 || noted.some((program) => isSame(its, program))
}
