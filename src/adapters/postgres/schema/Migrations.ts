import { Effect, Layer, Option, Schema } from 'effect'
import { SqlClient, type SqlError } from 'effect/sql'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { onlyRowOf, rowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'
import packageJson from '#package.json' with { type: 'json' }
import { functions, triggerFunctions } from './Functions.ts'
import { grant, missingTables, strangeGrants } from './Granting.ts'
import * as Baseline from './migrations/0001_baseline.ts'
import * as OfEnvironment from './migrations/0002_environment.ts'
import {
  createPrograms,
  type Definitions,
  digest,
  isWithin,
  type Migration,
  noteProgram,
  type Program,
  programs,
} from './Programs.ts'
import { refusedVersion } from './ServerVersion.ts'
import { countRows, forgetSamples } from './Statistics.ts'

/** The schema that this code was written for. */
export const definitions: Definitions = {
  migrations: [
    { name: 'baseline', statements: Baseline.statements },
    { name: 'environment', statements: OfEnvironment.statements },
  ],
  functions,
  triggerFunctions,
  version: packageJson.version,
}

/** Its revision. */
export const revision = definitions.migrations.length

/** What was applied to the database is not what this program knows. The reason says what to do. */
export class SchemaRefused extends Schema.TaggedError<SchemaRefused>()('SchemaRefused', { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

const Applied = Schema.Struct({ migration_id: Schema.Int, name: Schema.String, checksum: Schema.String })
type Applied = typeof Applied.Type
const appliedIn = rowsOf(Applied)
const tableIn = rowOf(Schema.Struct({ has_checksums: Schema.Boolean }))
const functionsIn = rowsOf(
  Schema.Struct({ name: Schema.String, signature: Schema.String, digest: Schema.String, is_whole: Schema.Boolean }),
)
const revisionIn = onlyRowOf(Schema.Struct({ revision: Schema.NullOr(Schema.Int) }))

/** What a run of `migrate` changed. */
export interface Migrated {
  readonly migrations: ReadonlyArray<string>
  readonly functions: ReadonlyArray<string>
  /** Tables and functions on which rights were granted or revoked. */
  readonly grants: ReadonlyArray<string>
  /** The later program that migrated the database, so that nothing was changed. */
  readonly later: Program | null
}

/** What tells a migration from one that was changed since. */
export const checksum = ({ statements }: Migration): string => digest(statements.join(';\n'))

const beforeFirstRelease =
  'this database is of a program before the first release and cannot be brought up: use an empty one'
const changed = ({ migration_id, name }: Applied): string =>
  `migration ${migration_id} "${name}" was changed after it was applied: use the program that applied it or a later one`

/** Fails when a migration is not what it was when it was applied. */
const refuseChanged = (applied: ReadonlyArray<Applied> | null, { migrations }: Definitions) => {
  const wrong = applied?.find((row) => {
    const known = migrations[row.migration_id - 1]
    return known !== undefined && checksum(known) !== row.checksum
  })
  return wrong === undefined ? Effect.void : Effect.fail(new SchemaRefused({ reason: changed(wrong) }))
}

/** What was applied, in order; null in a database that never was migrated. */
const appliedMigrations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql`
    SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = oid AND attname = 'checksum') AS has_checksums
      FROM pg_class WHERE oid = to_regclass('schema_migrations')`
  const table = Option.getOrNull(tableIn(tables))
  if (table === null) return null
  if (!table.has_checksums) return yield* new SchemaRefused({ reason: beforeFirstRelease })
  return appliedIn(yield* sql`SELECT migration_id, name, checksum FROM schema_migrations ORDER BY migration_id`)
})

const revisionOf = (applied: ReadonlyArray<Applied> | null): number => applied?.at(-1)?.migration_id ?? 0

/** Two that migrate at once do so in turns; nobody else waits for either. */
const inTurns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A large table may take its time, and so may whoever migrates before; a table is waited for only briefly: who
  // waits for one holds up everybody behind.
  yield* sql`SET LOCAL statement_timeout = 0`
  yield* sql`SET LOCAL lock_timeout = 0`
  yield* sql`SELECT pg_advisory_xact_lock(hashtext('cotejo schema'))`
  yield* sql`SET LOCAL lock_timeout = '5s'`
  // Functions that run as their owner keep this path: nobody's temporary table comes before one of ours.
  yield* sql`SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true)`
})

const createTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE schema_migrations (
      migration_id integer PRIMARY KEY,
      name text NOT NULL,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`
  yield* sql`
    CREATE TABLE schema_functions (
      name text PRIMARY KEY,
      signature text NOT NULL,
      digest text NOT NULL,
      body_digest text NOT NULL
    )`
})

const nameOf = (definition: string): string => /FUNCTION (\w+)\(/.exec(definition)?.[1] ?? ''
/** Arguments and results: `CREATE OR REPLACE` does not change them. */
const signatureOf = (definition: string): string => definition.split('LANGUAGE', 1).join('').replaceAll(/\s+/g, ' ')

/** What was put in place, by name; not whole what is gone or was changed by hand. */
const definedFunctions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT f.name, f.signature, f.digest, p.oid IS NOT NULL AND md5(p.prosrc) = f.body_digest AS is_whole
      FROM schema_functions f LEFT JOIN pg_proc p ON p.oid = to_regproc(f.name)`
  return new Map(functionsIn(rows).map((row) => [row.name, row]))
})
type Defined = Effect.Success<typeof definedFunctions>

/** Those that the database has otherwise, or not at all. */
const differing = (definitions: ReadonlyArray<string>, defined: Defined) =>
  definitions.filter((definition) => {
    const found = defined.get(nameOf(definition))
    return found?.digest !== digest(definition) || !found.is_whole
  })

/** Puts in place the functions that are not what they were; their names. */
const define = (definitions: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const known = yield* definedFunctions
    const different = differing(definitions, known)

    for (const definition of different) {
      const [name, signature] = [nameOf(definition), signatureOf(definition)]
      const earlier = known.get(name)
      if (earlier !== undefined && earlier.signature !== signature) yield* sql`DROP FUNCTION ${sql(name)}`
      yield* sql.unsafe(definition)
      yield* sql`
        INSERT INTO schema_functions (name, signature, digest, body_digest)
        SELECT ${name}, ${signature}, ${digest(definition)}, md5(prosrc) FROM pg_proc WHERE oid = to_regproc(${name})
        ON CONFLICT (name) DO UPDATE
           SET signature = excluded.signature, digest = excluded.digest, body_digest = excluded.body_digest`
    }
    return different.map(nameOf)
  })

/** The program that brought the database further than these definitions do; null where none did. */
const laterThan = Effect.fnUntraced(function* (definitions: Definitions, reached: number) {
  const noted = yield* programs
  const last = noted.at(-1) ?? null
  if (last === null || reached < definitions.migrations.length) return null
  return reached > definitions.migrations.length || isWithin(definitions, noted) ? last : null
})

const apply = (definitions: Definitions) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const tooOld = yield* refusedVersion(sql)
    if (tooOld !== null) return yield* new SchemaRefused({ reason: tooOld })
    yield* inTurns
    const applied = yield* appliedMigrations
    yield* refuseChanged(applied, definitions)
    if (applied === null) yield* Effect.andThen(createTables, createPrograms)
    const reached = revisionOf(applied)
    // A later program was here: its functions are the right ones for its tables, and for the replicas that run it.
    const later = yield* laterThan(definitions, reached)
    if (later !== null) return { migrations: [], functions: [], grants: [], later }

    const triggers = yield* define(definitions.triggerFunctions)
    const missing = definitions.migrations.slice(reached)
    for (const migration of missing) {
      for (const statement of migration.statements) yield* sql.unsafe(statement)
      const id = definitions.migrations.indexOf(migration) + 1
      yield* sql`
        INSERT INTO schema_migrations (migration_id, name, checksum)
        VALUES (${id}, ${migration.name}, ${checksum(migration)})`
    }
    const others = yield* define(definitions.functions)
    yield* forgetSamples
    if (missing.length > 0) yield* countRows
    const grants = yield* grant
    yield* noteProgram(definitions)
    return { migrations: missing.map(({ name }) => name), functions: [...triggers, ...others], grants, later }
  })

/** What the database says to who may not do what was asked: no right, or no schema to make anything in. */
const lackingRights: ReadonlySet<string> = new Set(['42501', '3F000'])

const roleIn = onlyRowOf(Schema.Struct({ role: Schema.String }))

const refuseWithoutRights = Effect.fnUntraced(function* (error: SqlError.SqlError) {
  const { work: sql } = yield* Database
  if (!lackingRights.has(errorCodeOf(error.reason.cause) ?? '')) return yield* error
  const { role } = roleIn(yield* sql`SELECT current_user AS role`)
  return yield* new SchemaRefused({
    reason: `the role "${role}" may not change the schema: cotejo migrate runs as cotejo_migrate, which owns the tables (docs/operate/database.md, "Roles")`,
  })
})

/**
 * Brings the database up in one transaction: applies the migrations that are missing, puts in place the
 * functions that changed, has Postgres keep no samples of what must be forgotten, and grants the roles what they may do. However many processes start together, each is done once. A database that a later
 * program brought further stays as it is.
 */
export const migrate = (
  to: Definitions = definitions,
): Effect.Effect<Migrated, SqlError.SqlError | SchemaRefused, Database> =>
  Effect.gen(function* () {
    const { work } = yield* Database
    return yield* work
      .withTransaction(Effect.provideService(apply(to), SqlClient.SqlClient, work))
      .pipe(Effect.catchTag('SqlError', refuseWithoutRights))
  })

/** What a database is found to be. */
export interface Inspected {
  /** 0 when nothing was applied. */
  readonly revision: number
  /** Tables that somebody removed, although the revision has them. */
  readonly missing: ReadonlyArray<string>
  /** The later program that migrated the database; what follows is empty then. */
  readonly later: Program | null
  /** Functions that are not those of this program, although the revision is its own. */
  readonly strange: ReadonlyArray<string>
  /** Tables and functions on which roles have other rights than this program gives them. */
  readonly strangeGrants: ReadonlyArray<string>
}

/** Looks at a database without changing it; fails when it is not of this program's making. */
export const inspect = (
  of: Definitions = definitions,
): Effect.Effect<Inspected, SqlError.SqlError | SchemaRefused, Database> =>
  Effect.gen(function* () {
    const { work } = yield* Database
    const look = Effect.gen(function* () {
      const applied = yield* appliedMigrations
      yield* refuseChanged(applied, of)
      const reached = revisionOf(applied)
      const later = applied === null ? null : yield* laterThan(of, reached)
      // Those of a later program are the right ones for the database, and serve this program too.
      if (reached !== of.migrations.length || later !== null) {
        return { revision: reached, missing: [], later, strange: [], strangeGrants: [] }
      }
      const strange = differing([...of.triggerFunctions, ...of.functions], yield* definedFunctions)
      return {
        revision: reached,
        missing: yield* missingTables,
        later,
        strange: strange.map(nameOf),
        strangeGrants: yield* strangeGrants,
      }
    })
    return yield* Effect.provideService(look, SqlClient.SqlClient, work)
  })

/** The revision that a database is at; 0 when nothing was applied. */
export const appliedRevision = Effect.gen(function* () {
  const { api: sql, answering } = yield* Database
  return answering(sql`SELECT max(migration_id) AS revision FROM schema_migrations`).pipe(
    Effect.map((rows) => revisionIn(rows).revision ?? 0),
  )
})

/** Brings the database to this code's revision before anything else uses it. */
export const layer = Layer.effectDiscard(Effect.catchTag(migrate(), 'SqlError', Effect.die))
