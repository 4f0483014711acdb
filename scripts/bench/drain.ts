/**
 * Measures the drain of a backlog after all workers were stopped: the rate of one process, and the duration of new
 * requests of other accounts meanwhile. The same is measured with a backlog of a few seconds. (New requests of an
 * account with a backlog come after it.) Workers are paused as during a recovery, so that both cases are measured on
 * the same warm process.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startReplica } from '#tools/machine/replicaProcess.ts'
import { type BenchDatabase, withDatabase } from '#tools/postgres/benchDatabase.ts'
import { workerOf } from '#tools/postgres/workers.ts'
import { round } from '#tools/reports/measure.ts'
import { judge, report } from '#tools/reports/report.ts'
import { type Requesting, request } from './due.ts'
import { keyOfToday } from './keyOfToday.ts'
import { sized } from './sized.ts'

const namesOf = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `account-${first + index}`)
const accounts = { backlog: namesOf(0, 200), others: namesOf(200, 20) }
const backlogs = { warm: sized(5_000, 100), usual: sized(15_000, 300), large: sized(200_000, 2_000) }
/** How long it is measured. The first minute is the worst, because then most of the backlog waits. */
const watched = sized(60, 5)
/** Milliseconds between two new requests of the other accounts. */
const newEvery = 20
const aims = { rate: 0.8, p99: 2 }
const timeoutMillis = 180_000
/** The check for remaining work runs rarely, because it also scans deleted rows. */
const askedEvery = 500

const standStill = (client: pg.Client) => client.query('INSERT INTO recoveries DEFAULT VALUES')
const goOn = (client: pg.Client) => client.query('UPDATE recoveries SET ended_at = now() WHERE ended_at IS NULL')

const areLeft = async (client: pg.Client, which: string): Promise<boolean> => {
  const { rowCount } = await client.query(`SELECT FROM verification_work WHERE ${which} LIMIT 1`)
  return rowCount !== 0
}

const until = async (client: pg.Client, which: string): Promise<void> => {
  const limit = performance.now() + timeoutMillis
  while (await areLeft(client, which)) {
    if (performance.now() > limit) throw new Error(`still there: ${which}`)
    await sleep(askedEvery)
  }
}

/** The rate at which the backlog ended during the measurement, and the durations of the new requests. */
const found = `
  SELECT old.rate, fresh.p50, fresh.p99
    FROM (SELECT (count(*) / extract(epoch FROM max(resolved_at) - min(resolved_at)))::float8 AS rate
            FROM verifications WHERE verification_id LIKE $1
             AND resolved_at >= $3 AND resolved_at < $3::timestamptz + make_interval(secs => $4)) AS old,
         (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY took) AS p50,
                 percentile_disc(0.99) WITHIN GROUP (ORDER BY took) AS p99
            FROM (SELECT (extract(epoch FROM resolved_at - created_at) * 1000)::float8 AS took
                    FROM verifications WHERE verification_id LIKE $2) AS each) AS fresh`

interface Found {
  readonly rate: number
  readonly p50: number
  readonly p99: number
}

/** Measures a backlog that exists when the workers resume, and requests of others while they drain it. */
const measured = async (requesting: Requesting, count: number): Promise<Found> => {
  const { client } = requesting
  const [old, fresh] = [`old${count}`, `new${count}`]
  await standStill(client)
  await request({ ...requesting, name: old }, count)
  // Autovacuum would otherwise do this during the measurement.
  await client.query('ANALYZE')
  await client.query('CHECKPOINT')
  const { rows: began } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now')
  await goOn(client)
  const end = performance.now() + watched * 1_000
  let askAt = 0
  for (let nth = 0; performance.now() < end; nth++) {
    if (performance.now() > askAt) {
      if (!(await areLeft(client, `verification_id LIKE '${old}%'`))) break
      askAt = performance.now() + askedEvery
    }
    await request({ ...requesting, accounts: accounts.others, name: fresh, first: nth }, 1)
    await sleep(newEvery)
  }
  await until(client, `verification_id LIKE '${fresh}%'`)
  const { rows } = await client.query<Found>(found, [`${old}%`, `${fresh}%`, began[0]?.now, watched])
  if (rows[0] === undefined) throw new Error('nothing was resolved')
  return rows[0]
}

const compared = async (database: BenchDatabase): Promise<void> => {
  const { url, sealingKeys } = database
  const key = await keyOfToday(url, Buffer.from(sealingKeys.replace('bench:', ''), 'base64'), 'applicant')
  const client = new pg.Client(url)
  await client.connect()
  await client.query('SET synchronous_commit = off')
  const { process: worker } = await startReplica(...workerOf(database, { COTEJO_ROLES: 'worker,api' }))
  try {
    const requesting = { client, key, accounts: accounts.backlog, name: 'warm', first: 0 }
    await request(requesting, backlogs.warm)
    await until(client, 'true')
    const usual = await measured(requesting, backlogs.usual)
    await until(client, 'true')
    const large = await measured(requesting, backlogs.large)
    const row = ({ rate, p50, p99 }: Found) => ({
      'ended per second': round(rate, 0),
      'new ones of others p50, ms': round(p50),
      'new ones of others p99, ms': round(p99),
    })
    report(
      `one process after all workers stood still, ${accounts.backlog.length} accounts, in the first ${watched} s at most`,
      {
        [`${backlogs.usual} due`]: row(usual),
        [`${backlogs.large} due`]: row(large),
      },
    )
    judge(`${backlogs.large} due beside ${backlogs.usual}`, {
      'ended per second': { value: large.rate / usual.rate, atLeast: aims.rate, unit: 'times' },
      'p99 of new ones of others': { value: large.p99 / usual.p99, atMost: aims.p99, unit: 'times' },
    })
  } finally {
    worker.kill('SIGTERM')
    await once(worker, 'exit')
    await client.end()
  }
}

export const drain = (): Promise<void> => withDatabase(accounts.backlog.length + accounts.others.length, compared)
