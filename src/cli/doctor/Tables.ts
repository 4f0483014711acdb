import { Duration, Effect, Option, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { refusedPooler } from '#adapters/postgres/connection/Pooler.ts'
import { databaseCondition } from '#adapters/postgres/installation/DatabaseCondition.ts'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { conditionOf, otherRelease } from '#adapters/postgres/schema/KeptSchema.ts'
import { inspect, revision } from '#adapters/postgres/schema/Migrations.ts'
import { refusedRole } from '#adapters/postgres/schema/Rights.ts'
import { refusedVersion } from '#adapters/postgres/schema/ServerVersion.ts'
import { type Check, type Finding, fault, ok, warning } from './Check.ts'
import { disk } from './Disk.ts'
import { clock } from './MachineClock.ts'
import { agreement, moves, work } from './Work.ts'

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
    const refused = yield* refusedPooler
    if (refused !== null) return fault(refused.found, refused.action)
    const tooOld = yield* refusedVersion(sql)
    if (tooOld !== null) return fault(tooOld, 'Use Postgres 18.')
    const found = serverIn(
      yield* sql`
        SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS standby,
               current_setting('default_transaction_read_only')::boolean AS readonly,
               current_setting('synchronous_standby_names') <> '' AS awaits_standby`,
    )
    if (found.standby) return fault('it is a standby', 'Name the address that leads to the primary in DATABASE_URL.')
    if (found.readonly) return fault('it accepts no writes', 'Set default_transaction_read_only to off.')
    if (found.awaits_standby) {
      const commit = yield* Effect.timeoutOption(sql`SELECT pg_logical_emit_message(true, 'cotejo', '')`, confirmed)
      if (Option.isNone(commit)) {
        return fault('its synchronous standby is unavailable', 'Start it, or remove it from synchronous_standby_names.')
      }
    }
    return ok(`Postgres ${found.version}`)
  }),
}

const schema: Check<Database> = {
  check: 'schema',
  look: inspect().pipe(
    Effect.map((found) => conditionOf(found, revision)),
    Effect.catchTag('SchemaRefused', ({ reason }) => Effect.succeed(fault(reason, otherRelease))),
  ),
}

const roleIn = onlyRowOf(Schema.Struct({ role: Schema.String }))

const role: Check<Database> = {
  check: 'role',
  look: Effect.gen(function* () {
    const { work: sql } = yield* Database
    const refused = yield* refusedRole
    if (refused !== null) return warning(refused.found, refused.action)
    return ok(roleIn(yield* sql`SELECT current_user AS role`).role)
  }),
}

export const toldOfConnections = ({ used, most }: { readonly used: number; readonly most: number }): Finding => {
  const finding = `${used} of ${most}`
  return used > most * 0.8
    ? warning(finding, 'Raise max_connections, or lower the pools of the replicas.')
    : ok(finding)
}

const connections: Check<Database> = {
  check: 'connections',
  look: Effect.gen(function* () {
    const { work: sql } = yield* Database
    const { connections: used, mostConnections: most } = yield* databaseCondition(sql)
    return toldOfConnections({ used, most })
  }),
}

export const databaseChecks = [server, schema, role, clock, connections, disk, work, agreement, moves]
