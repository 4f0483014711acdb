/**
 * A primary with two standbys under Patroni, behind HAProxy, from Debian's packages. One is killed, replaced or stopped
 * while verifications are in progress. Everything acknowledged must exist, whichever node is the primary.
 */
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Replica } from '#tools/machine/replicaProcess.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { write } from '#tools/reports/report.ts'
import { missingPackages, type PatroniCluster, startPatroni } from './Patroni.ts'
import { isInstalled } from './Pgbouncer.ts'
import { attempt, type Disturb, type Trial, wait } from './Trial.ts'

/** In milliseconds: how long standbys stand still, longer than a POST waits; etcd is away, longer than its leases. */
const times = { still: 6_000, etcd: 30_000, pooler: 2_000 }
/** The time limit of all trials, in milliseconds. */
const longest = 900_000

const of = (brokenAt: number, healing: string, acknowledgesMeanwhile = true) => ({
  ...{ brokenAt, healedAt: Date.now(), healing, acknowledgesMeanwhile },
})

/** Kills the primary with Patroni, waits for another one, and starts it again as its standby. */
const primaryKilled: Disturb = async (cluster) => {
  const first = await cluster.primary()
  const brokenAt = Date.now()
  await first.signal('SIGKILL')
  while ((await cluster.primary()) === first) await wait(100)
  const found = of(brokenAt, 'the promotion')
  first.restart()
  return found
}

const switchedOver: Disturb = async (cluster) => {
  const brokenAt = Date.now()
  await cluster.switchOver()
  await cluster.primary()
  return of(brokenAt, 'the promotion')
}

const standbysOf = async ({ nodes, primary }: PatroniCluster) => {
  const first = await primary()
  return nodes.filter((node) => node !== first)
}

const standbysStill: Disturb = async (cluster) => {
  const standbys = await standbysOf(cluster)
  for (const standby of standbys) await standby.signal('SIGSTOP')
  const brokenAt = Date.now()
  await wait(times.still)
  const found = of(brokenAt, "the standbys' waking", false)
  for (const standby of standbys) await standby.signal('SIGCONT')
  return found
}

const etcdAway: Disturb = async ({ etcd }) => {
  const brokenAt = Date.now()
  await etcd.kill()
  await wait(times.etcd)
  etcd.start()
  return of(brokenAt, "etcd's return")
}

const poolerKilled: Disturb = async (_cluster, pgbouncer) => {
  const brokenAt = Date.now()
  await pgbouncer?.restart(times.pooler)
  return of(brokenAt, "pgbouncer's return")
}

const trials: ReadonlyArray<Trial> = [
  { title: 'The primary and its Patroni are killed with SIGKILL', disturb: primaryKilled },
  { title: 'A switch-over to the synchronous standby', disturb: switchedOver },
  { title: 'Both standbys stand still for 6 s, and wake', disturb: standbysStill },
  { title: 'All of etcd is away for 30 s', disturb: etcdAway },
  {
    title: 'Through pgbouncer, transaction mode: the primary and its Patroni are killed with SIGKILL',
    disturb: primaryKilled,
    isPooled: true,
  },
  {
    title: 'Through pgbouncer, transaction mode: it is killed with SIGKILL, and started again after 2 s',
    disturb: poolerKilled,
    isPooled: true,
  },
]

const tried = async (replicas: Array<Replica>, logs: string): Promise<boolean> => {
  const missing = missingPackages()
  if (missing.length > 0) {
    console.log(`skipped, these packages of Debian are not installed: ${missing.join(', ')}`)
    return true
  }
  const cluster = await startPatroni(logs)
  let isRight = true
  try {
    for (const trial of trials) {
      if (trial.isPooled === true && !isInstalled())
        console.log(`\nskipped, pgbouncer is not installed: ${trial.title}`)
      else isRight = (await attempt(trial, cluster, replicas, logs)) && isRight
    }
  } finally {
    await cluster.stop()
  }
  return isRight
}

/** `npm run chaos -- cluster [--write]` */
export const cluster = async (): Promise<boolean> => {
  // Keeps compiled code, so that programs start faster: startup is not part of the trial.
  process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled')
  const replicas: Array<Replica> = []
  const tooLong = Promise.withResolvers<never>()
  const alarm = setTimeout(() => tooLong.reject(new Error(`not over after ${longest / 1_000} s`)), longest)
  const logs = temporaryDirectory('cluster')
  let isRight = false
  try {
    isRight = await Promise.race([tried(replicas, logs), tooLong.promise])
    if (process.argv.includes('--write')) write('cluster', 'chaos')
    return isRight
  } finally {
    clearTimeout(alarm)
    for (const replica of replicas) replica.process.kill('SIGKILL')
    if (isRight) rmSync(logs, { recursive: true })
    else console.log(`logs of all programs: ${logs}`)
  }
}
