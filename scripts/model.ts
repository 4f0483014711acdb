/** `npm run model`: the model tests with thousands of random sequences and a new seed, unless TEST_SEED is set. */
import { spawnSync } from 'node:child_process'

const { TEST_SEED = 'new' } = process.env
const runs = { 'test/model/Model.slow.test.ts': '10000', 'test/model/Model.pg.slow.test.ts': '1000' }

for (const [file, MODEL_RUNS] of Object.entries(runs)) {
  const env = { ...process.env, TEST_SEED, MODEL_RUNS }
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', file], {
    stdio: 'inherit',
    env,
  })
  if (status !== 0) process.exit(1)
}
