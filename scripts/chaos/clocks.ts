/**
 * First the steps of the database's clock (./steps.ts), then machines with wrong clocks: two replicas answer partners,
 * and one runs with a wrong clock (libfaketime). Every verification must end as its scenario says, every signature must
 * be within its receiver's tolerance, and the replica must log that its clock is wrong.
 */
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type Replica, startReplica } from '#tools/machine/replicaProcess.ts'
import { type BenchDatabase, withDatabase } from '#tools/postgres/benchDatabase.ts'
import { round } from '#tools/reports/measure.ts'
import { report, write } from '#tools/reports/report.ts'
import { startLoad } from './cluster/Load.ts'
import { accounts, modeOf } from './partners.ts'
import { steps } from './steps.ts'
import { allEnded, effectFaults, judgeEnds, ledgerIsRight, repeated, requestFaults } from './verdicts.ts'

/** How far the clock is ahead, in seconds; negative is behind. */
const offsets: Readonly<Record<string, number>> = {
  'an hour ahead': 3_600,
  'an hour behind': -3_600,
  'six minutes ahead': 360,
  'twenty seconds behind': -20,
}
/** How long partners continue with the wrong clock, in milliseconds. */
const length = 15_000
/** The receivers' tolerance in seconds. */
const tolerance = 300

/** The path in Debian's package. */
const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')

const told = 'clock offset between this machine and the database'

const trial = async (database: BenchDatabase, name: string, seconds: number, preload: string): Promise<boolean> => {
  const replicas: Array<Replica> = []
  const load = await startLoad(database, replicas)
  const former = replicas[1]
  const changes = {
    LD_PRELOAD: preload,
    FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  }
  const wrong = await startReplica({ ...load.environment, ...changes })
  replicas[1] = wrong
  former?.process.kill('SIGTERM')
  await setTimeout(length)
  await load.finish()
  const ended = await allEnded(database.url)
  const books = await ledgerIsRight(load.environment)
  const faults = effectFaults(ended, load.receiver.events, load.processor.transfers())
  const offBy = Math.max(0, ...[...load.receiver.events.values()].flatMap((event) => event.offBy))
  const wanting = {
    ...requestFaults(load.created, ended),
    'webhooks missing, strange or with other bytes': faults.webhooks,
    'transfers missing, strange or doubled': faults.transfers,
    'webhooks that came more than once': repeated(load.receiver.events),
  }
  const isTold = wrong.said.has(told)
  report(`The clock of one replica is ${name}`, {
    acknowledged: { value: load.created.length },
    ...Object.fromEntries(Object.entries(wanting).map(([fact, value]) => [fact, { value }])),
    'signatures off by at most, s': { value: round(offBy) },
    'the replica says that its clock is wrong': { value: isTold ? 'yes' : 'no' },
    'ledger check': { value: books ? 'OK' : 'BROKEN' },
  })
  const areRight = judgeEnds(ended, load.created)
  await load.stop()
  if (former !== undefined && former.process.exitCode === null) await once(former.process, 'exit')
  return areRight && isTold && books && offBy < tolerance && Object.values(wanting).every((count) => count === 0)
}

/** `npm run chaos -- clocks [--write]` */
export const clocks = async (): Promise<boolean> => {
  const [stepped, off] = [await steps(), await offsetsOfMachines()]
  if (process.argv.includes('--write')) write('clocks', 'chaos')
  return stepped && off
}

const offsetsOfMachines = async (): Promise<boolean> => {
  if (library === undefined) {
    console.log('wrong clocks of machines skipped: libfaketime is missing (Debian package faketime)')
    return true
  }
  let isRight = true
  for (const [name, seconds] of Object.entries(offsets)) {
    await withDatabase(
      accounts,
      async (database) => {
        isRight = (await trial(database, name, seconds, library)) && isRight
      },
      modeOf,
    )
  }
  return isRight
}
