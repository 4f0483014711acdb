/**
 * A primary with a synchronous standby, behind a movable address. Either is killed, replaced or stopped while
 * verifications are in progress. Everything acknowledged must exist, whichever server is the primary.
 */
import { resolve } from 'node:path'
import type { Replica } from '#tools/machine/replicaProcess.ts'
import { write } from '#tools/reports/report.ts'
import { makeTemplate, verificationsOf } from './Pair.ts'
import { isInstalled } from './Pgbouncer.ts'
import { attempt, type Disturb, type Trial, wait } from './Trial.ts'

/** The time until the cluster manager has noticed, in milliseconds. */
const noticed = 2_000
/** How long the standby is stopped, in milliseconds: longer than a POST waits; longer than any statement waits. */
const still = { short: 6_000, long: 14_000 }
/** The time limit of all trials, in milliseconds. */
const longest = 600_000

const primaryKilled: Disturb = async (pair, address) => {
  const brokenAt = Date.now()
  await pair.first.kill()
  await wait(noticed)
  await pair.promote()
  address.moveTo(pair.second.url)
  return { brokenAt, healedAt: Date.now(), healing: "the address's move", acknowledgesMeanwhile: true }
}

const switchedOver: Disturb = async (pair, address) => {
  const brokenAt = Date.now()
  await pair.first.shutDown()
  await pair.promote()
  address.moveTo(pair.second.url)
  const healedAt = Date.now()
  await pair.returnFirst()
  return { brokenAt, healedAt, healing: "the address's move", acknowledgesMeanwhile: true, standby: pair.first.url }
}

const standbyStill: Disturb = async ({ second }) => {
  second.pause()
  const brokenAt = Date.now()
  await wait(still.short)
  second.resume()
  return {
    brokenAt,
    healedAt: Date.now(),
    healing: "the standby's waking",
    acknowledgesMeanwhile: false,
    standby: second.url,
  }
}

const standbyBehind: Disturb = async (pair, address) => {
  pair.second.pause()
  pair.part()
  const brokenAt = Date.now()
  await wait(still.long)
  const visible = await verificationsOf(pair.first.url)
  await pair.first.kill()
  pair.second.resume()
  await pair.promote()
  const kept = await verificationsOf(pair.second.url)
  address.moveTo(pair.second.url)
  return {
    brokenAt,
    healedAt: Date.now(),
    healing: "the address's move",
    acknowledgesMeanwhile: false,
    takenBack: [...visible].filter((id) => !kept.has(id)).length,
  }
}

const poolerKilled: Disturb = async (_pair, _address, pgbouncer) => {
  const brokenAt = Date.now()
  await pgbouncer?.restart(noticed)
  return { brokenAt, healedAt: Date.now(), healing: "pgbouncer's return", acknowledgesMeanwhile: true }
}

const trials: ReadonlyArray<Trial> = [
  { title: 'The primary is killed with SIGKILL, the standby is promoted after 2 s', disturb: primaryKilled },
  {
    title: 'A planned switch-over: the primary is shut down, the standby promoted, the other comes back as its standby',
    disturb: switchedOver,
  },
  { title: 'The standby stands still for 6 s, and wakes', disturb: standbyStill },
  {
    title: 'The standby stands still and hears nothing for 14 s, then the primary is killed and the standby promoted',
    disturb: standbyBehind,
  },
  {
    title: 'Through pgbouncer, transaction mode: the primary is killed with SIGKILL, the standby is promoted after 2 s',
    disturb: primaryKilled,
    isPooled: true,
  },
  {
    title: 'Through pgbouncer, transaction mode: it is killed with SIGKILL, and started again after 2 s',
    disturb: poolerKilled,
    isPooled: true,
  },
]

const tried = async (replicas: Array<Replica>): Promise<boolean> => {
  const template = await makeTemplate()
  let isRight = true
  for (const trial of trials) {
    if (trial.isPooled === true && !isInstalled()) console.log(`\nskipped, pgbouncer is not installed: ${trial.title}`)
    else isRight = (await attempt(trial, template, replicas)) && isRight
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
  try {
    const isRight = await Promise.race([tried(replicas), tooLong.promise])
    if (process.argv.includes('--write')) write('cluster', 'chaos')
    return isRight
  } finally {
    clearTimeout(alarm)
    for (const replica of replicas) replica.process.kill('SIGKILL')
  }
}
