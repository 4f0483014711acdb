/**
 * The cost of one verification over its whole life, for sizing an installation: CPU of the replica and of Postgres,
 * write-ahead log, and disk before and after its content is removed. Each is created, resolved with sources that answer
 * at once, sent once as a webhook, and read three times while in progress.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf } from '#tools/machine/processes.ts'
import { webhookSender } from '#tools/peers/webhookSender.ts'
import { makeRoles, ownPostgres, query } from '#tools/postgres/postgres.ts'
import { inParallel, processorSeconds, round } from '#tools/reports/measure.ts'
import { report } from '#tools/reports/report.ts'
import { cotejo, create, get, migrated, openAccount, startReplica, until } from '#tools/service/server.ts'
import { sized } from './sized.ts'

const count = sized(5_000, 100)
/** A first run, so that new pages, plans and compilation do not count. */
const before = sized(1_000, 20)
const atOnce = 16
const reads = 3
/** Each is the first one after a checkpoint, when every changed page is logged whole. */
const alone = sized(20, 2)

const first = async (url: string, statement: string): Promise<unknown> =>
  Object.values((await query(url, statement))[0] ?? {})[0]
const numberOf = async (url: string, statement: string): Promise<number> => Number(await first(url, statement))

const size = (url: string) => numberOf(url, 'SELECT pg_database_size(current_database())::float8')
const packed = async (url: string): Promise<number> => {
  await query(url, 'VACUUM FULL')
  return size(url)
}
const commits = (url: string) =>
  numberOf(url, 'SELECT xact_commit::float8 FROM pg_stat_database WHERE datname = current_database()')
const written = (url: string) => numberOf(url, "SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8")

/** Skips processes that ended after they were listed. */
const secondsOf = (pid: number): number => {
  try {
    return processorSeconds(pid)
  } catch {
    return 0
  }
}

/** CPU seconds of a server's processes. Those of connections live as long as the replica. */
const cpuOfPostgres = async (url: string): Promise<number> => {
  const directory = String(await first(url, 'SHOW data_directory'))
  const server = Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0])
  return childrenOf(server)
    .map(secondsOf)
    .reduce((sum, seconds) => sum + seconds, 0)
}

const cpuOfReplica = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

export const storage = async (): Promise<void> => {
  const postgres = await ownPostgres({ durable: true })
  const { url } = postgres
  await makeRoles(url)
  await migrated(url)
  const empty = await packed(url)
  const plan = { priceCentavos: 1, requestsPerMinute: 1_000_000 }
  const key = await openAccount(url, 'sol', { signingSecret: 'whsec_uno', plan })
  const replica = await startReplica(url, {}, undefined, webhookSender().sender)
  let made = 0
  const live = async (more: number): Promise<void> => {
    const from = made
    made += more
    await inParallel(more, atOnce, async (index) => {
      const { body } = await create(replica.base, key, { solicitud_id: `sol-${from + index}` })
      for (let read = 0; read < reads; read++)
        await get(replica.base, `/v1/verificaciones/${body['verificacion_id']}`, key)
    })
    const delivered = () => numberOf(url, "SELECT count(*)::int FROM deliveries WHERE state = 'entregada'")
    await until(async () => (await delivered()) === made)
  }

  const writtenBy = async (work: () => Promise<void>): Promise<number> => {
    const from = await written(url)
    await work()
    return (await written(url)) - from
  }

  await live(before)
  const base = await packed(url)
  await query(url, 'CHECKPOINT')
  const taken = async () => ({
    log: await written(url),
    ours: cpuOfReplica(),
    below: await cpuOfPostgres(url),
    commits: await commits(url),
  })
  const start = await taken()
  await live(count)
  const end = await taken()
  const kept = await size(url)
  const logOfAlone = await writtenBy(async () => {
    for (let one = 0; one < alone; one++) {
      await query(url, 'CHECKPOINT')
      await live(1)
    }
  })
  const dense = await packed(url)
  await query(
    url,
    `UPDATE verifications SET created_at = created_at - interval '500 days',
                      resolved_at = resolved_at - interval '500 days', deadline = deadline - interval '500 days'`,
  )
  await replica.stop()
  const logOfRemoval = await writtenBy(async () => {
    const { code, err } = await cotejo(url, ['retention', 'run', '--reason', 'bench'])
    if (code !== 0) throw new Error(err)
  })
  const removed = await packed(url)
  await postgres.stop()

  const milliseconds = (seconds: number) => ({ each: round((seconds / count) * 1_000), unit: 'ms' })
  const kilobytes = (bytes: number, of: number) => ({ each: round(bytes / of / 1_024), unit: 'KB' })
  report(`one verification, of ${count}`, {
    'CPU of the replica, with that of its client': milliseconds(end.ours - start.ours),
    'CPU of Postgres': milliseconds(end.below - start.below),
    'write-ahead log': kilobytes(end.log - start.log, count),
    'write-ahead log of one alone, after a checkpoint': kilobytes(logOfAlone, alone),
    'transactions, readings too': { each: round((end.commits - start.commits) / count, 2), unit: '' },
    'write-ahead log of removing its content': kilobytes(logOfRemoval, made),
    'disk, as it is written': kilobytes(kept - base, count),
    'disk, packed': kilobytes(dense - base, count + alone),
    'disk, packed, once its content is removed': kilobytes(removed - empty, made),
  })
}
