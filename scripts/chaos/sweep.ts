/**
 * Every statement, consultation, call of the processor and delivery of a verification's life, in both modes and to both
 * ends, is a point that a proxy sees. At each point, before and after its answer, the replica is killed or stalled
 * beyond its lease, another replica finishes, and all promises are audited. All points are tried, not a selection.
 */
import { parseArgs } from 'node:util'
import { inParallel, percentile, round } from '#tools/reports/measure.ts'
import { report, write } from '#tools/reports/report.ts'
import { type Point, sides } from '#tools/sweep/Gate.ts'
import { type Start, startReplica } from '#tools/sweep/Replica.ts'
import { startReplicaProcess } from '#tools/sweep/ReplicaProcess.ts'
import { attempt, type Fault, faults, record, type Verdict } from '#tools/sweep/Trial.ts'
import { type Life, modes, type scenarios } from '#tools/sweep/World.ts'

interface Planned {
  readonly life: Life
  readonly point: Point
  readonly fault: Fault
}
type Judged = Planned & Verdict

const lives: ReadonlyArray<Life> = modes.flatMap((mode) =>
  (['emitida', 'no_concluyente'] as const satisfies ReadonlyArray<keyof typeof scenarios>).map((end) => ({
    mode,
    end,
  })),
)

const settings = () =>
  parseArgs({
    args: process.argv.slice(3),
    options: {
      write: { type: 'boolean', default: false },
      lanes: { type: 'string', default: '4' },
      only: { type: 'string', default: '' },
      processes: { type: 'string', default: '40' },
    },
  }).values

/** Everything to try. */
const plan = async (only: string): Promise<ReadonlyArray<Planned>> => {
  const planned: Array<Planned> = []
  for (const life of lives) {
    const { points, breaches } = await record(life)
    if (breaches.length > 0) throw new Error(`${life.mode}, ${life.end}, undisturbed: ${breaches.join('; ')}`)
    const wanted = points.filter(({ kind }) => kind.includes(only))
    planned.push(...wanted.flatMap((point) => faults.map((fault) => ({ life, point, fault }))))
    console.log(`${life.mode}, ${life.end}: ${points.length} points`)
  }
  return planned
}

const carryOut = async (
  planned: ReadonlyArray<Planned>,
  lanes: number,
  start: Start,
): Promise<ReadonlyArray<Judged>> => {
  const judged: Array<Judged> = []
  await inParallel(planned.length, lanes, async (index) => {
    const one = planned[index]
    if (one === undefined) return
    const verdict = await attempt(one.life, one.point, one.fault, start)
    judged.push({ ...one, ...verdict })
    if (verdict.breaches.length > 0 || !verdict.isReached) console.log(describe(one), verdict.breaches)
    if (judged.length % 100 === 0) console.log(`${judged.length} of ${planned.length}`)
  })
  return judged
}

const describe = ({ life, point, fault }: Planned): string =>
  `${life.mode}, ${life.end}: ${fault} ${point.side} ${point.kind} ${point.number}`

const isBroken = ({ breaches }: Judged): boolean => breaches.length > 0

/** The results of one fault on one side of all steps of a kind. */
const verdictOf = (some: ReadonlyArray<Judged>): string => {
  const reached = some.filter(({ isReached }) => isReached)
  const broken = reached.filter(isBroken).length
  const missed = some.length - reached.length
  const verdict = broken === 0 ? `held, ${reached.length}` : `BROKEN, ${broken} of ${reached.length}`
  return missed === 0 ? verdict : `${verdict}; not reached, ${missed}`
}

const longest = (some: ReadonlyArray<Judged>): number =>
  round(Math.max(0, ...some.map(({ progressMillis }) => progressMillis)) / 1_000, 2)

/**
 * A sample of `count` points, spread evenly. A separate process has no gate before its sources, which answer inside it.
 */
const sampled = (planned: ReadonlyArray<Planned>, count: number): ReadonlyArray<Planned> => {
  const possible = planned.filter(({ point }) => !point.kind.startsWith('source:'))
  const step = Math.max(1, possible.length / Math.max(1, count))
  return Array.from(
    { length: Math.min(count, possible.length) },
    (_, index) => possible[Math.floor(index * step)],
  ).filter((one) => one !== undefined)
}

const summary = (title: string, judged: ReadonlyArray<Judged>, minutes: number): void => {
  const reached = judged.filter(({ isReached }) => isReached)
  const seconds = reached.map(({ progressMillis }) => progressMillis / 1_000)
  report(title, {
    trials: { value: judged.length },
    'came to their point': { value: reached.length },
    'broke a promise': { value: reached.filter(isBroken).length },
    'sent a webhook twice, with the same id and bytes': {
      value: reached.filter(({ arrivals }) => arrivals > 1).length,
    },
    'from the fault to the end of everything p50, s': { value: round(percentile(seconds, 0.5), 2) },
    'from the fault to the end of everything at most, s': { value: longest(reached) },
    'minutes taken': { value: round(minutes) },
  })
}

const tell = (judged: ReadonlyArray<Judged>): void => {
  const byKind = Map.groupBy(judged, ({ point }) => point.kind)
  const rows = [...byKind].map(([kind, some]) => {
    const columns = faults.flatMap((fault) =>
      sides.map((side) => {
        const these = some.filter((one) => one.fault === fault && one.point.side === side)
        return [`${fault} ${side}`, verdictOf(these)] as const
      }),
    )
    return [kind, { ...Object.fromEntries(columns), 'to the end, at most, s': longest(some) }] as const
  })
  report('Points, with what came of each fault', Object.fromEntries(rows))
}

export const sweep = async (): Promise<boolean> => {
  const { lanes, only, processes, write: isWritten } = settings()
  const all: Array<Judged> = []
  const minutesOf = async (title: string, planned: ReadonlyArray<Planned>, width: number, start: Start) => {
    const startedAt = performance.now()
    const judged = await carryOut(planned, width, start)
    summary(title, judged, (performance.now() - startedAt) / 60_000)
    all.push(...judged)
    return judged
  }
  const planned = await plan(only)
  const within = await minutesOf('All points, replicas of one process', planned, Number(lanes), startReplica)
  const sample = sampled(planned, Number(processes))
  await minutesOf('A sample of them, replicas as processes, with SIGKILL and SIGSTOP', sample, 2, startReplicaProcess)
  tell(within)
  const broken = all.filter(isBroken)
  if (broken.length > 0) {
    const named = broken.map((one) => [describe(one), { broken: one.breaches.join('; ') }] as const)
    report('Broken', Object.fromEntries(named))
  }
  if (isWritten) write('sweep', 'chaos')
  return all.every((one) => one.isReached && !isBroken(one))
}
