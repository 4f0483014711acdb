/**
 * `npm run bench -- NAME`: measures and prints a table. `--write` also writes benchmarks/NAME.json; `--small` only
 * checks that the bench runs. `--profile` also prints where the CPU of the replicas goes. `all` runs every bench.
 * Machines are noisy: compare rows of one run, not runs.
 */

import { exitCodes } from '#tools/reports/exitCodes.ts'
import { write } from '#tools/reports/report.ts'
import { admission } from './admission.ts'
import { all } from './all.ts'
import { cells } from './cells.ts'
import { growth } from './growth.ts'
import { lists } from './lists.ts'
import { matching } from './matching.ts'
import { overload } from './overload.ts'
import { people } from './people.ts'
import { reading } from './reading.ts'
import { resolution } from './resolution.ts'
import { profiling } from './shares.ts'
import { isSmall } from './sized.ts'
import { storage } from './storage.ts'
import { webhooks } from './webhooks.ts'
import { words } from './words.ts'

const benches: Record<string, () => Promise<void>> = {
  admission,
  resolution,
  reading,
  webhooks,
  cells,
  growth,
  lists,
  matching,
  overload,
  people,
  storage,
  words,
}

const [name = '', ...options] = process.argv.slice(2)
const bench = benches[name]
if (name === 'all') await all(options)
else if (bench === undefined) {
  console.error(`npm run bench -- all|${Object.keys(benches).join('|')} [--write] [--small] [--profile]`)
  process.exitCode = exitCodes.failed
} else {
  try {
    const printShares = options.includes('--profile') ? profiling() : () => {}
    await bench()
    printShares()
    if (options.includes('--write') && !isSmall) write(name)
  } catch (error) {
    console.error(error)
    // Servers that it started may still keep it alive.
    process.exit(exitCodes.failed)
  }
}
