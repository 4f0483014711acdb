import { Effect, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { ProcessRefused } from '#adapters/postgres/connection/ProcessRefused.ts'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { type Inspected, inspect, migrate, revision } from './Migrations.ts'
import type { Program } from './Programs.ts'

/** This is not an error: after a rollback, a later schema also serves this program. */
const logNewerSchema = ({ version }: Program) =>
  Effect.logInfo('database has a newer schema; leaving it unchanged', { version })

const upgrade = Effect.flatMap(migrate(), ({ migrations, functions, later }) =>
  later === null
    ? Effect.logInfo('schema is up to date', { migrations: migrations.length, functions: functions.length })
    : logNewerSchema(later),
)

export interface Condition {
  /** `warning` works and needs somebody soon; `fault` does not work, or could not be looked at. */
  readonly result: 'ok' | 'warning' | 'fault'
  readonly finding: string
  /** What to do; null if nothing. */
  readonly action: string | null
}

/** @param needed the revision that this program was written for */
export const conditionOf = (found: Inspected, needed: number): Condition => {
  if (found.revision < needed) {
    return {
      result: 'fault',
      finding: `revision ${found.revision}, this program needs ${needed}`,
      action: 'Run: cotejo migrate',
    }
  }
  if (found.revision > needed || found.later !== null) {
    const by = found.later === null ? '' : `, migrated by a later program, version ${found.later.version}`
    return {
      result: 'warning',
      finding: `revision ${found.revision}, this program knows ${needed}${by}`,
      action: 'Use the release that migrated it.',
    }
  }
  if (found.missing.length > 0) {
    return {
      result: 'fault',
      finding: `tables are missing: ${found.missing.join(', ')}`,
      action: 'Restore the last good state from the backups: migrate does not create them again.',
    }
  }
  const strange = [
    ...found.strange.map((name) => `${name}()`),
    ...found.strangeGrants.map((name) => `rights on ${name}`),
  ]
  if (strange.length === 0) {
    return { result: 'ok', finding: `revision ${needed}, functions and rights are those of this program`, action: null }
  }
  const finding = `not as this program has them: ${strange.join(', ')}`
  return found.isOtherBuild
    ? {
        result: 'warning',
        finding: `${finding}; another build of this version migrated last`,
        action: 'Use one build everywhere. The newer one also runs cotejo migrate; the older one must not.',
      }
    : { result: 'fault', finding, action: 'Run: cotejo migrate' }
}

const inspectOnly = Effect.flatMap(inspect(), (found) => {
  if (found.later !== null) return logNewerSchema(found.later)
  const { result, finding, action } = conditionOf(found, revision)
  return result === 'fault' ? Effect.logError('the schema needs its operator', { found: finding, action }) : Effect.void
})

const mayIn = onlyRowOf(Schema.Struct({ may: Schema.NullOr(Schema.Boolean) }))

/** Whether the role of this process may create tables. A replica's role may not. */
const mayMigrate = Effect.gen(function* () {
  const { work: sql } = yield* Database
  return mayIn(yield* sql`SELECT has_schema_privilege(current_schema(), 'CREATE') AS may`).may === true
})

/**
 * Why this program must not use the schema; null if it may, or if an operator must fix the schema first.
 *
 * @param migrates whether the program migrates the schema itself, if its role may; if not, the operator does
 */
export const refusedSchema = (migrates: boolean) =>
  (migrates ? mayMigrate : Effect.succeed(false)).pipe(
    Effect.flatMap((may) => (may ? upgrade : inspectOnly)),
    Effect.as(null),
    Effect.catchTag('SchemaRefused', ({ reason, action }) =>
      Effect.succeed(new ProcessRefused({ kind: 'schema', found: reason, action })),
    ),
    Effect.tapCause((cause) => Effect.logWarning('cannot read the database yet', cause)),
  )
