/**
 * `npm run bench -- all --write`: runs every bench in turn, so that all results are from one machine and one commit. If
 * a bench fails or takes too long, its result file does not change and the others continue.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { exitCodes } from '#tools/reports/exitCodes.ts'
import { round } from '#tools/reports/measure.ts'

/** The time limit of each, in minutes, on two cores. */
const minutes: Readonly<Record<string, number>> = {
  cells: 1,
  growth: 10,
  reading: 10,
  resolution: 10,
  admission: 10,
  webhooks: 8,
  storage: 3,
  overload: 5,
  lists: 10,
  matching: 10,
  words: 1,
  people: 2,
}

const outcomes: Readonly<Record<number, string>> = {
  [exitCodes.kept]: 'measured',
  [exitCodes.missed]: 'measured, an aim is missed',
  [exitCodes.failed]: 'failed',
}

/** Ends the servers that a bench left running: they are in its process group. */
const endGroup = (leader: number): void => {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // The process group has already ended.
  }
}

const run = async (name: string, limit: number, options: ReadonlyArray<string>): Promise<string> => {
  const child = spawn(process.execPath, ['scripts/bench/main.ts', name, ...options], {
    stdio: 'inherit',
    detached: true,
  })
  await once(child, 'spawn')
  const { pid = Number.NaN } = child
  const end = () => endGroup(pid)
  const interrupted = () => {
    end()
    process.exit(exitCodes.failed)
  }
  process.once('SIGINT', interrupted)
  const timer = setTimeout(end, limit * 60_000)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  process.off('SIGINT', interrupted)
  end()
  return code === null ? `did not end within ${limit} minutes` : (outcomes[code] ?? `ended with ${code}`)
}

/** @param options passed to each bench */
export const all = async (options: ReadonlyArray<string>): Promise<void> => {
  const rows: Record<string, { readonly outcome: string; readonly minutes: number }> = {}
  for (const [name, limit] of Object.entries(minutes)) {
    const began = performance.now()
    console.log(`\n=== ${name}`)
    const outcome = await run(name, limit, options)
    rows[name] = { outcome, minutes: round((performance.now() - began) / 60_000) }
  }
  console.table(rows)
  if (Object.values(rows).some(({ outcome }) => outcome !== outcomes[exitCodes.kept])) {
    process.exitCode = exitCodes.missed
  }
}
