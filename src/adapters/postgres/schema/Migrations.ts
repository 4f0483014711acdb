import { Effect, Layer, Option, Schema } from 'effect'
import { SqlClient, type SqlError } from 'effect/sql'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { schema, untimed } from '#adapters/postgres/connection/SessionSettings.ts'
import { onlyRowOf, rowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'
import packageJson from '#package.json' with { type: 'json' }
import { functions, triggerFunctions } from './Functions.ts'
import { grant, missingTables, strangeGrants } from './Granting.ts'
import * as Baseline from './migrations/0001_baseline.ts'
import {
  createPrograms,
  type Definitions,
  digest,
  lastProgram,
  type Migration,
  noteProgram,
  orderOf,
  type Program,
} from './Programs.ts'
import { refusedVersion } from './ServerVersion.ts'
import { countRows, forgetSamples } from './Statistics.ts'

/** The schema that this code was written for. */
export const definitions: Definitions = {
  migrations: [{ name: 'baseline', statements: Baseline.statements }],
  functions,
  triggerFunctions,
  version: packageJson.version,
  built: String(Reflect.get(packageJson, 'built') ?? ''),
}

export const revision = definitions.migrations.length

/** What to do if another program made the schema. */
const otherRelease = 'Run the release that created this database: cotejo migrate of this release also refuses.'

/** The migrations of the database are not those of this program, or this program cannot migrate it. */
export class SchemaRefused extends Schema.TaggedError<SchemaRefused>()('SchemaRefused', {
  reason: Schema.String,
  action: Schema.String.pipe(Schema.withConstructorDefault(Effect.succeed(otherRelease))),
}) {
  override get message() {
    return this.action === otherRelease ? this.reason : `${this.reason}. ${this.action}`
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

export interface Migrated {
  readonly migrations: ReadonlyArray<string>
  readonly functions: ReadonlyArray<string>
  readonly grants: ReadonlyArray<string>
  /** The later program that migrated the database, so that nothing was changed; null if none. */
  readonly later: Program | null
}

/** Detects a migration that was edited after it was applied. */
export const checksum = ({ statements }: Migration): string => digest(statements.join(';\n'))

const beforeFirstRelease =
  'this database was created before the first release and cannot be migrated: use an empty database'
const changed = ({ migration_id, name }: Applied): string =>
  `migration ${migration_id} "${name}" was changed after it was applied: use the program that applied it or a later one`

/** Fails if an applied migration was edited since. */
const refuseChanged = (applied: ReadonlyArray<Applied> | null, { migrations }: Definitions) => {
  const wrong = applied?.find((row) => {
    const known = migrations[row.migration_id - 1]
    return known !== undefined && checksum(known) !== row.checksum
  })
  return wrong === undefined ? Effect.void : Effect.fail(new SchemaRefused({ reason: changed(wrong) }))
}

const placesIn = onlyRowOf(
  Schema.Struct({ role: Schema.String, is_there: Schema.Boolean, elsewhere: Schema.NullOr(Schema.String) }),
)

/** Fails if the schema is missing, or if the tables are in another one: a second, empty set must not be created. */
const refusePlace = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { role, is_there, elsewhere } = placesIn(
    yield* sql`
      SELECT current_user AS role, coalesce(current_schema() = ${schema}, false) AS is_there,
             (SELECT min(relnamespace::regnamespace::text) FROM pg_class
               WHERE relname = 'schema_programs' AND relkind = 'r'
                 AND NOT EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                                  WHERE c.relname = 'schema_programs' AND n.nspname = ${schema})) AS elsewhere`,
  )
  if (elsewhere !== null) {
    return yield* new SchemaRefused({
      reason: `the tables are in the schema "${elsewhere}", and this program uses only the schema "${schema}"`,
      action: `Move them there. If "${schema}" is missing or empty: DROP SCHEMA IF EXISTS ${schema}; ALTER SCHEMA ${elsewhere} RENAME TO ${schema}`,
    })
  }
  if (!is_there) {
    return yield* new SchemaRefused({
      reason: `the schema "${schema}" does not exist, or the role "${role}" may not use it`,
      action: `Create it if it is missing, then run roles.sql (docs/operate/database.md, "Roles").`,
    })
  }
})

/** The applied migrations, in order; null if the database was never migrated. */
const appliedMigrations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* refusePlace
  const tables = yield* sql`
    SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = oid AND attname = 'checksum') AS has_checksums
      FROM pg_class WHERE oid = to_regclass('schema_migrations')`
  const table = Option.getOrNull(tableIn(tables))
  if (table === null) return null
  if (!table.has_checksums) return yield* new SchemaRefused({ reason: beforeFirstRelease })
  return appliedIn(yield* sql`SELECT migration_id, name, checksum FROM schema_migrations ORDER BY migration_id`)
})

const revisionOf = (applied: ReadonlyArray<Applied> | null): number => applied?.at(-1)?.migration_id ?? 0

/** Serialises concurrent migrations. Other statements do not wait. */
const inTurns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A large table may take long, and so may a concurrent migration. But locks of tables are awaited only briefly,
  // because every later statement queues behind such a wait.
  yield* untimed(sql)
  yield* sql`SET LOCAL lock_timeout = 0`
  yield* sql`SELECT pg_advisory_xact_lock(hashtext('cotejo schema'))`
  yield* sql`SET LOCAL lock_timeout = '5s'`
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
/** The signature of a function, which `CREATE OR REPLACE` cannot change. */
const signatureOf = (definition: string): string => definition.split('LANGUAGE', 1).join('').replaceAll(/\s+/g, ' ')

/** The functions as this program last defined them, by name. Functions that were deleted or edited are not included. */
const definedFunctions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT f.name, f.signature, f.digest, p.oid IS NOT NULL AND md5(p.prosrc) = f.body_digest AS is_whole
      FROM schema_functions f LEFT JOIN pg_proc p ON p.oid = to_regproc(f.name)`
  return new Map(functionsIn(rows).map((row) => [row.name, row]))
})
type Defined = Effect.Success<typeof definedFunctions>

const differing = (definitions: ReadonlyArray<string>, defined: Defined) =>
  definitions.filter((definition) => {
    const found = defined.get(nameOf(definition))
    return found?.digest !== digest(definition) || !found.is_whole
  })

/** Defines the functions that changed, and returns their names. */
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

/** The later program that migrated the database beyond these definitions; null if none. */
const laterThan = Effect.fnUntraced(function* (definitions: Definitions, reached: number) {
  const last = yield* lastProgram
  if (last === null || reached < definitions.migrations.length) return null
  return reached > definitions.migrations.length || orderOf(definitions, last) === 'later' ? last : null
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
    // Leave the functions of a later program: they fit its tables and the replicas that run it.
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

/** The SQLSTATE of a missing right. */
const lacksRight = '42501'

const roleIn = onlyRowOf(Schema.Struct({ role: Schema.String }))

const refuseWithoutRights = Effect.fnUntraced(function* (error: SqlError.SqlError) {
  const { work: sql } = yield* Database
  if (errorCodeOf(error.reason.cause) !== lacksRight) return yield* error
  const { role } = roleIn(yield* sql`SELECT current_user AS role`)
  return yield* new SchemaRefused({
    reason: `the role "${role}" may not change the schema: cotejo migrate runs as cotejo_migrate, which owns the tables (docs/operate/database.md, "Roles")`,
  })
})

/**
 * Migrates the database in one transaction: applies missing migrations, defines changed functions, stops Postgres from
 * sampling sensitive columns, and grants the rights of the roles. If several processes start together, each step is done
 * once. A database that a later program has migrated is not changed.
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

export interface Inspected {
  /** 0 if no migration was applied. */
  readonly revision: number
  /** Tables that the revision has but that were deleted. */
  readonly missing: ReadonlyArray<string>
  /** The later program that migrated the database; the following fields are then empty. */
  readonly later: Program | null
  /** Whether another build of this version migrated the database, and it is unknown which of the two is later. */
  readonly isOtherBuild: boolean
  /** Functions that are missing, were edited, or are those of another program. */
  readonly strange: ReadonlyArray<string>
  readonly strangeGrants: ReadonlyArray<string>
}

/** Inspects a database without changing it. Fails if another program made it. */
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
      // The objects of a later program fit its database and also serve this program.
      if (reached !== of.migrations.length || later !== null) {
        return { revision: reached, missing: [], later, isOtherBuild: false, strange: [], strangeGrants: [] }
      }
      const strange = differing([...of.triggerFunctions, ...of.functions], yield* definedFunctions)
      const last = yield* lastProgram
      return {
        revision: reached,
        missing: yield* missingTables,
        later,
        isOtherBuild: last !== null && orderOf(of, last) === 'unknown',
        strange: strange.map(nameOf),
        strangeGrants: yield* strangeGrants,
      }
    })
    return yield* Effect.provideService(look, SqlClient.SqlClient, work)
  })

/** The revision of the database; 0 if no migration was applied. */
export const appliedRevision = Effect.gen(function* () {
  const { api: sql, answering } = yield* Database
  return answering(sql`SELECT max(migration_id) AS revision FROM schema_migrations`).pipe(
    Effect.map((rows) => revisionIn(rows).revision ?? 0),
  )
})

/** Migrates the database before any other layer uses it. */
export const layer = Layer.effectDiscard(Effect.catchTag(migrate(), 'SqlError', Effect.die))
