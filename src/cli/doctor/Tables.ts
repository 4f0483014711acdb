import { Duration, Effect, Option, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { isPooled } from '#adapters/postgres/connection/Pooler.ts'
import { refusedRole } from '#adapters/postgres/connection/Rights.ts'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { type Inspected, inspect, revision } from '#adapters/postgres/schema/Migrations.ts'
import { refusedVersion } from '#adapters/postgres/schema/ServerVersion.ts'
import { type Check, fault, ok, type Told, warning } from './Check.ts'
import { disk } from './Disk.ts'
import { clock } from './MachineClock.ts'
import { agreement, work } from './Work.ts'

/** What the database says of itself. */

const serverIn = onlyRowOf(
  Schema.Struct({
    version: Schema.String,
    standby: Schema.Boolean,
    readonly: Schema.Boolean,
    awaits_standby: Schema.Boolean,
  }),
)

/** A standby that is there confirms a commit long before. */
const confirmed = Duration.seconds(3)

const server: Check<Database> = {
  check: 'database',
  look: Effect.gen(function* () {
    const { work: sql } = yield* Database
    if (yield* isPooled) {
      return fault(
        'a pooler stands before it',
        'Name Postgres itself, in DATABASE_URL or in COTEJO_DIRECT_DATABASE_URL beside it.',
      )
    }
    const tooOld = yield* refusedVersion(sql)
    if (tooOld !== null) return fault(tooOld, 'Use Postgres 18.')
    const found = serverIn(
      yield* sql`
        SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS standby,
               current_setting('default_transaction_read_only')::boolean AS readonly,
               current_setting('synchronous_standby_names') <> '' AS awaits_standby`,
    )
    if (found.standby) return fault('it is a standby', 'Name the address that leads to the primary in DATABASE_URL.')
    if (found.readonly) return fault('it takes no writes', 'Set default_transaction_read_only to off.')
    if (found.awaits_standby) {
      const commit = yield* Effect.timeoutOption(sql`SELECT pg_logical_emit_message(true, 'cotejo', '')`, confirmed)
      if (Option.isNone(commit)) {
        return fault('its synchronous standby is away', 'Bring it back, or take it out of synchronous_standby_names.')
      }
    }
    return ok(`Postgres ${found.version}`)
  }),
}

/** @param needed the revision that this program was written for */
export const toldOfSchema = (found: Inspected, needed: number): Told => {
  if (found.revision < needed) {
    return fault(`revision ${found.revision}, this program needs ${needed}`, 'Run: cotejo migrate')
  }
  if (found.revision > needed || found.later !== null) {
    const by = found.later === null ? '' : `, migrated by a later program, version ${found.later.version}`
    return warning(
      `revision ${found.revision}, this program knows ${needed}${by}`,
      'Use the release that brought it there.',
    )
  }
  if (found.missing.length > 0) {
    return fault(
      `tables are missing: ${found.missing.join(', ')}`,
      'Bring the last good state back from the backups: migrate does not make them again.',
    )
  }
  const strange = [
    ...found.strange.map((name) => `${name}()`),
    ...found.strangeGrants.map((name) => `rights on ${name}`),
  ]
  return strange.length === 0
    ? ok(`revision ${needed}, functions and rights are those of this program`)
    : fault(`not as this program has them: ${strange.join(', ')}`, 'Run: cotejo migrate')
}

const schema: Check<Database> = {
  check: 'schema',
  look: inspect().pipe(
    Effect.map((found) => toldOfSchema(found, revision)),
    Effect.catchTag('SchemaRefused', ({ message }) =>
      Effect.succeed(
        fault(message, 'Run the release that made this database: cotejo migrate of this one refuses too.'),
      ),
    ),
  ),
}

const roleIn = onlyRowOf(Schema.Struct({ role: Schema.String }))

const role: Check<Database> = {
  check: 'role',
  look: Effect.gen(function* () {
    const { work: sql } = yield* Database
    const refused = yield* refusedRole
    if (refused !== null) return warning('it has more power than it needs', refused.message)
    return ok(roleIn(yield* sql`SELECT current_user AS role`).role)
  }),
}

const connectionsIn = onlyRowOf(Schema.Struct({ used: Schema.Int, most: Schema.Int }))

export const toldOfConnections = ({ used, most }: ReturnType<typeof connectionsIn>): Told => {
  const told = `${used} of ${most}`
  return used > most * 0.8 ? warning(told, 'Raise max_connections, or lower those of the replicas.') : ok(told)
}

const connections: Check<Database> = {
  check: 'connections',
  look: Effect.gen(function* () {
    const { work: sql } = yield* Database
    // Processes of Postgres itself take none of them. What a connection of another role is, this one may not be told.
    const rows = yield* sql`
      SELECT (SELECT count(*)::integer FROM pg_stat_activity
               WHERE datid IS NOT NULL AND usesysid IS NOT NULL
                 AND coalesce(backend_type, 'client backend') = 'client backend') AS used,
             current_setting('max_connections')::integer AS most`
    return toldOfConnections(connectionsIn(rows))
  }),
}

export const databaseChecks = [server, schema, role, clock, connections, disk, work, agreement]
