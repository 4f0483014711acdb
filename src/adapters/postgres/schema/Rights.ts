import { Effect, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { ProcessRefused } from '#adapters/postgres/connection/ProcessRefused.ts'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { tables } from './Grants.ts'

/** Whose the tables are is not known before there are any. */
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

/** Why the role of this process must not be that of a replica in production; null when it may. */
export const refusedRole = Effect.gen(function* () {
  const { work: sql } = yield* Database
  // Who has set another role may set back its own.
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
      ? 'passes by row-level security'
      : found.is_owner
        ? 'owns the tables'
        : null
  // Whoever makes the tables will own them.
  if (power === null && found.is_empty) return yield* new NoTables()
  return power === null
    ? null
    : new ProcessRefused({
        kind: 'role',
        found: `DATABASE_URL connects as "${found.role}", which ${power}`,
        action:
          'In production a replica connects as cotejo_app, which roles.sql makes and cotejo migrate gives its rights (docs/operate/database.md, "Roles").',
      })
})
