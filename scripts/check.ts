/**
 * `npm test`, `npm run test:slow`, `npm run test:all`: runs the named suites in turn. The checks of a suite run in
 * parallel, because none of them keeps two cores busy. Exits with status 1 if a check fails.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { installed } from '#tools/machine/installed.ts'

/** `npm` and the tools in node_modules/.bin are batch files on Windows, so a shell starts them on every system. */
const suites: Readonly<Record<string, ReadonlyArray<string>>> = {
  fast: [
    'vitest run --project "fast*"',
    'npm run --silent lint',
    'npm run --silent types',
    'npm run --silent dead',
    'npm run --silent openapi -- --check',
  ],
  slow: ['vitest run --project "slow*"', 'tsc --noEmit -p scripts/bench/peers'],
}

/** The folders with packages that a suite needs and `npm ci` does not install. */
const packages: Readonly<Record<string, ReadonlyArray<string>>> = { slow: ['test/oracles', 'scripts/bench/peers'] }

/** All checks compile the same modules. The first process stores the compiled code for the others. */
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
}

interface Step {
  readonly command: string
  /** The output, unless it was already shown. */
  readonly output: string
  readonly isFine: boolean
  readonly seconds: number
}

const secondsSince = (start: number): number => (performance.now() - start) / 1_000

/** @param isShown whether to show the output as it arrives */
const run = async (command: string, isShown: boolean): Promise<Step> => {
  const start = performance.now()
  const child = spawn(command, { shell: true, env, stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  return { command, output, isFine: code === 0, seconds: secondsSince(start) }
}

const runSuite = async (name: string): Promise<void> => {
  const start = performance.now()
  for (const folder of packages[name] ?? []) installed(folder)
  const steps = await Promise.all((suites[name] ?? []).map((command, index) => run(command, index === 0)))
  for (const { command, output, isFine, seconds } of steps) {
    if (!isFine) console.log(output.trimEnd())
    console.log(`${isFine ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(6)} s  ${command}`)
  }
  console.log(`${secondsSince(start).toFixed(1)} s  the ${name} suite`)
  if (!steps.every(({ isFine }) => isFine)) process.exitCode = 1
}

for (const name of process.argv.slice(2)) await runSuite(name)
