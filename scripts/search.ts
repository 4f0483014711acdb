/**
 * `npm run model` and `npm run fuzz`: run their tests with many more cases. The seed is new unless TEST_SEED is set.
 * MODEL_RUNS and FUZZ_CASES set the number of cases, and FUZZ_PATH repeats the case that a violation names.
 */
import { spawnSync } from 'node:child_process'

const searches: Readonly<Record<string, Readonly<Record<string, NodeJS.ProcessEnv>>>> = {
  model: {
    'test/model/Model.slow.test.ts': { MODEL_RUNS: '10000' },
    'test/model/Model.pg.slow.test.ts': { MODEL_RUNS: '1000' },
  },
  fuzz: { 'test/fuzz/Fuzz.slow.test.ts': { FUZZ_CASES: '100000' } },
}

const [name = ''] = process.argv.slice(2)
for (const [file, usual] of Object.entries(searches[name] ?? {})) {
  const env = { TEST_SEED: 'new', ...usual, ...process.env }
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--silent=false', file], {
    stdio: 'inherit',
    env,
  })
  if (status !== 0) process.exit(1)
}
