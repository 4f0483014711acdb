import { defineConfig } from 'vitest/config'

/** What the properties draw from: always the same, unless `TEST_SEED` says another number, or `new`. */
const wanted = process.env['TEST_SEED'] ?? '1'
const seed = wanted === 'new' ? Date.now() % 1_000_000_000 : Number(wanted)
console.log(`TEST_SEED=${seed}`)

/** No test measures the machine: only what hangs reaches these limits. */
const hangsAfter = 300_000

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    isolate: false,
    env: { TEST_SEED: String(seed) },
    testTimeout: hangsAfter,
    hookTimeout: hangsAfter,
    expect: { poll: { timeout: hangsAfter / 2, interval: 20 } },
  },
})
