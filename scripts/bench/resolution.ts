/**
 * Verifications per second from claim to end, with sources that answer at once: one process, two processes, and the
 * same work on pg-boss.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { startReplica } from '#tools/machine/replicaProcess.ts'
import { type BenchDatabase, withDatabase } from '#tools/postgres/benchDatabase.ts'
import { query } from '#tools/postgres/postgres.ts'
import { workerEnvironment } from '#tools/postgres/workers.ts'
import { residentMegabytes, round } from '#tools/reports/measure.ts'
import { judge, report } from '#tools/reports/report.ts'
import { request } from './due.ts'
import { keyOfToday } from './keyOfToday.ts'
import { sized } from './sized.ts'

const count = sized(15_000, 200)
/** This many end first, to compile the code. */
const warming = sized(5_000, 100)
/** The milliseconds from the first insert until the others fall due, so that all are inserted by then. */
const lead = sized(12_000, 2_000)
const accounts = 50
const program = 'scripts/bench/servers/worker.ts'
const aims = { timesPgBoss: 3, timesWholeJob: 1.5, secondProcess: 1 }

/** The current position of the write-ahead log. */
const logOf = async (url: string): Promise<string> => {
  const [row] = await query(url, 'SELECT pg_current_wal_lsn()::text AS lsn')
  return String(Reflect.get(row ?? {}, 'lsn'))
}

/** The rate of endings since `since`, and the write-ahead log since `log`. */
const figuresOf = async (url: string, since: Date, log: string) => {
  const [row] = await query(
    url,
    `SELECT (count(*) / extract(epoch FROM max(resolved_at) - '${since.toISOString()}'))::float8 AS "perSecond",
            (pg_wal_lsn_diff(pg_current_wal_lsn(), '${log}') / count(*) / 1024)::float8 AS log
       FROM verifications WHERE resolved_at >= '${since.toISOString()}'`,
  )
  const { perSecond, log: written }: { perSecond?: number; log?: number } = row ?? {}
  return { 'ended per second': round(Number(perSecond), 0), 'KB of WAL each': round(Number(written)) }
}

const byReplicas = async (database: BenchDatabase, processes: number) => {
  const environment = workerEnvironment(database)
  const workers = await Promise.all(
    Array.from({ length: processes }, () => startReplica({ ...environment, COTEJO_ROLES: 'worker,api' }, program)),
  )
  await fill(database, processes * warming)
  await drained(database.url)
  const due = new Date(Date.now() + lead)
  await fill(database, count, due)
  const log = await logOf(database.url)
  if (Date.now() > due.getTime()) throw new Error('they were due before all of them were there')
  await drained(database.url)
  const resident = Math.max(...workers.map(({ process }) => residentMegabytes(process.pid ?? 0)))
  for (const { process } of workers) process.kill('SIGTERM')
  await Promise.all(workers.map(({ process }) => once(process, 'exit')))
  return { ...(await figuresOf(database.url, due, log)), 'resident, MB': resident }
}

const byPgBoss = async (database: BenchDatabase, variant: 'steps' | 'whole') => {
  await fill(database, warming + count)
  const args = [
    'scripts/bench/servers/pgBoss.ts',
    variant,
    database.url,
    String(warming),
    database.sealingKeys.replace('bench:', ''),
  ]
  const boss = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(boss, 'exit')
  const begun = await Promise.race([once(boss.stdout, 'data'), ended.then(() => null)])
  const since = new Date(String(begun?.[0]).trim())
  const log = await logOf(database.url)
  const [code] = await ended
  if (code !== 0) throw new Error(`pg-boss ended with ${code}`)
  return figuresOf(database.url, since, log)
}

/** Measures on a new database. */
const onItsOwn = async <A>(measure: (database: BenchDatabase) => Promise<A>): Promise<A> => {
  const found: Array<A> = []
  await withDatabase(accounts, async (database) => {
    found.push(await measure(database))
  })
  const [one] = found
  if (one === undefined) throw new Error('nothing was measured')
  return one
}

export const resolution = async (): Promise<void> => {
  const one = await onItsOwn((database) => byReplicas(database, 1))
  const two = await onItsOwn((database) => byReplicas(database, 2))
  const steps = await onItsOwn((database) => byPgBoss(database, 'steps'))
  const whole = await onItsOwn((database) => byPgBoss(database, 'whole'))
  report(`${count} verifications of ${accounts} accounts, all due`, {
    'one process': one,
    'two processes': two,
    'one process of pg-boss, a job for each of three steps': steps,
    'one process of pg-boss, a job for all of it': whole,
  })
  const rate = 'ended per second'
  judge('ended per second', {
    'one process / one of pg-boss with three steps': {
      value: one[rate] / steps[rate],
      atLeast: aims.timesPgBoss,
      unit: 'times',
    },
    'one process / one of pg-boss with one job': {
      value: one[rate] / whole[rate],
      atLeast: aims.timesWholeJob,
      unit: 'times',
    },
    'two processes / one': { value: two[rate] / one[rate], atLeast: aims.secondProcess, unit: 'times' },
  })
}

/** Inserts this many verifications, due at that time or at once. */
const fill = async ({ url, sealingKeys }: BenchDatabase, many: number, due?: Date): Promise<void> => {
  const key = await keyOfToday(url, Buffer.from(sealingKeys.replace('bench:', ''), 'base64'), 'applicant')
  const client = new pg.Client(url)
  await client.connect()
  const names = Array.from({ length: accounts }, (_, index) => `account-${index}`)
  await request({ client, key, accounts: names, name: 'ver', first: 0, due }, many)
  await client.end()
}

const drained = async (url: string): Promise<void> => {
  const until = performance.now() + 120_000
  while (performance.now() < until) {
    const [row] = await query(url, 'SELECT count(*)::integer AS left FROM verification_work')
    if (Reflect.get(row ?? {}, 'left') === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('not all ended')
}
