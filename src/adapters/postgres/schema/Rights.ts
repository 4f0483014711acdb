import { Effect, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { ProcessRefused } from '#adapters/postgres/connection/ProcessRefused.ts'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { tables } from './Grants.ts'

/** No tables exist yet, so their owner is not known. */
export class NoTables extends Schema.TaggedError<NoTables>()('NoTables', {}) {}

const powersIn = onlyRowOf(
  Schema.Struct({
    role: Schema.String,
    is_superuser: Schema.Boolean,
    bypasses: Schema.Boolean,
    is_owner: Schema.Boolean,
    is_empty: Schema.Boolean,
  }),
)

/** Why the role of this process must not be a replica's in production; null if it may. */
export const refusedRole = Effect.gen(function* () {
  const { work: sql } = yield* Database
  // A session that changed its role can change back, so the session's own role counts.
  const found = powersIn(
    yield* sql`
      SELECT current_user AS role, bool_or(r.rolsuper) AS is_superuser, bool_or(r.rolbypassrls) AS bypasses,
             EXISTS (
               SELECT FROM pg_class c
                WHERE c.relnamespace = current_schema()::regnamespace AND c.relname IN ${sql.in(Object.keys(tables))}
                  AND pg_has_role(session_user, c.relowner, 'MEMBER')) AS is_owner,
             to_regclass('verifications') IS NULL AS is_empty
        FROM pg_roles r WHERE r.rolname IN (current_user, session_user)`,
  )
  const power = found.is_superuser
    ? 'is a superuser'
    : found.bypasses
      ? 'has BYPASSRLS'
      : found.is_owner
        ? 'owns the tables'
        : null
  // The role that creates the tables will own them.
  if (power === null && found.is_empty) return yield* new NoTables()
  return power === null
    ? null
    : new ProcessRefused({
        kind: 'role',
        found: `DATABASE_URL connects as "${found.role}", which ${power}`,
        action:
          'In production a replica connects as cotejo_app. roles.sql creates that role, and cotejo migrate grants its rights (docs/operate/database.md, "Roles").',
      })
})
