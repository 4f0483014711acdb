/** Schedules from seeds, as many as are asked for: `npm run chaos -- schedules --count 1000 --from 1`. */
import { parseArgs } from 'node:util'
import { inParallel, round } from '#scripts/bench/measure.ts'
import { report, write } from '#scripts/bench/report.ts'
import { planted } from './Planted.ts'
import { type Outcome, runSchedule } from './Schedule.ts'

/** A fault that so many schedules do not find is not found. */
const most = 60

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
  for (let seed = 1; seed <= most; seed += 1) {
    const { violations } = await runSchedule(seed, { plant, healedAfter: 15_000 })
    const [first] = violations
    if (first !== undefined) return { 'found by seed': seed, as: first.slice(0, 120) }
  }
  return { 'found by seed': 'none', as: '' }
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
  await inParallel(Number(count), Number(lanes), async (index) => {
    const outcome = await runSchedule(Number(from) + index)
    outcomes.push(outcome)
    if (outcome.violations.length > 0) console.log(`seed ${outcome.seed}:`, outcome.violations)
    if (steps) console.log(outcome.steps.join('\n'))
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
  const areFound = isPlanted ? await findPlanted() : true
  if (isWritten) write('schedules', 'chaos')
  return broken.length === 0 && areFound
}
