/**
 * Two server processes on one database, verifications in flight, a random process killed with SIGKILL
 * every few seconds, then heal. What was answered 200 must be there, once, ended, and paid for if and
 * only if it was emitted; of what was emitted the partner heard, with one id and the same bytes.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { inParallel, percentile, round } from '#scripts/bench/measure.ts'
import { type BenchDatabase, withDatabase } from '#scripts/bench/postgres.ts'
import { type Receiver, startReceiver } from '#scripts/receiver.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { query } from '#test/support/postgres.ts'
import { startProcessor } from './payments.ts'
import { type Replica, startReplica } from './processes.ts'

const accounts = 10
const verifications = 3_000
const kills = 20
/** Between kills, milliseconds. */
const pause = { min: 1_500, max: 3_500 }
const healed = 120_000

type Processor = Awaited<ReturnType<typeof startProcessor>>

interface Created {
  readonly account: number
  readonly request: string
  readonly id: string
}

const scenarios = ['LIMP', 'MARC', 'ROJF', 'ROJI', 'LERT', 'FALL', 'NOEX', 'GOMC']

/** Every second account is in mode connect; each of its verifications has a payment of its own. */
const modeOf = (index: number) => (index % 2 === 0 ? 'consumo' : 'connect')

const bodyOf = (request: string, index: number, payment: string | null) => ({
  ...sampleRequest(request, scenarios[Math.floor(index / accounts) % scenarios.length]),
  ...(payment === null ? {} : { cobro: { modo: 'connect', payment_intent_id: payment } }),
})

/** Requests one verification as a partner should: the same request again until it is answered 200. */
const request = async (
  replicas: ReadonlyArray<Replica>,
  apiKeys: ReadonlyArray<string>,
  index: number,
  pay: Processor['pay'],
): Promise<Created> => {
  const account = index % accounts
  const payment = modeOf(account) === 'connect' ? await pay(`account-${account}`, 1) : null
  const solicitud_id = `sol-${index}`
  const until = performance.now() + healed
  while (performance.now() < until) {
    const replica = replicas[Math.floor(Math.random() * replicas.length)]
    try {
      const response = await fetch(`${replica?.base}/v1/verificaciones`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKeys[account]}`,
          'idempotency-key': solicitud_id,
          'content-type': 'application/json',
        },
        body: JSON.stringify(bodyOf(solicitud_id, index, payment)),
      })
      const answer: { verificacion_id?: string; codigo?: string } = JSON.parse(await response.text())
      if (response.status === 200) return { account, request: solicitud_id, id: answer.verificacion_id ?? '' }
      // A payment that could not be asked for may be asked for again.
      if (response.status < 500 && answer.codigo !== 'cobro_no_verificado')
        throw new Error(`${solicitud_id} was refused: ${answer.codigo}`, { cause: 'refused' })
    } catch (error) {
      if (error instanceof Error && error.cause === 'refused') throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${solicitud_id} was never answered`)
}

const keepKilling = async (replicas: Array<Replica>): Promise<ReadonlyArray<number>> => {
  const at: Array<number> = []
  while (at.length < kills) {
    await new Promise((resolve) => setTimeout(resolve, pause.min + Math.random() * (pause.max - pause.min)))
    const index = Math.floor(Math.random() * replicas.length)
    const victim = replicas[index]
    if (victim === undefined) continue
    at.push(Date.now())
    victim.process.kill('SIGKILL')
    await once(victim.process, 'exit')
    replicas[index] = await startReplica(victim.environment)
  }
  return at
}

interface Ended {
  readonly account_id: string
  readonly request_id: string
  readonly verification_id: string
  readonly state: string
  readonly created: number
  readonly resolved: number
}

const allEnded = async (url: string): Promise<ReadonlyArray<Ended>> => {
  const until = performance.now() + healed
  while (performance.now() < until) {
    const [row] = await query(
      url,
      `SELECT (SELECT count(*) FROM verification_work)::integer
            + (SELECT count(*) FROM deliveries WHERE state = 'pendiente')::integer
            + (SELECT count(*) FROM transfers WHERE state = 'encolada')::integer AS left`,
    )
    if (row !== undefined && Reflect.get(row, 'left') === 0) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const rows = await query(
    url,
    `SELECT account_id, request_id, verification_id, state, (extract(epoch FROM created_at) * 1000)::float8 AS created,
            (extract(epoch FROM resolved_at) * 1000)::float8 AS resolved FROM verifications`,
  )
  return rows.map((row) => ({
    account_id: String(Reflect.get(row, 'account_id')),
    request_id: String(Reflect.get(row, 'request_id')),
    verification_id: String(Reflect.get(row, 'verification_id')),
    state: String(Reflect.get(row, 'state')),
    created: Number(Reflect.get(row, 'created')),
    resolved: Number(Reflect.get(row, 'resolved')),
  }))
}

/** Run beside this process, which is the processor that the command asks. */
const ledgerIsRight = async (environment: Record<string, string>): Promise<boolean> => {
  const check = spawn(process.execPath, ['src/cli.ts', 'ledger', 'check', '--processor'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(check, 'exit')
  return code === 0
}

/** How the webhooks of what was emitted came: each event at least once, and at most once more for each kill. */
const judgeWebhooks = (ended: ReadonlyArray<Ended>, events: Receiver['events'], killedAt: ReadonlyArray<number>) => {
  const byVerification = Map.groupBy(events.values(), ({ verificationId }) => verificationId)
  const emitted = ended.filter(({ state }) => state === 'emitida')
  const ids = new Set(emitted.map(({ verification_id }) => verification_id))
  const all = [...events.values()]
  const most = Math.max(0, ...all.map(({ arrivals }) => arrivals.length))
  const facts = {
    'emitted, not heard of': emitted.filter(({ verification_id }) => !byVerification.has(verification_id)).length,
    'heard of, not emitted': all.filter(({ verificationId }) => !ids.has(verificationId)).length,
    'with two event ids': [...byVerification.values()].filter((one) => one.length > 1).length,
    'with other bytes': all.filter(({ bodies }) => bodies.size > 1).length,
  }
  const duplicates = all.reduce((sum, { arrivals }) => sum + arrivals.length - 1, 0)
  console.table({ ...facts, duplicates, 'arrivals of one event, at most': most })
  return Object.values(facts).every((count) => count === 0) && most <= killedAt.length + 1
}

/** Exactly one transfer at the processor for each emitted verification of mode connect. */
const judgeTransfers = (ended: ReadonlyArray<Ended>, made: ReturnType<Processor['transfers']>) => {
  const isConnect = ({ account_id }: Ended) => modeOf(Number(account_id.replace('account-', ''))) === 'connect'
  const owed = new Set(
    ended.filter((one) => one.state === 'emitida' && isConnect(one)).map(({ verification_id }) => verification_id),
  )
  const counts = Map.groupBy(made, ({ metadata }) => metadata['verificacion_id'] ?? '')
  const facts = {
    'emitted, not transferred': [...owed].filter((id) => !counts.has(id)).length,
    'transferred, not emitted': [...counts.keys()].filter((id) => !owed.has(id)).length,
    'transferred twice': [...counts.values()].filter((one) => one.length > 1).length,
  }
  console.table({ ...facts, transfers: made.length })
  return Object.values(facts).every((count) => count === 0)
}

const judge = (
  created: ReadonlyArray<Created>,
  ended: ReadonlyArray<Ended>,
  killedAt: ReadonlyArray<number>,
  books: boolean,
): boolean => {
  const byRequest = new Map(ended.map((row) => [`${row.account_id}/${row.request_id}`, row]))
  const lost = created.filter(
    ({ account, request, id }) => byRequest.get(`account-${account}/${request}`)?.verification_id !== id,
  )
  const underWay = ended.filter(({ state }) => state === 'en_proceso')
  const lives = ended.map(({ created, resolved }) => (resolved - created) / 1_000)
  const progress = killedAt.map((at) => {
    const next = ended.filter(({ resolved }) => resolved > at).map(({ resolved }) => resolved - at)
    return next.length === 0 ? 0 : Math.min(...next) / 1_000
  })
  console.table({
    'kills with SIGKILL': { value: killedAt.length },
    'answered 200': { value: created.length },
    'lost or doubled': { value: lost.length + (ended.length - created.length) },
    'never ended': { value: underWay.length },
    emitida: { value: ended.filter(({ state }) => state === 'emitida').length },
    'ledger check': { value: books ? 'OK' : 'BROKEN' },
    'life p50, s': { value: round(percentile(lives, 0.5)) },
    'life at most, s': { value: round(Math.max(...lives)) },
    'first progress after a kill, at most, s': { value: round(Math.max(...progress), 2) },
  })
  return lost.length === 0 && ended.length === created.length && underWay.length === 0 && books
}

export const crash = async (): Promise<boolean> => {
  let right = false
  await withDatabase(
    accounts,
    async ({ url, digestKey, sealingKeys, apiKeys }: BenchDatabase) => {
      const receiver = await startReceiver()
      const processor = await startProcessor(apiKeys.map((_, index) => `account-${index}`))
      const environment = {
        DATABASE_URL: url,
        COTEJO_ENVIRONMENT: 'sandbox',
        COTEJO_DIGEST_KEY: digestKey,
        COTEJO_SEALING_KEYS: sealingKeys,
        RECEIVER_PORT: String(receiver.port),
        COTEJO_PROCESSOR_URL: processor.address,
        COTEJO_PORT: '0',
        COTEJO_METRICS_PORT: '0',
        COTEJO_LOG_LEVEL: 'Info',
      }
      const replicas = [await startReplica(environment), await startReplica(environment)]
      const created: Array<Created> = []
      const partners = inParallel(verifications, 16, async (index) => {
        created.push(await request(replicas, apiKeys, index, processor.pay))
        await new Promise((resolve) => setTimeout(resolve, 150))
      })
      const killedAt = await keepKilling(replicas)
      await partners
      const ended = await allEnded(url)
      const books = await ledgerIsRight(environment)
      for (const replica of replicas) replica.process.kill('SIGTERM')
      await Promise.all(replicas.map((replica) => once(replica.process, 'exit')))
      receiver.stop()
      const webhooks = judgeWebhooks(ended, receiver.events, killedAt)
      const transfers = judgeTransfers(ended, processor.transfers())
      await processor.stop()
      right = judge(created, ended, killedAt, books) && webhooks && transfers
    },
    modeOf,
  )
  return right
}
