/**
 * Webhooks to a receiver on this machine. It measures the rate of one process and of two. It also measures the time
 * from emission to arrival of a partner's webhook, alone and while 5,000 webhooks of another account wait for an
 * unresponsive host.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { startReplica } from '#tools/machine/replicaProcess.ts'
import { type Receiver, startReceiver } from '#tools/peers/receiver.ts'
import { type BenchDatabase, withDatabase } from '#tools/postgres/benchDatabase.ts'
import { workerEnvironment } from '#tools/postgres/workers.ts'
import { percentile, round } from '#tools/reports/measure.ts'
import { judge, report } from '#tools/reports/report.ts'
import { type Sealing, sealing } from './documents.ts'
import { sized } from './sized.ts'
import { webhookBody } from './webhookBody.ts'

const backlog = sized(5_000, 100)
/** Backlogs before the measurement, to compile the code, because a dispatcher runs for days. */
const compiled = sized(4, 1)
/** Partners with a host each, in addition to the one with the backlog and the measured one. */
const partners = 50
/** Milliseconds between two webhooks, and the duration. */
const trickle = { every: 10, seconds: sized(10, 1) }
const timeoutMillis = 120_000

/** A database in which verifications are emitted. */
interface Emitting {
  readonly pool: pg.Pool
  readonly sealing: Sealing
}

interface Emission {
  readonly account: string
  readonly host: string
  readonly ids: ReadonlyArray<string>
}

/** Writes what the emitting transaction writes, and signals the dispatchers. */
const emit = async ({ pool, sealing }: Emitting, { account, host, ids }: Emission) => {
  await pool.query(
    `WITH ended AS (
       INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id, consent_granted_at,
              consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline, state, resolved_at,
              document_key, document)
       SELECT $1, id, id, 'f', $4, 'con_' || id, now(), '', 'consumo', 1, 'api', 'https://' || $2 || '/avs', now(), now(),
              'emitida', now(), $4, decode(document, 'base64')
         FROM unnest($3::text[], $5::text[]) AS x (id, document)
     ), emitted AS (
       INSERT INTO deliveries (account_id, verification_id, event_id, url, host, due_at)
       SELECT $1, id, 'evt_' || id, 'https://' || $2 || '/avs', $2, now() FROM unnest($3::text[]) AS id
     )
     SELECT pg_notify('cotejo_work', 'delivery')`,
    [
      ...[account, host, ids, sealing.key],
      ids.map((id) => Buffer.from(sealing.seal(account, id, webhookBody(id))).toString('base64')),
    ],
  )
}

const identifiers = (count: number) => Array.from({ length: count }, () => `ver_${randomUUID()}`)

const allArrived = async (receiver: Receiver, ids: ReadonlyArray<string>): Promise<void> => {
  const until = performance.now() + timeoutMillis
  while (!ids.every((id) => receiver.events.has(`evt_${id}`))) {
    if (performance.now() > until) throw new Error('not every webhook arrived')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const arrivalOf = ({ events }: Receiver, id: string): number => events.get(`evt_${id}`)?.arrivals[0] ?? 0

/** Webhooks per second of a backlog that exists when the dispatchers are signalled. */
const throughput = async (database: Emitting, receiver: Receiver, hosts: number): Promise<number> => {
  const all = Array.from({ length: hosts }, (_, index) => ({
    account: hosts === 1 ? 'account-0' : `account-${index + 2}`,
    host: `answers-${index}.example.com`,
    ids: identifiers(backlog / hosts),
  }))
  for (const emission of all) await emit(database, emission)
  const ids = all.flatMap((emission) => emission.ids)
  await allArrived(receiver, ids)
  const arrivals = ids.map((id) => arrivalOf(receiver, id))
  return (ids.length * 1_000) / (Math.max(...arrivals) - Math.min(...arrivals))
}

/** Milliseconds from emission to arrival, one by one. */
const latencies = async (database: Emitting, receiver: Receiver): Promise<ReadonlyArray<number>> => {
  const sent = new Map<string, number>()
  const until = performance.now() + trickle.seconds * 1_000
  while (performance.now() < until) {
    const [id = ''] = identifiers(1)
    sent.set(id, Date.now())
    await emit(database, { account: 'account-1', host: 'answers.example.net', ids: [id] })
    await new Promise((resolve) => setTimeout(resolve, trickle.every))
  }
  await allArrived(receiver, [...sent.keys()])
  return [...sent].map(([id, at]) => arrivalOf(receiver, id) - at)
}

const measured = async (
  database: BenchDatabase,
  processes: number,
  use: (database: Emitting, receiver: Receiver) => Promise<void>,
): Promise<void> => {
  const { url, sealingKeys } = database
  const receiver = await startReceiver()
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  const environment = { ...workerEnvironment(database), RECEIVER_PORT: String(receiver.port) }
  const dispatchers = await Promise.all(
    Array.from({ length: processes }, () => startReplica(environment, 'scripts/bench/servers/worker.ts')),
  )
  try {
    await use({ pool, sealing: await sealing(url, Buffer.from(sealingKeys.replace('bench:', ''), 'base64')) }, receiver)
  } finally {
    for (const { process } of dispatchers) process.kill('SIGTERM')
    await Promise.all(dispatchers.map(({ process }) => once(process, 'exit')))
    await pool.end()
    receiver.stop()
  }
}

/** Webhooks per second of a loop that signs, sends and inserts a row for each attempt. */
const bareThroughput = async (url: string, hosts: number): Promise<number> => {
  const receiver = await startReceiver()
  const count = (compiled + 1) * backlog
  const args = ['scripts/bench/servers/bareSender.ts', String(receiver.port), `${count}`, `${hosts}`, url]
  try {
    const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')
    const arrivals = [...receiver.events.values()].flatMap((event) => event.arrivals)
    if (code !== 0 || arrivals.length !== count) throw new Error(`${arrivals.length} arrived, exit code ${code}`)
    const latest = arrivals.toSorted((a, b) => a - b).slice(-backlog)
    return (backlog * 1_000) / (Math.max(...latest) - Math.min(...latest))
  } finally {
    receiver.stop()
  }
}

/** The required share of the loop's rate. */
const leastShare = 0.7

const named = (hosts: number): string => (hosts === 1 ? 'one host' : `${hosts} hosts`)

export const webhooks = async (): Promise<void> => {
  const table: Record<string, Record<string, number>> = {}
  for (const hosts of [partners, 1]) {
    await withDatabase(0, async ({ url }) => {
      table[`a loop, to ${named(hosts)}`] = { 'delivered/s': round(await bareThroughput(url, hosts), 0) }
    })
  }
  const percentiles = (samples: ReadonlyArray<number>) => ({
    'p50 ms': percentile(samples, 0.5),
    'p99 ms': percentile(samples, 0.99),
  })
  for (const processes of [1, 2]) {
    await withDatabase(partners + 2, (bench) =>
      measured(bench, processes, async (database, receiver) => {
        const name = `${processes} process${processes > 1 ? 'es' : ''}`
        for (let warmed = 0; warmed < compiled; warmed++) await throughput(database, receiver, partners)
        const toMany = await throughput(database, receiver, partners)
        const toOne = await throughput(database, receiver, 1)
        const alone = percentiles(await latencies(database, receiver))
        table[`${name}, to ${named(partners)}`] = { 'delivered/s': round(toMany, 0) }
        table[`${name}, to ${named(1)}`] = { 'delivered/s': round(toOne, 0), ...alone }
        await emit(database, { account: 'account-0', host: 'hangs.example.com', ids: identifiers(backlog) })
        const beside = percentiles(await latencies(database, receiver))
        const ratio = round(beside['p99 ms'] / alone['p99 ms'], 2)
        table[`${name}, beside ${backlog} to a host that hangs`] = { ...beside, 'p99 / alone': ratio }
      }),
    )
  }
  report('webhooks to receivers on this machine', table)
  const rate = (name: string) => table[name]?.['delivered/s'] ?? Number.NaN
  const share = (to: string) => ({ value: rate(`1 process, to ${to}`) / rate(`a loop, to ${to}`), atLeast: leastShare })
  judge('delivered by one process, beside a loop that keeps connections, signs, sends and inserts a row', {
    'to 50 hosts / by the loop': share(named(partners)),
    'to one host / by the loop': share(named(1)),
  })
}
