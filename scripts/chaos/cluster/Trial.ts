/** One trial on a cluster: load, a disturbance, load again, and an audit of all answers. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { accounts, modeOf, type Try } from '#scripts/chaos/partners.ts'
import {
  allEnded,
  type Ended,
  effectFaults,
  ledgerIsRight,
  mostArrivals,
  requestFaults,
} from '#scripts/chaos/verdicts.ts'
import type { Replica } from '#tools/machine/replicaProcess.ts'
import { fill } from '#tools/postgres/benchDatabase.ts'
import { query } from '#tools/postgres/postgres.ts'
import { round } from '#tools/reports/measure.ts'
import { report } from '#tools/reports/report.ts'
import { type Load, startLoad } from './Load.ts'
import type { PatroniCluster } from './Patroni.ts'
import { type Pgbouncer, startPgbouncer } from './Pgbouncer.ts'

/** The load before and after the disturbance, in milliseconds. */
const around = { before: 6_000, after: 8_000 }
/** The maximum attempts of a webhook (promise 6). */
const mostAttempts = 6

/** What happened to the database, in epoch milliseconds. */
interface Disturbance {
  readonly brokenAt: number
  readonly healedAt: number
  /** The label in the table instead of `healedAt`. */
  readonly healing: string
  /** Whether a 200 in between breaks a promise. */
  readonly acknowledgesMeanwhile: boolean
}

export type Disturb = (cluster: PatroniCluster, pgbouncer: Pgbouncer | null) => Promise<Disturbance>

/** The connection to the database. */
export interface Trial {
  readonly title: string
  readonly disturb: Disturb
  /** Whether pgbouncer is in front of HAProxy. */
  readonly isPooled?: boolean
}

export const wait = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** Seconds from an instant to the first later one; null for none. */
const firstAfter = (at: number, instants: ReadonlyArray<number>): number | null => {
  const after = instants.filter((instant) => instant >= at)
  return after.length === 0 ? null : (Math.min(...after) - at) / 1_000
}

const shown = (seconds: number | null) => (seconds === null ? 'never' : round(seconds, 2))

const isGranted = ({ answer }: Try) => answer === '200'

/** Seconds without service. */
const outage = (
  { brokenAt, healedAt, healing }: Disturbance,
  tries: ReadonlyArray<Try>,
  ended: ReadonlyArray<Ended>,
) => {
  const granted = tries.filter((one) => isGranted(one) && one.sent >= brokenAt).map(({ answered }) => answered)
  const ends = ended.map(({ resolved }) => resolved)
  const facts = {
    'from its beginning to the first 200 of a POST, s': firstAfter(brokenAt, granted),
    [`from ${healing} to the first 200, s`]: firstAfter(healedAt, granted),
    [`from ${healing} to the first end, s`]: firstAfter(healedAt, ends),
  }
  return { facts, isOver: Object.values(facts).every((seconds) => seconds !== null) }
}

/** The count of each answer to POSTs that were sent after one instant and answered before another. */
const answersOf = (tries: ReadonlyArray<Try>, from: number, until: number) => {
  const some = tries.filter(({ sent, answered }) => sent >= from && answered < until)
  const counts = [...Map.groupBy(some, ({ answer }) => answer)].map(([answer, all]) => [answer, all.length] as const)
  return counts.toSorted(([a], [b]) => a.localeCompare(b))
}

const judge = async (title: string, disturbance: Disturbance, load: Load, url: string): Promise<boolean> => {
  const { brokenAt, healedAt, acknowledgesMeanwhile } = disturbance
  const { created, tries } = load
  const ended = await allEnded(url)
  const books = await ledgerIsRight(load.environment)
  const { read, changed } = await load.readAgain()
  const faults = effectFaults(ended, load.receiver.events, load.processor.transfers())
  const { lost, doubled } = requestFaults(created, ended)
  const meanwhile = answersOf(tries, brokenAt, healedAt)
  const early = meanwhile.find(([answer]) => answer === '200')?.[1] ?? 0
  const wrong = {
    'lost (acknowledged, and not there)': lost,
    'doubled (there beside the one acknowledged)': doubled,
    'never ended': ended.filter(({ state }) => state === 'en_proceso').length,
    'ended because of who worked on it': ended.filter(({ reason }) => reason === 'fallas_repetidas').length,
    'webhooks missing, strange or with other bytes': faults.webhooks,
    'transfers missing, strange or doubled': faults.transfers,
    ...(acknowledgesMeanwhile ? {} : { 'answered 200 while no standby confirmed': early }),
  }
  const { facts, isOver } = outage(disturbance, tries, ended)
  const arrivals = mostArrivals(load.receiver.events)
  const values = {
    acknowledged: created.length,
    ...wrong,
    'ledger check': books ? 'OK' : 'BROKEN',
    ...Object.fromEntries(Object.entries(facts).map(([name, seconds]) => [name, shown(seconds)])),
    ...Object.fromEntries(
      meanwhile.map(([answer, count]) => [`answers until ${disturbance.healing}: ${answer}`, count]),
    ),
    ...Object.fromEntries(answersOf(tries, 0, Infinity).map(([answer, count]) => [`answers in all: ${answer}`, count])),
    'ends that were read': read,
    'ends that were read, and are others now': changed,
    'arrivals of one webhook, at most': arrivals,
  }
  report(title, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])))
  return Object.values(wrong).every((count) => count === 0) && books && isOver && arrivals <= mostAttempts
}

let databases = 0

/**
 * @param replicas receives the running replicas, so that the caller can end them
 * @param directory gets a folder with the logs of the replicas
 */
export const attempt = async (
  { title, disturb, isPooled = false }: Trial,
  cluster: PatroniCluster,
  replicas: Array<Replica>,
  directory: string,
): Promise<boolean> => {
  databases += 1
  await query(cluster.url, `CREATE DATABASE trial_${databases}`)
  const address = new URL(cluster.url)
  address.pathname = `/trial_${databases}`
  const database = await fill(address.href, accounts, modeOf)
  const pgbouncer = isPooled ? await startPgbouncer(address.href) : null
  const logs = join(directory, `trial_${databases}`)
  mkdirSync(logs)
  try {
    const load = await startLoad(
      { ...database, url: pgbouncer?.url ?? address.href },
      replicas,
      pgbouncer === null ? {} : { COTEJO_DIRECT_DATABASE_URL: address.href },
      logs,
    )
    await wait(around.before)
    const disturbance = await disturb(cluster, pgbouncer)
    await wait(around.after)
    await load.finish()
    const isKept = await judge(title, disturbance, load, address.href)
    await load.stop()
    await cluster.whole()
    return isKept
  } finally {
    await pgbouncer?.stop()
  }
}
