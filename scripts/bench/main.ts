/**
 * `npm run bench -- NAME`: measures and prints a table; with `--write` docs/performance.md holds it. Machines are
 * noisy: compare rows of one run, not runs.
 */
import { admission } from './admission.ts'
import { consolePage } from './console.ts'
import { growth } from './growth.ts'
import { matching } from './matching.ts'
import { mcp } from './mcp.ts'
import { memory } from './memory.ts'
import { overload } from './overload.ts'
import { reading } from './reading.ts'
import { write } from './report.ts'
import { resolution } from './resolution.ts'
import { starting } from './starting.ts'
import { warming } from './warming.ts'
import { webhooks } from './webhooks.ts'
import { words } from './words.ts'
import { worlds } from './worlds.ts'
import { worst } from './worst.ts'

const benches: Record<string, () => Promise<void>> = {
  memory,
  admission,
  resolution,
  reading,
  webhooks,
  growth,
  mcp,
  matching,
  overload,
  words,
  worst,
  worlds,
  starting,
  warming,
  console: consolePage,
}

const [name = '', ...options] = process.argv.slice(2)
const bench = benches[name]
if (bench === undefined) {
  console.error(`npm run bench -- ${Object.keys(benches).join('|')}`)
  process.exitCode = 1
} else {
  await bench()
  if (options.includes('--write')) write(name)
}
