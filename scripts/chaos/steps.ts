/**
 * The database's clock jumps under load and is set back, for example because a standby with a wrong clock is promoted
 * and an administrator corrects it. Meanwhile a replica dies and another replaces it. No partner may be refused because
 * of it, every verification must end as its scenario says, and work must continue soon after the clock is right again.
 */
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { type Replica, startReplica } from '#tools/machine/replicaProcess.ts'
import { type BenchDatabase, withDatabase } from '#tools/postgres/benchDatabase.ts'
import { query } from '#tools/postgres/postgres.ts'
import { round } from '#tools/reports/measure.ts'
import { report } from '#tools/reports/report.ts'
import { step, withSteppedClock } from '#tools/service/steppedClock.ts'
import { startLoad } from './cluster/Load.ts'
import { accounts, modeOf } from './partners.ts'
import { allEnded, effectFaults, judgeEnds, ledgerIsRight, mostArrivals, requestFaults } from './verdicts.ts'

/** How far the database's clock jumps, in seconds. */
const leaps: Readonly<Record<string, number>> = {
  'two hours ahead': 7_200,
  'two hours behind': -7_200,
  'twenty seconds ahead': 20,
  'twenty seconds behind': -20,
}
/** The durations before, during and after the jump, in milliseconds. A lease is renewed every three seconds. */
const lengths = { before: 6_000, beat: 4_000, wrong: 6_000, after: 10_000 }
/** Promise 10, in seconds. */
const goesOnWithin = 15

/** The seconds until a condition holds in the database, or more than the limit if it does not. */
const secondsUntil = async (url: string, condition: string): Promise<number> => {
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1_000
  while (seconds() <= goesOnWithin) {
    const [row] = await query(url, `SELECT (${condition}) AS is`)
    if (Reflect.get(row ?? {}, 'is') === true) break
    await setTimeout(100)
  }
  return seconds()
}

const ended = async (url: string): Promise<number> => {
  const [row] = await query(url, "SELECT count(*)::integer AS ended FROM verifications WHERE state <> 'en_proceso'")
  return Number(Reflect.get(row ?? {}, 'ended'))
}

const trial = async (database: BenchDatabase, name: string, seconds: number): Promise<boolean> => {
  const { url } = database
  await withSteppedClock(url)
  const replicas: Array<Replica> = []
  const load = await startLoad(database, replicas)
  await setTimeout(lengths.before)
  await step(url, seconds)
  await setTimeout(lengths.beat)
  const [victim] = replicas
  if (victim !== undefined) {
    victim.process.kill('SIGKILL')
    await once(victim.process, 'exit')
    replicas[0] = await startReplica(load.environment)
  }
  await setTimeout(lengths.wrong)
  await step(url, 0)
  const before = await ended(url)
  const [progress, takenBack] = await Promise.all([
    secondsUntil(url, `(SELECT count(*) FROM verifications WHERE state <> 'en_proceso') > ${before}`),
    // The row of the dead replica is deleted once it holds no work.
    secondsUntil(url, '(SELECT count(*) FROM replicas) = 2'),
  ])
  await setTimeout(lengths.after)
  await load.finish()
  const rows = await allEnded(url)
  const books = await ledgerIsRight(load.environment)
  const faults = effectFaults(rows, load.receiver.events, load.processor.transfers())
  const wanting = {
    ...requestFaults(load.created, rows),
    'answers 429': load.tries.filter(({ answer }) => answer.startsWith('429')).length,
    'webhooks missing, strange or with other bytes': faults.webhooks,
    'transfers missing, strange or doubled': faults.transfers,
  }
  const most = mostArrivals(load.receiver.events)
  report(`The clock of the database is ${name} for a while, and a replica dies meanwhile`, {
    acknowledged: { value: load.created.length },
    ...Object.fromEntries(Object.entries(wanting).map(([fact, value]) => [fact, { value }])),
    'a webhook came at most, times': { value: most },
    'first progress after it is right again, s': { value: round(progress) },
    'work of the dead replica taken back after, s': { value: round(takenBack) },
    'ledger check': { value: books ? 'OK' : 'BROKEN' },
  })
  const areRight = judgeEnds(rows, load.created)
  await load.stop()
  const isSoon = progress <= goesOnWithin && takenBack <= goesOnWithin
  return areRight && isSoon && books && most <= 2 && Object.values(wanting).every((count) => count === 0)
}

/** Whether everything went well although the database's clock jumped. */
export const steps = async (): Promise<boolean> => {
  let isRight = true
  for (const [name, seconds] of Object.entries(leaps)) {
    await withDatabase(
      accounts,
      async (database) => {
        isRight = (await trial(database, name, seconds)) && isRight
      },
      modeOf,
    )
  }
  return isRight
}
