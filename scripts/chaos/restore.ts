/**
 * A base backup under load, load after it, and the loss of all of it: database and replicas. The backup is restored as
 * docs/operations.md says, and partners repeat everything. No payment may be transferred twice, and no webhook may
 * come under a second event id.
 */
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { inParallel } from '#scripts/bench/measure.ts'
import { fill } from '#scripts/bench/postgres.ts'
import { report, write } from '#scripts/bench/report.ts'
import { baseBackup } from '#test/support/baseBackup.ts'
import { ownPostgres } from '#test/support/postgres.ts'
import { startLoad } from './cluster/Load.ts'
import { accounts, type Created, insist, modeOf } from './partners.ts'
import { type Replica, startReplica } from './processes.ts'
import { allEnded, commanded, idIn, ledgerIsRight, requestFaults } from './verdicts.ts'

/** Load before the backup and after it, milliseconds. */
const around = { before: 6_000, after: 8_000 }

/** `npm run chaos -- restore [--write]` */
export const restore = async (): Promise<boolean> => {
  const lost = await ownPostgres({ durable: true })
  const database = await fill(lost.url, accounts, modeOf)
  const replicas: Array<Replica> = []
  const load = await startLoad(database, replicas)
  const { receiver, processor, created } = load
  await setTimeout(around.before)
  const backup = await baseBackup(lost)
  const atBackup = created.length
  await setTimeout(around.after)
  await load.finish()
  await allEnded(lost.url)
  const transferredBefore = processor.transfers().length
  for (const replica of replicas.splice(0)) {
    replica.process.kill('SIGKILL')
    await once(replica.process, 'exit')
  }
  await lost.kill()

  const server = await backup.start()
  const environment = { ...load.environment, DATABASE_URL: server.url }
  const isBegun = await commanded(environment, 'recover', '--begin', '--reason', 'restore')
  for (let index = 0; index < 2; index++) replicas.push(await startReplica(environment))
  const isRecovered = await commanded(environment, 'recover', '--reason', 'restore')
  const found = await allEnded(server.url)
  const again: Array<Created> = []
  await inParallel(created.length, 8, async (index) => {
    const one = created[index]
    if (one !== undefined) again.push(await insist(replicas, database.apiKeys, one))
  })
  const ended = await allEnded(server.url)
  const books = await ledgerIsRight(environment)
  const [foundId, endedId] = [idIn(found), idIn(ended)]
  const { lost: lostAgain, doubled } = requestFaults(again, ended)
  const payments = [...Map.groupBy(processor.transfers(), ({ paymentIntentId }) => paymentIntentId).values()]
  const told = [...Map.groupBy(receiver.events.values(), ({ verificationId }) => verificationId).values()]
  const wrong = {
    'payments transferred twice': payments.filter((some) => some.length > 1).length,
    'verifications told under two event ids': told.filter((some) => some.length > 1).length,
    'in the backup, and repeated under another id': created.filter(
      (one) => foundId(one) === one.id && endedId(one) !== one.id,
    ).length,
    'repeated, and not there': lostAgain,
    'there twice or unasked': doubled,
    'never ended': ended.filter(({ state }) => state === 'en_proceso').length,
  }
  report('A backup is restored', {
    'acknowledged before the loss': { value: created.length },
    'of these before the end of the backup': { value: atBackup },
    'found in it': { value: created.filter((one) => foundId(one) === one.id).length },
    'transfers before the loss': { value: transferredBefore },
    'transfers in the end': { value: processor.transfers().length },
    'ended once more: webhooks that came again, under the id they had': {
      value: [...receiver.events.values()].filter(({ bodies }) => bodies.size > 1).length,
    },
    ...Object.fromEntries(Object.entries(wrong).map(([fact, value]) => [fact, { value }])),
    'ledger check --processor': { value: books ? 'OK' : 'BROKEN' },
  })
  await load.stop()
  await server.stop()
  await Promise.all([backup.remove(), lost.stop()])
  if (process.argv.includes('--write')) write('restore', 'chaos')
  const isRight = Object.values(wrong).every((count) => count === 0)
  return isRight && isBegun && isRecovered && books
}
