/** A primary and its synchronous standby: two servers with copies of one data directory. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accounts, modeOf } from '#scripts/chaos/partners.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { type BenchDatabase, fill } from '#tools/postgres/benchDatabase.ts'
import { type OwnPostgres, ownPostgres, query, startPostgres } from '#tools/postgres/postgres.ts'
import { movingAddress } from './MovingAddress.ts'

/** A filled database whose server has ended. */
export interface Template {
  readonly directory: string
  readonly database: BenchDatabase
}

export const makeTemplate = async (): Promise<Template> => {
  const directory = temporaryDirectory('cluster')
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  const server = await startPostgres({ dataDirectory: directory, durable: true })
  const database = await fill(server.url, accounts, modeOf)
  await server.stop()
  return { directory, database }
}

const copyOf = ({ directory }: Template): string => {
  const path = temporaryDirectory('cluster')
  process.once('exit', () => rmSync(path, { recursive: true, force: true }))
  execFileSync('cp', ['-a', join(directory, 'postgres'), path])
  return path
}

/** Configures the server of a data directory as a standby of the primary at this URL. */
const follow = (dataDirectory: string, primary: string): void => {
  const cluster = join(dataDirectory, 'postgres', 'cluster')
  const { hostname, port, username, password } = new URL(primary)
  const way = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = '${way}'\nsynchronous_standby_names = ''\nwal_retrieve_retry_interval = '200ms'\n`,
  )
  const signal = join(cluster, 'standby.signal')
  writeFileSync(signal, '')
  const { uid, gid } = statSync(cluster)
  chownSync(signal, uid, gid)
}

const has = async (url: string, condition: string): Promise<boolean> =>
  (await query(url, `SELECT WHERE ${condition}`)).length > 0

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Makes the primary wait for the standby at each commit. Returns once this is in effect. */
const synchronise = async ({ url }: OwnPostgres): Promise<void> => {
  await query(url, "ALTER SYSTEM SET synchronous_standby_names = 'standby'")
  await query(url, 'SELECT pg_reload_conf()')
  await until(() => has(url, "EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')"))
}

export interface Pair {
  readonly first: OwnPostgres
  readonly second: OwnPostgres
  /** Cuts all traffic from the first server to the second. */
  readonly part: () => void
  /** Promotes the second server to a primary without a synchronous standby. */
  readonly promote: () => Promise<void>
  /** Restarts the first server, which was shut down, as the synchronous standby of the second. */
  readonly returnFirst: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts both. The first one is the primary. */
export const startPair = async (template: Template): Promise<Pair> => {
  const [home, other] = [copyOf(template), copyOf(template)]
  const first = await ownPostgres({ durable: true, dataDirectory: home })
  const way = await movingAddress(first.url)
  follow(other, way.url)
  const second = await ownPostgres({ durable: true, dataDirectory: other })
  await synchronise(first)
  return {
    first,
    second,
    part: () => way.moveTo(null),
    promote: async () => {
      await query(second.url, 'SELECT pg_promote(true, 30)')
    },
    returnFirst: async () => {
      follow(home, second.url)
      await first.restart()
      await synchronise(second)
    },
    stop: async () => {
      await Promise.all([first.stop(), second.stop()])
      await way.stop()
    },
  }
}

/** The ids of the verifications on a server, in no particular order. */
export const verificationsOf = async (url: string): Promise<ReadonlySet<string>> => {
  const rows = await query(url, 'SELECT verification_id FROM verifications')
  return new Set(rows.map((row) => String(Reflect.get(row, 'verification_id'))))
}

/** Waits until the standby has everything that the primary has. */
export const caughtUp = async (primary: string, standby: string): Promise<void> => {
  const [row] = await query(primary, 'SELECT pg_current_wal_lsn()::text AS lsn')
  const lsn = String(row === undefined ? '' : Reflect.get(row, 'lsn'))
  await until(() => has(standby, `pg_last_wal_replay_lsn() >= '${lsn}'`))
}
