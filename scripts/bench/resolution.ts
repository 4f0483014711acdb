/**
 * Verifications per second from claim to end, with sources that answer at once, by one and two processes; and
 * the memory that one under way takes, with sources that do not answer.
 */

import { once } from 'node:events'
import { startReplica } from '#scripts/chaos/processes.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { query } from '#test/support/postgres.ts'
import { inFlight, type Waiting } from './inFlight.ts'
import { inParallel, residentMegabytes, round } from './measure.ts'
import { type BenchDatabase, withDatabase } from './postgres.ts'
import { report } from './report.ts'

const count = 5_000
/** Verifications under way at once, by what they wait for. */
const waiting: Readonly<Record<Waiting, number>> = { parked: 10_000, consulted: 2_000 }
const accounts = 50
const program = 'scripts/bench/servers/worker.ts'

const environmentOf = ({ url, digestKey, sealingKeys }: BenchDatabase): Record<string, string> => ({
  DATABASE_URL: url,
  COTEJO_ENVIRONMENT: 'sandbox',
  COTEJO_DIGEST_KEY: digestKey,
  COTEJO_SEALING_KEYS: sealingKeys,
  COTEJO_PORT: '0',
  COTEJO_METRICS_PORT: '0',
})

export const resolution = async (): Promise<void> => {
  const rows: Record<string, Record<string, number>> = {}
  for (const processes of [1, 2]) {
    await withDatabase(accounts, async (database) => {
      const { url, apiKeys } = database
      const environment = environmentOf(database)
      await fill(environment, apiKeys, count)
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
  const memory: Record<string, Record<string, number>> = {}
  for (const name of ['parked', 'consulted'] as const) {
    await withDatabase(accounts, async (database) => {
      const environment = environmentOf(database)
      const { apiKeys } = database
      memory[name] = await inFlight(name, waiting[name], environment, (many) => fill(environment, apiKeys, many))
    })
  }
  report(`${count} verifications of ${accounts} accounts, all due`, rows)
  report('a process that works on verifications: at rest, with these under way, at rest again', memory)
}

let filled = 0

/** Requests the verifications of a replica that does not work on them. */
const fill = async (
  environment: Record<string, string>,
  apiKeys: ReadonlyArray<string>,
  many: number,
): Promise<void> => {
  const api = await startReplica({ ...environment, COTEJO_ROLES: 'api' }, program)
  const first = filled
  filled += many
  await inParallel(many, 64, async (index) => {
    const solicitud_id = `sol-${first + index}`
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
