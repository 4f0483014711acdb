import { Effect, Schema } from 'effect'
import { SqlClient } from 'effect/sql'
import { OptionalText, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { functions, grantees, tables } from './Grants.ts'

const rolesIn = rowsOf(Schema.Struct({ role: Schema.String }))
const namesIn = rowsOf(Schema.Struct({ name: Schema.String }))
const rightsIn = rowsOf(
  Schema.Struct({ object: Schema.String, role: Schema.String, privilege: Schema.String, column: OptionalText }),
)

const objects = [
  ...Object.entries(tables).map(([name, rights]) => ({ name, rights, kind: 'TABLE' })),
  ...Object.entries(functions).map(([name, rights]) => ({ name, rights, kind: 'FUNCTION' })),
]
type Obj = (typeof objects)[number]
type Roles = ReadonlyArray<(typeof grantees)[number]>

const textOf = (role: string, privilege: string, column: string | null): string =>
  [role, privilege, column].filter((word) => word !== null).join(' ')

/** Splits `UPDATE (a, b)` into one text per column, as the catalog stores it. */
const spread = (role: string, right: string): ReadonlyArray<string> => {
  const [, privilege = '', columns] = /^(\w+)(?: \((.*)\))?$/.exec(right) ?? []
  return (columns?.split(', ') ?? [null]).map((column) => textOf(role, privilege, column))
}

const decided = ({ rights }: Obj, roles: Roles): ReadonlySet<string> =>
  new Set(roles.flatMap((role) => rights[role].flatMap((right) => spread(role, right))))

const granted = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    WITH granted AS (
      SELECT c.relname AS object, a.grantee, a.privilege_type, NULL AS "column"
        FROM pg_class c, aclexplode(c.relacl) a
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
      UNION ALL
      SELECT c.relname, a.grantee, a.privilege_type, t.attname
        FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid, aclexplode(t.attacl) a
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND NOT t.attisdropped
      UNION ALL
      SELECT p.proname, a.grantee, a.privilege_type, NULL
        FROM pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
       WHERE p.pronamespace = current_schema()::regnamespace
    )
    SELECT g.object, coalesce(r.rolname, 'PUBLIC') AS role, g.privilege_type AS privilege, g."column"
      FROM granted g LEFT JOIN pg_roles r ON r.oid = g.grantee
     WHERE g.grantee = 0 OR r.rolname IN ${sql.in(grantees)}`
  return Map.groupBy(rightsIn(rows), ({ object }) => object)
})

const existing = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = rolesIn(yield* sql`SELECT rolname AS role FROM pg_roles WHERE rolname IN ${sql.in(grantees)}`)
  return grantees.filter((grantee) => rows.some(({ role }) => role === grantee))
})

const present = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
    UNION ALL
    SELECT proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace`
  const names = new Set(namesIn(rows).map(({ name }) => name))
  return objects.filter(({ name }) => names.has(name))
})

export const missingTables = Effect.map(present, (there) => {
  const names = new Set(there.map(({ name }) => name))
  return Object.keys(tables).filter((name) => !names.has(name))
})

/** The tables and functions whose rights differ from Grants.ts, and the roles that exist. */
const differing = Effect.gen(function* () {
  const roles = yield* existing
  const found = yield* granted
  const different = (yield* present).filter((object) => {
    const there = new Set(found.get(object.name)?.map(({ role, privilege, column }) => textOf(role, privilege, column)))
    return there.symmetricDifference(decided(object, roles)).size > 0
  })
  return { roles, different }
})

export const strangeGrants = Effect.map(differing, ({ different }) => different.map(({ name }) => name))

const statements = ({ kind, name, rights }: Obj, roles: Roles): ReadonlyArray<string> => [
  `REVOKE ALL ON ${kind} ${name} FROM ${['PUBLIC', ...roles].join(', ')} CASCADE`,
  ...roles.flatMap((role) =>
    rights[role].length === 0 ? [] : [`GRANT ${rights[role].join(', ')} ON ${kind} ${name} TO ${role}`],
  ),
]

/**
 * Grants the rights of Grants.ts to the existing roles and revokes all others. A role that is created later gets its
 * rights at the next run. Everything happens in one statement, so no session sees partial rights. Returns the changed
 * objects.
 */
export const grant = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { roles, different } = yield* differing
  const all = different.flatMap((object) => statements(object, roles))
  if (all.length > 0) yield* sql.unsafe(`DO $$ BEGIN ${all.map((one) => `${one};`).join('\n')} END $$`)
  return different.map(({ name }) => name)
})
