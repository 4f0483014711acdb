/**
 * `npm run bench -- NAME`: measures and prints a table. These machines are noisy: compare rows of one
 * run, not runs.
 */
import { admission } from './admission.ts'
import { memory } from './memory.ts'
import { resolution } from './resolution.ts'

const benches: Record<string, () => Promise<void>> = { memory, admission, resolution }

const [name = ''] = process.argv.slice(2)
const bench = benches[name]
if (bench === undefined) {
  console.error(`npm run bench -- ${Object.keys(benches).join('|')}`)
  process.exitCode = 1
} else {
  await bench()
}
