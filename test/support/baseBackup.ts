import { execFile } from 'node:child_process'
import { chown, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Effect, Schema } from 'effect'
import { Reactivity } from 'effect/reactivity'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { makeClient } from '#tools/postgres/database.ts'
import { type OwnPostgres, startPostgres } from '#tools/postgres/postgres.ts'

const run = promisify(execFile)
const labelIn = onlyRowOf(Schema.Struct({ labelfile: Schema.String }))

/** A copy of a server that was at work, as `pg_basebackup` makes it. */
export interface BaseBackup {
  /** The directory that holds it. */
  readonly path: string
  /** Starts a server on the copy, in the state of the end of the backup. */
  readonly start: () => ReturnType<typeof startPostgres>
  readonly remove: () => Promise<void>
}

/** Copies the files of a server while it works: as Postgres documents it under "Low Level API" of base backups. */
export const baseBackup = async ({ url, log }: OwnPostgres): Promise<BaseBackup> => {
  const path = temporaryDirectory('backup')
  const home = dirname(log)
  const [cluster, copy] = [join(home, 'cluster'), join(path, 'postgres', 'cluster')]
  // Files come and go while they are copied; the write-ahead log makes up for it.
  const copyFiles = () =>
    run('cp', ['-a', home, path]).catch((error) => {
      if (!/No such file|file changed/.test(String(error))) throw error
    })
  const whole = Effect.gen(function* () {
    const sql = yield* makeClient(url)
    yield* sql`SELECT pg_backup_start('test', true)::text`
    yield* Effect.promise(copyFiles)
    const { labelfile } = labelIn(yield* sql`SELECT labelfile FROM pg_backup_stop(false)`)
    yield* Effect.promise(async () => {
      const { uid, gid } = await stat(cluster)
      await writeFile(join(copy, 'backup_label'), labelfile)
      await chown(join(copy, 'backup_label'), uid, gid)
      for (const left of ['postmaster.pid', 'postmaster.opts', 'pg_wal']) {
        await rm(join(copy, left), { recursive: true, force: true })
      }
      await run('cp', ['-a', join(cluster, 'pg_wal'), copy])
    })
  })
  await whole.pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.runPromise)
  return {
    path,
    start: () => startPostgres({ dataDirectory: path, durable: false }),
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 10 }),
  }
}
