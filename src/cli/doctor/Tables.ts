import { Clock, Duration, Effect, Option, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { isPooled } from '#adapters/postgres/connection/Pooler.ts'
import { refusedRole } from '#adapters/postgres/connection/Rights.ts'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { inspect, revision } from '#adapters/postgres/schema/Migrations.ts'
import { refusedVersion } from '#adapters/postgres/schema/ServerVersion.ts'
import { environment } from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'
import { type Check, fault, ok, warning } from './Check.ts'
import { work } from './Work.ts'

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

const schema: Check<Database> = {
  check: 'schema',
  look: Effect.map(inspect(), (found) => {
    if (found.revision < revision) {
      return fault(`revision ${found.revision}, this program needs ${revision}`, 'Run: cotejo migrate')
    }
    if (found.revision > revision) {
      return warning(
        `revision ${found.revision}, this program knows ${revision}`,
        'Use the release that brought it there.',
      )
    }
    if (found.missing.length > 0) {
      return fault(
        `tables are missing: ${found.missing.join(', ')}`,
        'Bring the last good state back from the backups: migrate does not make them again.',
      )
    }
    const strange = [...found.strange.map((name) => `${name}()`), ...found.strangeGrants]
    return strange.length === 0
      ? ok(`revision ${revision}, functions and rights are those of this program`)
      : fault(`not as this program has them: ${strange.join(', ')}`, 'Run: cotejo migrate')
  }),
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

const nowIn = onlyRowOf(Schema.Struct({ now: Schema.Finite }))

const clock: Check<Database> = {
  check: 'clock',
  look: Effect.gen(function* () {
    const { work: sql } = yield* Database
    yield* sql`SELECT 1`
    const before = yield* Clock.currentTimeMillis
    const { now } = nowIn(yield* sql`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now`)
    const after = yield* Clock.currentTimeMillis
    const offset = Math.max(0, Math.abs((before + after) / 2 - now) - (after - before) / 2) / 1_000
    const told = `${offset.toFixed(1)} s off the database`
    if (offset > 30) return fault(told, 'Set the clock of this machine: a replica on it takes no work.')
    return offset > 2 ? warning(told, 'Set the clock of this machine.') : ok(told)
  }),
}

const connectionsIn = onlyRowOf(Schema.Struct({ used: Schema.Int, most: Schema.Int }))

const connections: Check<Database> = {
  check: 'connections',
  look: Effect.gen(function* () {
    const { work: sql } = yield* Database
    const { used, most } = connectionsIn(
      yield* sql`
        SELECT (SELECT count(*)::integer FROM pg_stat_activity) AS used,
               current_setting('max_connections')::integer AS most`,
    )
    const told = `${used} of ${most}`
    return used > most * 0.8 ? warning(told, 'Raise max_connections, or lower those of the replicas.') : ok(told)
  }),
}

const walIn = onlyRowOf(
  Schema.Struct({
    bytes: Schema.Int,
    archiving: Schema.Boolean,
    leading: Schema.Boolean,
    failing: Schema.Boolean,
    slots: Schema.Int,
    retained: Schema.Int,
    may: Schema.Boolean,
  }),
)
const walBytesIn = onlyRowOf(Schema.Struct({ bytes: Schema.Int }))

const mebibytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MiB`
/** Log that a slot keeps back beyond this fills the disk before long. */
const muchRetained = 10 * 1_073_741_824

const archiveIt =
  'Set archive_mode and archive_command: without them what came after the last backup is lost. One that streams the log, as pg_receivewal, is not seen here.'

const disk: Check<Database> = {
  check: 'disk and log',
  look: Effect.gen(function* () {
    const settings = yield* load({ environment })
    const { work: sql } = yield* Database
    const found = walIn(
      yield* sql`
        SELECT pg_database_size(current_database())::float8 AS bytes,
               current_setting('archive_mode') <> 'off' AS archiving,
               current_setting('archive_command') <> '' OR current_setting('archive_library') <> '' AS leading,
               coalesce((SELECT last_failed_time > coalesce(last_archived_time, '-infinity') FROM pg_stat_archiver), false)
                 AS failing,
               (SELECT count(*)::integer FROM pg_replication_slots WHERE NOT active) AS slots,
               coalesce((SELECT max(pg_current_wal_lsn() - restart_lsn)::float8 FROM pg_replication_slots), 0) AS retained,
               has_function_privilege('pg_ls_waldir()', 'EXECUTE') AS may`,
    )
    const wal = found.may
      ? `, log ${mebibytes(walBytesIn(yield* sql`SELECT coalesce(sum(size), 0)::float8 AS bytes FROM pg_ls_waldir()`).bytes)}`
      : ''
    const told = `database ${mebibytes(found.bytes)}${wal}, ${found.archiving ? 'the log is archived' : 'no archive of the log'}`
    if (found.archiving && !found.leading) {
      return fault(`${told} to nowhere`, 'Set archive_command: until then the log fills the disk.')
    }
    if (found.failing) return fault(`${told}; archiving fails`, 'Mend archive_command: the log fills the disk.')
    if (found.retained > muchRetained) {
      return fault(
        `${told}; a slot keeps ${mebibytes(found.retained)} of the log`,
        'Start its standby, or drop the slot: the log fills the disk.',
      )
    }
    if (found.slots > 0) return warning(`${told}; ${found.slots} slots that nobody reads`, 'Drop them.')
    return found.archiving || settings.environment === 'sandbox' ? ok(told) : warning(told, archiveIt)
  }),
}

export const databaseChecks = [server, schema, role, clock, connections, disk, work]
