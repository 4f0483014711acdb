import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ordersIn } from './Work.ts'

const { files } = ordersIn()

class AsOrdered extends BaseSequencer {
  override async sort(tests: Array<TestSpecification>) {
    const placeOf = ({ moduleId }: TestSpecification) => files.indexOf(relative(process.cwd(), moduleId))
    return tests.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

export default defineConfig({
  root: process.cwd(),
  test: {
    runner: 'scripts/mutate/Runner.ts',
    include: [...files],
    sequence: { sequencer: AsOrdered },
    globalSetup: ['test/globalSetup.ts'],
    setupFiles: ['test/setup.ts', 'scripts/mutate/setup.ts'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    isolate: false,
    silent: true,
    maxWorkers: 2,
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', new URL('hook.ts', import.meta.url).href],
    env: { TEST_SEED: '1' },
    reporters: [{}],
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    dangerouslyIgnoreUnhandledErrors: true,
    passWithNoTests: true,
  },
})
