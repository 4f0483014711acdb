import { Effect, Schema } from 'effect'
import type { SqlClient } from 'effect/sql'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'

/** The first version that supports the schema's statements (`STORAGE` in `CREATE TABLE`), in the server's notation. */
const oldest = 160_000

const versionIn = onlyRowOf(Schema.Struct({ version: Schema.String, is_too_old: Schema.Boolean }))

/** Why the schema cannot be created in this Postgres; null if it can. */
export const refusedVersion = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const { version, is_too_old } = versionIn(
    yield* sql`
      SELECT current_setting('server_version') AS version,
             current_setting('server_version_num')::integer < ${oldest} AS is_too_old`,
  )
  return is_too_old ? `Postgres ${version} is too old: use version 16 or later` : null
})
