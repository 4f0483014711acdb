import { defineConfig } from 'vitest/config'

/** The tests that start neither a database nor a service: thousands of mutants are met by them one after the other. */
const rooms = [
  'domain',
  'wire',
  'application',
  'client',
  'config',
  'observability',
  'adapters/lists',
  'adapters/payments',
  'adapters/platform',
  'adapters/sources',
]

export default defineConfig({
  test: {
    include: rooms.map((room) => `test/${room}/**/*.test.ts`),
    exclude: ['test/**/*.pg.test.ts', 'test/client/package.test.ts'],
    globalSetup: ['test/globalSetup.ts'],
    setupFiles: ['test/setup.ts'],
    isolate: false,
    env: { TEST_SEED: '1' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
