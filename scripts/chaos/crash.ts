/**
 * Two server processes on one database, with verifications in progress. A random process is killed with SIGKILL every
 * few seconds; then everything is healed. Every verification answered with 200 must exist once, must have ended, and
 * must be paid for exactly if it was emitted. Partners must have received every emitted one, with one event id and one
 * body.
 */

import { once } from 'node:events'
import { type Replica, startReplica } from '#tools/machine/replicaProcess.ts'
import { startProcessor } from '#tools/peers/payments.ts'
import { startReceiver } from '#tools/peers/receiver.ts'
import { type BenchDatabase, withDatabase } from '#tools/postgres/benchDatabase.ts'
import { inParallel, percentile, round } from '#tools/reports/measure.ts'
import { report, write } from '#tools/reports/report.ts'
import { accounts, type Created, environmentOf, modeOf, request } from './partners.ts'
import { allEnded, type Ended, judgeTransfers, judgeWebhooks, ledgerIsRight, requestFaults } from './verdicts.ts'

const verifications = 3_000
const kills = 20
/** The pause between kills, in milliseconds. */
const pause = { min: 1_500, max: 3_500 }

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

const judge = (
  created: ReadonlyArray<Created>,
  ended: ReadonlyArray<Ended>,
  killedAt: ReadonlyArray<number>,
  books: boolean,
): boolean => {
  const { lost, doubled } = requestFaults(created, ended)
  const underWay = ended.filter(({ state }) => state === 'en_proceso')
  const lives = ended.map(({ created, resolved }) => (resolved - created) / 1_000)
  const progress = killedAt.map((at) => {
    const next = ended.filter(({ resolved }) => resolved > at).map(({ resolved }) => resolved - at)
    return next.length === 0 ? 0 : Math.min(...next) / 1_000
  })
  report('Verifications', {
    'kills with SIGKILL': { value: killedAt.length },
    'answered 200': { value: created.length },
    'lost or doubled': { value: lost + doubled },
    'never ended': { value: underWay.length },
    emitida: { value: ended.filter(({ state }) => state === 'emitida').length },
    'ledger check': { value: books ? 'OK' : 'BROKEN' },
    'life p50, s': { value: round(percentile(lives, 0.5)) },
    'life at most, s': { value: round(Math.max(...lives)) },
    'first progress after a kill, at most, s': { value: round(Math.max(...progress), 2) },
  })
  return lost === 0 && doubled === 0 && ended.length === created.length && underWay.length === 0 && books
}

export const crash = async (): Promise<boolean> => {
  let right = false
  await withDatabase(
    accounts,
    async (database: BenchDatabase) => {
      const { url, apiKeys } = database
      const receiver = await startReceiver()
      const processor = await startProcessor(apiKeys.map((_, index) => `account-${index}`))
      const environment = environmentOf(database, receiver.port, processor.address)
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
  if (process.argv.includes('--write')) write('crash', 'chaos')
  return right
}
