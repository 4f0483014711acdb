/** The memory that a verification in progress takes in its process. */
import { once } from 'node:events'
import { type Replica, startReplica } from '#tools/machine/replicaProcess.ts'
import { query } from '#tools/postgres/postgres.ts'
import { round } from '#tools/reports/measure.ts'

const program = 'scripts/bench/servers/waiting.ts'

interface Memory {
  readonly heap: number
  readonly resident: number
}

/** After a garbage collection. */
const memoryOf = async ({ process }: Replica): Promise<Memory> => {
  process.kill('SIGUSR2')
  let printed = ''
  while (process.stdout !== null) {
    printed += String(await once(process.stdout, 'data'))
    const [, measured] = /memory (\{.*\})\n/.exec(printed) ?? []
    if (measured !== undefined) return JSON.parse(measured)
  }
  throw new Error('the process has no output to read')
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

const countOf = async (url: string, which: string): Promise<number> => {
  const [row] = await query(url, `SELECT count(*)::integer AS count FROM verification_work WHERE ${which}`)
  return Number(Reflect.get(row ?? {}, 'count'))
}

/** Waits until the wanted number of rows match or, if it is null, until their number stops growing. */
const settled = async (url: string, which: string, wanted: number | null): Promise<number> => {
  const until = performance.now() + 120_000
  let before = 0
  while (performance.now() < until) {
    const count = await countOf(url, which)
    if (wanted === null ? count > 0 && count === before : count === wanted) return count
    before = count
    await pause(500)
  }
  throw new Error(`not settled: ${which}`)
}

/**
 * `parked`: every source asked to be called later, so the verification waits in its row. `consulted`: a source does not
 * answer, as during a call. A process takes only a limited number of these at once.
 */
export type Waiting = 'parked' | 'consulted'

/** Starts verifications up to the number that the process takes, and returns that number. */
const under: Record<Waiting, (url: string, { process }: Replica) => Promise<number>> = {
  parked: async (url) => settled(url, 'replica_id IS NULL AND due_at > now()', await countOf(url, 'true')),
  consulted: async (url, { process }) => {
    // The first ones came one by one, and the process waits for those few. Released, it takes as many as it may.
    await settled(url, 'replica_id IS NOT NULL', null)
    process.kill('SIGHUP')
    await pause(20)
    process.kill('SIGHUP')
    await pause(1_000)
    return settled(url, 'replica_id IS NOT NULL', null)
  },
}

/** The first runs compile the code; the heap is stable from the second one on. */
const warmUps = 2
const warmUp = 1_000

/**
 * Measures a process when idle, with verifications in progress, and when idle again.
 *
 * @param fill requests this many verifications
 */
export const inFlight = async (
  waiting: Waiting,
  many: number,
  environment: Record<string, string>,
  fill: (many: number) => Promise<void>,
): Promise<Record<string, number>> => {
  const url = environment['DATABASE_URL'] ?? ''
  const BENCH_SOURCES = waiting === 'consulted' ? 'hang' : 'wait'
  const worker = await startReplica({ ...environment, COTEJO_ROLES: 'worker,api', BENCH_SOURCES }, program)
  let before = await memoryOf(worker)
  for (let round = 0; round < warmUps; round++) {
    await fill(warmUp)
    await settled(url, 'true', 0)
    before = await memoryOf(worker)
  }

  worker.process.kill('SIGHUP')
  await fill(many)
  const count = await under[waiting](url, worker)
  const busy = await memoryOf(worker)

  worker.process.kill('SIGHUP')
  await query(url, 'UPDATE verification_work SET due_at = now() WHERE replica_id IS NULL')
  await settled(url, 'true', 0)
  const after = await memoryOf(worker)
  worker.process.kill('SIGTERM')
  await once(worker.process, 'exit')

  const [megabyte, kilobyte] = [1_048_576, 1_024]
  const heapAtRest = (before.heap + after.heap) / 2
  return {
    'under way': count,
    'heap before, MB': round(before.heap / megabyte),
    'heap, MB': round(busy.heap / megabyte),
    'heap after, MB': round(after.heap / megabyte),
    'KB of heap each': round((busy.heap - heapAtRest) / count / kilobyte),
    'resident before, MB': round(before.resident / megabyte, 0),
    'resident, MB': round(busy.resident / megabyte, 0),
    'resident after, MB': round(after.resident / megabyte, 0),
  }
}
