/**
 * Plays schedules from seeds: a number of them with `npm run chaos -- schedules --count=1000 --from=1`, or as many as
 * start within a time with `--minutes=30`. `--write` writes the run to trials/schedules.json.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { inParallel, round } from '#tools/reports/measure.ts'
import { report, write } from '#tools/reports/report.ts'
import type { Outcome } from '#tools/schedules/Schedule.ts'

/** The totals of a run. */
interface Run {
  readonly schedules: number
  /** Schedules with at least one violation. */
  readonly violations: number
  /** The number of answers that partners recorded. */
  readonly answers: number
  /** The number of steps by kind. */
  readonly steps: Readonly<Record<string, number>>
}

/** Schedules per process, because replicas killed in a process stay in its memory. */
const perProcess = 100

const settings = () =>
  parseArgs({
    args: process.argv.slice(3),
    options: {
      write: { type: 'boolean', default: false },
      lanes: { type: 'string', default: '2' },
      from: { type: 'string', default: '1' },
      count: { type: 'string', default: '200' },
      minutes: { type: 'string', default: 'Infinity' },
      steps: { type: 'boolean', default: false },
    },
  }).values

/** Plays `count` schedules from this seed on in a separate process. */
const play = async (from: number, count: number, tell: (outcome: Outcome) => void): Promise<void> => {
  const child = fork('tools/schedules/playingProgram.ts', [`${from}`, `${count}`])
  child.on('message', tell)
  const [code] = await once(child, 'exit')
  console.log(`seeds ${from} to ${from + count - 1} were played`)
  if (code !== 0) tell({ seed: from, violations: [`its process ended with ${code}`], steps: [], events: 0 })
}

const faults = ['kill', 'stall', 'all leases', 'lose', 'the clock', 'partner'] as const

/** The steps of a schedule, counted by kind. */
const stepsOf = ({ steps }: Outcome): Run['steps'] => ({
  'steps that had their turn': steps.length,
  ...Object.fromEntries(
    faults.map((fault) => [`faults: ${fault}`, steps.filter((one) => one.startsWith(fault)).length]),
  ),
})

const plus = (one: Run['steps'], other: Run['steps']): Run['steps'] =>
  Object.fromEntries(Object.entries(other).map(([name, count]) => [name, (one[name] ?? 0) + count]))

export const schedules = async (): Promise<boolean> => {
  const { from, count, minutes, lanes, steps, write: isWritten } = settings()
  let run: Run = { schedules: 0, violations: 0, answers: 0, steps: {} }
  const startedAt = performance.now()
  const lasted = () => (performance.now() - startedAt) / 60_000
  const tell = (outcome: Outcome) => {
    run = {
      schedules: run.schedules + 1,
      violations: run.violations + (outcome.violations.length > 0 ? 1 : 0),
      answers: run.answers + outcome.events,
      steps: plus(run.steps, stepsOf(outcome)),
    }
    if (outcome.violations.length > 0) console.log(`seed ${outcome.seed}:`, outcome.violations)
    if (steps) console.log(outcome.steps.join('\n'))
  }
  await inParallel(Math.ceil(Number(count) / perProcess), Number(lanes), async (index) => {
    const before = index * perProcess
    if (lasted() < Number(minutes)) {
      await play(Number(from) + before, Math.min(perProcess, Number(count) - before), tell)
    }
  })
  console.log(`${round(run.schedules / lasted())} schedules a minute`)
  const totals = {
    'from seed': Number(from),
    schedules: run.schedules,
    'with a violation': run.violations,
    'answers that partners noted': run.answers,
    ...run.steps,
  }
  report('Schedules', Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, { value }])))
  if (isWritten) write('schedules', 'chaos')
  return run.violations === 0
}
