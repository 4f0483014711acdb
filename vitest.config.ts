import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The seed of the property tests: 1, unless `TEST_SEED` is another number or `new`. */
const wanted = process.env['TEST_SEED'] ?? '1'
const seed = wanted === 'new' ? Date.now() % 1_000_000_000 : Number(wanted)

/** Tests have no time limit of their own: only a test that hangs reaches these limits, in milliseconds. */
const hangsAfter = 1_800_000

/** The compile cache of the programs that tests start. */
const compiled = fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

const slow = 'test/**/*.slow.test.ts'
/** These replace a module, or fill a table of the process that holds fifty partners: they share a process with no other file. */
const alone = [
  'test/http/EarlierRules.pg.test.ts',
  'test/observability/{BoundedLabel,PartnerMetrics,PartnerSeries}.test.ts',
]
const slowAlone = ['test/observability/telemetry.pg.slow.test.ts']

/** Node loads the tests as it loads the program: nothing is transformed, and the files of a worker share modules. */
const project = (name: string, include: ReadonlyArray<string>, exclude: ReadonlyArray<string>) => ({
  extends: true as const,
  test: {
    name,
    include: [...include],
    exclude: ['**/node_modules/**', ...exclude],
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
const isolated = (name: string, include: ReadonlyArray<string>) => ({
  extends: true as const,
  test: { name, include: [...include], isolate: true },
})

/** The longest files, longest first: started first, they leave no core idle at the end. */
const longest = [
  'examples/certify',
  'replica/server',
  'chaos/Sweep',
  'docs/Production',
  'PersonalData',
  'Canaries',
  '.pg.',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = longest.findIndex((part) => moduleId.includes(part))
      return rank === -1 ? longest.length : rank
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

export default defineConfig({
  test: {
    projects: [
      project('fast', ['test/**/*.test.ts'], [slow, ...alone]),
      isolated('fast, alone', alone),
      project('slow', [slow], slowAlone),
      isolated('slow, alone', slowAlone),
    ],
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/globalSetup.ts'],
    setupFiles: ['test/setup.ts'],
    reporters: ['default', { onInit: () => console.log(`TEST_SEED=${seed}`) }],
    // What the product logs is shown for failing tests only.
    silent: 'passed-only',
    slowTestThreshold: 10_000,
    // Two more than cores: many tests wait for processes, databases and deadlines.
    maxWorkers: availableParallelism() + 2,
    // A larger young generation (MB) is collected less often.
    execArgv: ['--max-semi-space-size=64'],
    env: { TEST_SEED: String(seed), NODE_COMPILE_CACHE: compiled },
    testTimeout: hangsAfter,
    hookTimeout: hangsAfter,
    expect: { poll: { timeout: hangsAfter / 2, interval: 20 } },
  },
})
