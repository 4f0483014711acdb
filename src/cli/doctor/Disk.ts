import { Effect, Option, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { databaseCondition } from '#adapters/postgres/installation/DatabaseCondition.ts'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { environment } from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'
import { type Check, type Finding, fault, ok, warning } from './Check.ts'

const walIn = onlyRowOf(
  Schema.Struct({
    leading: Schema.Boolean,
    slots: Schema.Int,
    retained: Schema.Int,
    may: Schema.Boolean,
  }),
)
const walBytesIn = onlyRowOf(Schema.Struct({ bytes: Schema.Int }))

interface Found extends Omit<ReturnType<typeof walIn>, 'may'> {
  readonly bytes: number
  readonly archiving: boolean
  readonly failing: boolean
  /** Bytes of the log; null when this role may not look. */
  readonly log: number | null
}

const mebibytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MiB`
/** Log that a slot keeps back beyond this fills the disk before long. */
const muchRetained = 10 * 1_073_741_824

const archiveIt =
  'Set archive_mode and archive_command: without them what came after the last backup is lost. One that streams the log, as pg_receivewal, is not seen here.'

/** @param isSandbox whether what is lost is nothing to anybody */
export const diskFinding = (found: Found, isSandbox: boolean): Finding => {
  const log = found.log === null ? '' : `, log ${mebibytes(found.log)}`
  const sizes = `database ${mebibytes(found.bytes)}${log}`
  if (found.archiving && !found.leading) {
    return fault(`${sizes}, the log is archived to nowhere`, 'Set archive_command: until then the log fills the disk.')
  }
  if (found.failing) return fault(`${sizes}, archiving the log fails`, 'Fix archive_command: the log fills the disk.')
  const finding = `${sizes}, ${found.archiving ? 'the log is archived' : 'no archive of the log'}`
  if (found.retained > muchRetained) {
    return fault(
      `${finding}; a slot keeps ${mebibytes(found.retained)} of the log`,
      'Start its standby, or drop the slot: the log fills the disk.',
    )
  }
  if (found.slots > 0) return warning(`${finding}; ${found.slots} unused replication slots`, 'Drop them.')
  return found.archiving || isSandbox ? ok(finding) : warning(finding, archiveIt)
}

const backupIn = onlyRowOf(Schema.Struct({ seconds: Schema.NullOr(Schema.Finite) }))
const mayIn = onlyRowOf(Schema.Struct({ may: Schema.Boolean, archiving: Schema.Boolean }))

const hour = 3_600
/** A base backup is taken every day. */
const oldBackup = 36 * hour
const takeIt = 'Take one of the primary (docs/operate/backup.md).'

interface Backup extends ReturnType<typeof mayIn> {
  /** Since the last base backup; null if none is known. */
  readonly seconds: number | null
}

export const baseBackupFinding = ({ may, archiving, seconds }: Backup, isSandbox: boolean): Finding => {
  if (!archiving) return ok('not known: Postgres notes it only with an archive of the log')
  if (!may) return ok('not known: this role may not list the log')
  if (seconds === null) return isSandbox ? ok('none is known') : warning('none is known', takeIt)
  const finding = `taken ${Math.round(seconds / hour)} hours ago`
  return seconds > oldBackup ? warning(finding, takeIt) : ok(finding)
}

/** The end of a base backup leaves a file `….backup` in the log, which stays until the next one. */
export const baseBackup: Check<Database> = {
  check: 'base backup',
  look: Effect.gen(function* () {
    const settings = yield* load({ environment })
    const { work: sql } = yield* Database
    const known = mayIn(
      yield* sql`
        SELECT has_function_privilege('pg_ls_waldir()', 'EXECUTE') AS may, current_setting('archive_mode') <> 'off' AS archiving`,
    )
    const seconds = known.may
      ? backupIn(
          yield* sql`
            SELECT extract(epoch FROM now() - max(modification))::float8 AS seconds
              FROM pg_ls_waldir() WHERE name LIKE '%.backup'`,
        ).seconds
      : null
    return baseBackupFinding({ ...known, seconds }, settings.environment === 'sandbox')
  }),
}

export const disk: Check<Database> = {
  check: 'disk and log',
  look: Effect.gen(function* () {
    const settings = yield* load({ environment })
    const { work: sql } = yield* Database
    const { may, ...found } = walIn(
      yield* sql`
        SELECT current_setting('archive_command') <> '' OR current_setting('archive_library') <> '' AS leading,
               (SELECT count(*)::integer FROM pg_replication_slots WHERE NOT active) AS slots,
               coalesce((SELECT max(pg_current_wal_lsn() - restart_lsn)::float8 FROM pg_replication_slots), 0) AS retained,
               has_function_privilege('pg_ls_waldir()', 'EXECUTE') AS may`,
    )
    const { bytes, archive } = yield* databaseCondition(sql)
    const log = may
      ? walBytesIn(yield* sql`SELECT coalesce(sum(size), 0)::float8 AS bytes FROM pg_ls_waldir()`).bytes
      : null
    const archiving = Option.isSome(archive.since)
    return diskFinding(
      { ...found, bytes, archiving, failing: archive.isFailing, log },
      settings.environment === 'sandbox',
    )
  }),
}
