/** Partners that request and read while the database is disturbed, and the answers that they got. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Created, environmentOf, request, type Try } from '#scripts/chaos/partners.ts'
import { keepOutput } from '#tools/machine/processes.ts'
import { type Replica, startReplica } from '#tools/machine/replicaProcess.ts'
import { type RunningProcessor, startProcessor } from '#tools/peers/payments.ts'
import { type Receiver, startReceiver } from '#tools/peers/receiver.ts'
import type { BenchDatabase } from '#tools/postgres/benchDatabase.ts'
import { inParallel } from '#tools/reports/measure.ts'

const partners = { requesting: 8, reading: 2, pauseMillis: 150 }

export interface Load {
  readonly environment: Record<string, string>
  readonly receiver: Receiver
  readonly processor: RunningProcessor
  readonly created: ReadonlyArray<Created>
  readonly tries: ReadonlyArray<Try>
  /** Lets the partners finish: every request of theirs is answered. */
  readonly finish: () => Promise<void>
  /** After all have ended: how many ends were read, and how many of them changed afterwards. */
  readonly readAgain: () => Promise<{ readonly read: number; readonly changed: number }>
  readonly stop: () => Promise<void>
}

const pause = () => new Promise((resolve) => setTimeout(resolve, partners.pauseMillis))

/**
 * Starts two replicas over this database, and partners that begin at once.
 *
 * @param settings settings of the replicas, in addition to those that the database needs
 * @param logs the directory for the log of each replica
 */
export const startLoad = async (
  database: BenchDatabase,
  replicas: Array<Replica>,
  settings: Readonly<Record<string, string>> = {},
  logs?: string,
): Promise<Load> => {
  const { apiKeys } = database
  const receiver = await startReceiver()
  const processor = await startProcessor(apiKeys.map((_, index) => `account-${index}`))
  const environment = { ...environmentOf(database, receiver.port, processor.address), ...settings }
  for (const name of ['first', 'second']) {
    const replica = await startReplica(environment)
    if (logs !== undefined) keepOutput(replica.process, join(logs, `${name}.log`))
    replicas.push(replica)
  }
  const created: Array<Created> = []
  const tries: Array<Try> = []
  const ends = new Map<Created, string>()
  let isOver = false

  /** The digest of a verification's end; null while it is in progress or no replica answers. */
  const endOf = async ({ account, id }: Created): Promise<string | null> => {
    const replica = replicas[Math.floor(Math.random() * replicas.length)]
    const headers = { authorization: `Bearer ${apiKeys[account]}` }
    try {
      const response = await fetch(`${replica?.base}/v1/verificaciones/${id}`, { headers })
      const text = await response.text()
      const { estado }: { estado?: string } = JSON.parse(text)
      if (response.status !== 200 || estado === 'en_proceso') return null
      return createHash('sha256').update(text).digest('hex')
    } catch {
      return null
    }
  }
  const requesting = inParallel(partners.requesting, partners.requesting, async (partner) => {
    for (let index = partner; !isOver; index += partners.requesting) {
      created.push(await request(replicas, apiKeys, index, processor.pay, tries))
      await pause()
    }
  })
  const reading = inParallel(partners.reading, partners.reading, async () => {
    while (!isOver) {
      const unread = created.filter((one) => !ends.has(one))
      const one = unread[Math.floor(Math.random() * unread.length)]
      const end = one === undefined ? null : await endOf(one)
      if (one !== undefined && end !== null) ends.set(one, end)
      await new Promise((resolve) => setTimeout(resolve, partners.pauseMillis / 5))
    }
  })
  const all = Promise.all([requesting, reading])
  // `finish` reports the error.
  all.catch(() => {})
  return {
    environment,
    receiver,
    processor,
    created,
    tries,
    finish: async () => {
      isOver = true
      await all
    },
    readAgain: async () => {
      let changed = 0
      for (const [one, end] of ends) if ((await endOf(one)) !== end) changed += 1
      return { read: ends.size, changed }
    },
    stop: async () => {
      const running = replicas.splice(0).filter(({ process }) => process.exitCode === null)
      for (const replica of running) replica.process.kill('SIGTERM')
      await Promise.all(running.map((replica) => once(replica.process, 'exit')))
      receiver.stop()
      await processor.stop()
    },
  }
}
