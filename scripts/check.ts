/**
 * `npm run check`: the linter, the types and the unit tests. `npm test`: those, what is dead, the documents
 * and every test. All of it at the same time, since none of it uses two cores.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const everything = process.argv.includes('--everything')
const scripts = everything ? ['lint', 'types', 'dead', 'openapi -- --check'] : ['lint', 'types']
const tests = everything ? 'vitest run' : 'vitest run --project unit'

/** All of it loads the same modules, in many processes: each is compiled once. */
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
}

interface Step {
  readonly command: string
  /** What it printed; nothing of what it printed at once. */
  readonly printed: string
  readonly isFine: boolean
  readonly seconds: number
}

/** @param isShown whether what it prints is shown at once, and not at its end */
const run = async (command: string, isShown: boolean): Promise<Step> => {
  const start = performance.now()
  const child = spawn(command, { shell: true, env, stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += text))
  const [code] = await once(child, 'close')
  return { command, printed, isFine: code === 0, seconds: (performance.now() - start) / 1_000 }
}

const start = performance.now()
const steps = await Promise.all([
  run(tests, true),
  ...scripts.map((script) => run(`npm run --silent ${script}`, false)),
])
for (const { command, printed, isFine, seconds } of steps) {
  if (!isFine) console.log(printed.trimEnd())
  console.log(`${isFine ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(6)} s  ${command}`)
}
console.log(`${((performance.now() - start) / 1_000).toFixed(1)} s`)
process.exitCode = steps.every(({ isFine }) => isFine) ? 0 : 1
