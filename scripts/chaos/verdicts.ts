/** What must hold for verifications, webhooks and transfers, whatever was broken. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { RunningProcessor } from '#tools/peers/payments.ts'
import type { Receiver } from '#tools/peers/receiver.ts'
import { query } from '#tools/postgres/postgres.ts'
import { report } from '#tools/reports/report.ts'
import { type Created, healed, modeOf, type Requested, scenarioOf } from './partners.ts'

export interface Ended {
  readonly account_id: string
  readonly request_id: string
  readonly verification_id: string
  readonly state: string
  /** Empty without a reason. */
  readonly reason: string
  readonly created: number
  readonly resolved: number
}

export const allEnded = async (url: string): Promise<ReadonlyArray<Ended>> => {
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
    `SELECT account_id, request_id, verification_id, state, coalesce(reason, '') AS reason,
            (extract(epoch FROM created_at) * 1000)::float8 AS created,
            (extract(epoch FROM resolved_at) * 1000)::float8 AS resolved FROM verifications`,
  )
  return rows.map((row) => ({
    account_id: String(Reflect.get(row, 'account_id')),
    request_id: String(Reflect.get(row, 'request_id')),
    verification_id: String(Reflect.get(row, 'verification_id')),
    state: String(Reflect.get(row, 'state')),
    reason: String(Reflect.get(row, 'reason')),
    created: Number(Reflect.get(row, 'created')),
    resolved: Number(Reflect.get(row, 'resolved')),
  }))
}

/** How the verifications of each scenario ended: each in one way, whichever replica worked on it. */
export const judgeEnds = (ended: ReadonlyArray<Ended>, created: ReadonlyArray<Created>): boolean => {
  const scenarios = new Map(created.map(({ id, index }) => [id, scenarioOf(index)]))
  const byScenario = Map.groupBy(ended, ({ verification_id }) => scenarios.get(verification_id) ?? 'unknown')
  const wayOf = ({ state, reason }: Ended) => `${state} ${reason}`.trim()
  const table = [...byScenario].map(([scenario, some]) => {
    const ways = [...Map.groupBy(some, wayOf)].map(([way, all]) => `${way} ${all.length}`)
    return [String(scenario), { ended: some.length, ways: ways.join(', ') }] as const
  })
  report('How the verifications of each scenario ended', Object.fromEntries(table))
  return (
    !byScenario.has('unknown') &&
    [...byScenario.values()].every((some) => new Set(some.map(wayOf)).size === 1) &&
    ended.every(({ state, reason }) => reason !== 'fallas_repetidas' && state !== 'en_proceso')
  )
}

/** The id of a request in the database; undefined if it does not exist. */
const idIn = (ended: ReadonlyArray<Ended>) => {
  const ids = new Map(ended.map((row) => [`${row.account_id}/${row.request_id}`, row.verification_id]))
  return ({ account, request }: Requested) => ids.get(`account-${account}/${request}`)
}

/** Acknowledged requests that do not exist, and existing ones beyond the acknowledged: they do not cancel out. */
export const requestFaults = (created: ReadonlyArray<Created>, ended: ReadonlyArray<Ended>) => {
  const idOf = idIn(ended)
  const acknowledged = new Set(created.map(({ id }) => id))
  return {
    lost: created.filter((one) => idOf(one) !== one.id).length,
    doubled: ended.filter(({ verification_id }) => !acknowledged.has(verification_id)).length,
  }
}

/** Runs an operator's command in a separate process. Returns whether it succeeded. */
const commanded = async (environment: Record<string, string>, ...args: ReadonlyArray<string>): Promise<boolean> => {
  const command = spawn(process.execPath, ['src/cli.ts', ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(command, 'exit')
  return code === 0
}

/** Whether the ledger is consistent, and agrees with the processor. */
export const ledgerIsRight = (environment: Record<string, string>): Promise<boolean> =>
  commanded(environment, 'ledger', 'check', '--processor')

const counted = (facts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(facts).map(([name, count]) => [name, { count }]))

const webhookFaults = (ended: ReadonlyArray<Ended>, events: Receiver['events']) => {
  const byVerification = Map.groupBy(events.values(), ({ verificationId }) => verificationId)
  const emitted = ended.filter(({ state }) => state === 'emitida')
  const ids = new Set(emitted.map(({ verification_id }) => verification_id))
  const all = [...events.values()]
  return {
    'emitted, not heard of': emitted.filter(({ verification_id }) => !byVerification.has(verification_id)).length,
    'heard of, not emitted': all.filter(({ verificationId }) => !ids.has(verificationId)).length,
    'with two event ids': [...byVerification.values()].filter((one) => one.length > 1).length,
    'with other bytes': all.filter(({ bodies }) => bodies.size > 1).length,
  }
}

/** The number of webhooks that arrived more than once. */
export const repeated = (events: Receiver['events']): number =>
  [...events.values()].filter(({ arrivals }) => arrivals.length > 1).length

/** The highest number of arrivals of one webhook. */
export const mostArrivals = (events: Receiver['events']): number =>
  Math.max(0, ...[...events.values()].map(({ arrivals }) => arrivals.length))

/** Checks the webhooks of emitted verifications: each event at least once, and at most once more per kill. */
export const judgeWebhooks = (
  ended: ReadonlyArray<Ended>,
  events: Receiver['events'],
  killedAt: ReadonlyArray<number>,
) => {
  const facts = webhookFaults(ended, events)
  const most = mostArrivals(events)
  const duplicates = [...events.values()].reduce((sum, { arrivals }) => sum + arrivals.length - 1, 0)
  report('Webhooks', counted({ ...facts, duplicates, 'arrivals of one event, at most': most }))
  return Object.values(facts).every((count) => count === 0) && most <= killedAt.length + 1
}

const transferFaults = (ended: ReadonlyArray<Ended>, made: ReturnType<RunningProcessor['transfers']>) => {
  const isConnect = ({ account_id }: Ended) => modeOf(Number(account_id.replace('account-', ''))) === 'connect'
  const owed = new Set(
    ended.filter((one) => one.state === 'emitida' && isConnect(one)).map(({ verification_id }) => verification_id),
  )
  const counts = Map.groupBy(made, ({ metadata }) => metadata['verificacion_id'] ?? '')
  return {
    'emitted, not transferred': [...owed].filter((id) => !counts.has(id)).length,
    'transferred, not emitted': [...counts.keys()].filter((id) => !owed.has(id)).length,
    'transferred twice': [...counts.values()].filter((one) => one.length > 1).length,
  }
}

/** Checks for exactly one transfer at the processor per emitted verification of mode connect. */
export const judgeTransfers = (ended: ReadonlyArray<Ended>, made: ReturnType<RunningProcessor['transfers']>) => {
  const facts = transferFaults(ended, made)
  report('Transfers', counted({ ...facts, transfers: made.length }))
  return Object.values(facts).every((count) => count === 0)
}

/** The total of faults in webhooks and transfers. */
export const effectFaults = (
  ended: ReadonlyArray<Ended>,
  events: Receiver['events'],
  made: ReturnType<RunningProcessor['transfers']>,
) => {
  const sum = (facts: Readonly<Record<string, number>>) => Object.values(facts).reduce((all, count) => all + count, 0)
  return { webhooks: sum(webhookFaults(ended, events)), transfers: sum(transferFaults(ended, made)) }
}
