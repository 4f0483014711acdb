/** Schedules from seeds, as many as are asked for: `npm run chaos -- schedules --count 1000 --from 1`. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { inParallel, round } from '#scripts/bench/measure.ts'
import { report, write } from '#scripts/bench/report.ts'
import { planted } from './Planted.ts'
import { playing } from './Playing.ts'
import type { Outcome } from './Schedule.ts'

/** A fault that so many schedules do not find is not found. */
const most = 500
/** Longer than anything takes that is not stuck, on a busy machine too; milliseconds. */
const healedAfter = 60_000
/** Schedules of one process: what was killed in it stays in its memory. */
const perProcess = 100

const settings = () =>
  parseArgs({
    args: process.argv.slice(3),
    options: {
      write: { type: 'boolean', default: false },
      lanes: { type: 'string', default: '2' },
      from: { type: 'string', default: '1' },
      count: { type: 'string', default: '200' },
      steps: { type: 'boolean', default: false },
      planted: { type: 'boolean', default: false },
    },
  }).values

/** Whether schedules find a planted fault, and by what. */
const find = async (plant: (typeof planted)[string]) => {
  for await (const { seed, violations } of playing({ from: 1, count: most }, { plant, healedAfter })) {
    const [first] = violations
    if (first !== undefined) return { 'found by seed': seed, as: first.slice(0, 120) }
  }
  return { 'found by seed': 'none', as: '' }
}

/** Plays so many from this seed on in a process of their own. */
const play = async (from: number, count: number, tell: (outcome: Outcome) => void): Promise<void> => {
  const child = fork('scripts/chaos/schedules/playingProgram.ts', [`${from}`, `${count}`])
  child.on('message', tell)
  const [code] = await once(child, 'exit')
  console.log(`seeds ${from} to ${from + count - 1} were played`)
  if (code !== 0) tell({ seed: from, violations: [`its process ended with ${code}`], steps: [], events: 0 })
}

const findPlanted = async (): Promise<boolean> => {
  const rows: Record<string, Awaited<ReturnType<typeof find>>> = {}
  for (const [what, plant] of Object.entries(planted)) {
    rows[what] = await find(plant)
    console.log(what, rows[what])
  }
  report('Faults that were planted on purpose', rows)
  return Object.values(rows).every((row) => row['found by seed'] !== 'none')
}

export const schedules = async (): Promise<boolean> => {
  const { from, count, lanes, steps, planted: isPlanted, write: isWritten } = settings()
  const outcomes: Array<Outcome> = []
  const startedAt = performance.now()
  const tell = (outcome: Outcome) => {
    outcomes.push(outcome)
    if (outcome.violations.length > 0) console.log(`seed ${outcome.seed}:`, outcome.violations)
    if (steps) console.log(outcome.steps.join('\n'))
  }
  const finding = isPlanted ? findPlanted() : Promise.resolve(true)
  await inParallel(Math.ceil(Number(count) / perProcess), Number(lanes), (index) => {
    const before = index * perProcess
    return play(Number(from) + before, Math.min(perProcess, Number(count) - before), tell)
  })
  const minutes = (performance.now() - startedAt) / 60_000
  const broken = outcomes.filter(({ violations }) => violations.length > 0)
  const faults = ['kill', 'stall', 'all leases', 'lose', 'the clock', 'partner']
  const counted = (fault: string) =>
    outcomes.reduce((sum, outcome) => sum + outcome.steps.filter((step) => step.startsWith(fault)).length, 0)
  report('Schedules', {
    schedules: { value: outcomes.length },
    'with a violation': { value: broken.length },
    'steps that had their turn': { value: outcomes.reduce((sum, outcome) => sum + outcome.steps.length, 0) },
    'answers that partners noted': { value: outcomes.reduce((sum, { events }) => sum + events, 0) },
    ...Object.fromEntries(faults.map((fault) => [`faults: ${fault}`, { value: counted(fault) }])),
    'schedules a minute': { value: round(outcomes.length / minutes) },
  })
  const areFound = await finding
  if (isWritten) write('schedules', 'chaos')
  return broken.length === 0 && areFound
}
