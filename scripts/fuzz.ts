/**
 * `npm run fuzz`: runs the fuzz with many more cases. The seed is new unless TEST_SEED is set.
 * FUZZ_CASES sets the number of cases, and FUZZ_PATH repeats the case that a violation names.
 */
import { spawnSync } from 'node:child_process'

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--silent=false', 'test/fuzz/Fuzz.slow.test.ts']
const env = { TEST_SEED: 'new', FUZZ_CASES: '100000', ...process.env }
process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit', env }).status ?? 1
