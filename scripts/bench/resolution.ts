/** Verifications per second from claim to end, with sources that answer at once, by one and two processes. */

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { startReplica } from '#scripts/chaos/processes.ts'
import { sampleRequest } from '#simulator/SampleRequest.ts'
import { query } from '#test/support/postgres.ts'
import { inParallel, residentMegabytes, round } from './measure.ts'
import { withDatabase } from './postgres.ts'

const count = 5_000
const accounts = 50
const program = 'scripts/bench/servers/worker.ts'

export const resolution = async (): Promise<void> => {
  const rows: Record<string, Record<string, number>> = {}
  for (const processes of [1, 2]) {
    await withDatabase(accounts, async ({ url, digestKey, apiKeys }) => {
      const environment = {
        DATABASE_URL: url,
        COTEJO_ENVIRONMENT: 'sandbox',
        COTEJO_DIGEST_KEY: digestKey,
        COTEJO_SEALING_KEYS: `bench:${randomBytes(32).toString('base64')}`,
        COTEJO_PORT: '0',
        COTEJO_METRICS_PORT: '0',
      }
      await fill({ ...environment, COTEJO_ROLES: 'api' }, apiKeys)
      const wal = () => query(url, 'SELECT pg_current_wal_lsn()::text AS lsn')
      const [before] = await wal()
      const start = performance.now()
      const workers = await Promise.all(
        Array.from({ length: processes }, () => startReplica({ ...environment, COTEJO_ROLES: 'worker,api' }, program)),
      )
      const startedAt = performance.now()
      await drained(url)
      const [row] = await query(
        url,
        `SELECT (extract(epoch FROM max(resolved_at) - min(resolved_at)))::float8 AS seconds,
                (pg_wal_lsn_diff(pg_current_wal_lsn(), '${Reflect.get(before ?? {}, 'lsn')}') / ${count} / 1024)::float8 AS wal
           FROM verifications`,
      )
      const seconds = Number(Reflect.get(row ?? {}, 'seconds'))
      rows[`${processes} process(es)`] = {
        'ended per second': round(count / seconds, 0),
        'KB of WAL each': round(Number(Reflect.get(row ?? {}, 'wal'))),
        'start, ms': round(startedAt - start, 0),
        'resident, MB': Math.max(...workers.map(({ process }) => residentMegabytes(process.pid ?? 0))),
      }
      for (const { process } of workers) process.kill('SIGTERM')
      await Promise.all(workers.map(({ process }) => once(process, 'exit')))
    })
  }
  console.log(`\n${count} verifications of ${accounts} accounts, all due`)
  console.table(rows)
}

/** Requests the verifications of a replica that does not work on them. */
const fill = async (environment: Record<string, string>, apiKeys: ReadonlyArray<string>): Promise<void> => {
  const api = await startReplica(environment, program)
  await inParallel(count, 64, async (index) => {
    const solicitud_id = `sol-${index}`
    const { status } = await fetch(`${api.base}/v1/verificaciones`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKeys[index % accounts]}`,
        'idempotency-key': solicitud_id,
        'content-type': 'application/json',
      },
      body: JSON.stringify(sampleRequest(solicitud_id)),
    })
    if (status !== 200) throw new Error(`${solicitud_id} was answered ${status}`)
  })
  api.process.kill('SIGTERM')
  await once(api.process, 'exit')
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
