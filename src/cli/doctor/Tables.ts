import { Clock, Duration, Effect, Option, Redacted, Schema } from 'effect'
import { shownExpiry } from '#adapters/egress/PeerCertificate.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { refusedPooler } from '#adapters/postgres/connection/Pooler.ts'
import { loudFrom, trustedUpTo } from '#adapters/postgres/installation/DatabaseClock.ts'
import { databaseCondition } from '#adapters/postgres/installation/DatabaseCondition.ts'
import { knownEnvironment, refusedEnvironment } from '#adapters/postgres/installation/KnownEnvironment.ts'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { conditionOf } from '#adapters/postgres/schema/KeptSchema.ts'
import { inspect, revision } from '#adapters/postgres/schema/Migrations.ts'
import { refusedRole } from '#adapters/postgres/schema/Rights.ts'
import { refusedVersion } from '#adapters/postgres/schema/ServerVersion.ts'
import * as Config from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'
import { type Check, expiry, type Finding, fault, ok, warning } from './Check.ts'
import { baseBackup, disk } from './Disk.ts'
import { sessions } from './Sessions.ts'
import { agreement, moves, retention, sources, work } from './Work.ts'

/** What the database said, and when it was asked and had answered by the clock of this machine, in epoch milliseconds. */
interface Asked {
  readonly before: number
  readonly now: number
  readonly after: number
}

/** How far this machine is off at least, and so how a replica on it would find it. */
export const clockFinding = ({ before, now, after }: Asked): Finding => {
  const ahead = (before + after) / 2 - now
  const off = Duration.millis(Math.max(0, Math.abs(ahead) - (after - before) / 2))
  const way = Duration.isLessThan(off, loudFrom) ? 'off' : ahead > 0 ? 'ahead of' : 'behind'
  const finding = `${Duration.toSeconds(off).toFixed(1)} s ${way} the database`
  if (Duration.isGreaterThan(off, trustedUpTo)) {
    return fault(finding, 'Set the clock of this machine: a replica here creates and claims nothing.')
  }
  return Duration.isLessThan(off, loudFrom) ? ok(finding) : warning(finding, 'Set the clock of this machine.')
}

const nowIn = onlyRowOf(Schema.Struct({ now: Schema.Finite }))

const clock: Check<Database> = {
  check: 'clock',
  look: Effect.gen(function* () {
    const { work: sql } = yield* Database
    yield* sql`SELECT 1`
    const before = yield* Clock.currentTimeMillis
    const { now } = nowIn(yield* sql`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now`)
    return clockFinding({ before, now, after: yield* Clock.currentTimeMillis })
  }),
}

/** Whether the database is of the environment that the settings name. */
export const environment: Check<Database> = {
  check: 'environment',
  look: Effect.gen(function* () {
    const { given } = yield* load({ given: Config.environment })
    const refused = yield* refusedEnvironment(given)
    if (refused !== null) return fault(refused.found, refused.action)
    return (yield* knownEnvironment) === null
      ? ok(`${given}; the database records it when the first replica starts`)
      : ok(`${given}, as the database`)
  }),
}

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

/** That the database is not reached is said by the line `database`. */
const certificate: Check<Database> = {
  check: 'certificate of the database',
  look: Effect.gen(function* () {
    const { databaseUrl, certificates } = yield* load({
      databaseUrl: Config.databaseUrl,
      certificates: Config.databaseCertificates,
    })
    const authorities = certificates === null ? [] : [certificates]
    const shown = yield* shownExpiry({ url: Redacted.value(databaseUrl.url), authorities, own: null })
    return shown === null ? ok('none: not encrypted') : expiry('it', shown, yield* Clock.currentTimeMillis)
  }),
}

const schema: Check<Database> = {
  check: 'schema',
  look: inspect().pipe(
    Effect.map((found) => conditionOf(found, revision)),
    Effect.catchTag('SchemaRefused', ({ reason, action }) => Effect.succeed(fault(reason, action))),
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

export const connectionsFinding = ({ used, most }: { readonly used: number; readonly most: number }): Finding => {
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
    return connectionsFinding({ used, most })
  }),
}

export const databaseChecks = [
  server,
  certificate,
  sessions,
  schema,
  role,
  clock,
  connections,
  disk,
  baseBackup,
  work,
  sources,
  agreement,
  retention,
  moves,
]
