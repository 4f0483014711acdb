import { availableParallelism } from 'node:os'
import { matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What the properties draw from: always the same, unless `TEST_SEED` says another number, or `new`. */
const wanted = process.env['TEST_SEED'] ?? '1'
const seed = wanted === 'new' ? Date.now() % 1_000_000_000 : Number(wanted)

/** No test measures the machine: only what hangs reaches these limits, in milliseconds. */
const hangsAfter = 1_800_000

/** Where programs that a test starts keep what they compiled, for the next that starts them. */
const compiled = fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

/** What takes long for what it is: thousands of cases, a browser, packages that are built and installed. */
const long = [
  'test/model/**/*.test.ts',
  'test/fuzz/**/*.test.ts',
  'test/adapters/lists/{Formats,Labelled}.test.ts',
  'test/domain/person/CurpScanners.test.ts',
  'test/domain/recommendation/Engine.property.test.ts',
  'test/console/**/*.test.ts',
  'test/examples/**/*.test.ts',
  'test/packaging/**/*.test.ts',
  'test/client/package.test.ts',
  'test/mcp/Conformance.test.ts',
  'test/mutate/**/*.test.ts',
  'test/Regexes.test.ts',
]
/** What starts a Postgres. */
const postgres = ['test/**/*.pg.test.ts', 'test/simulator/postgres/**/*.test.ts']
/** What calls a service over HTTP, or starts processes. */
const service = [
  'http',
  'mcp',
  'simulator',
  'client',
  'docs',
  'adapters/payments',
  'adapters/webhooks',
  'adapters/sources/real',
].map((room) => `test/${room}/**/*.test.ts`)

/** What replaces a module, or tells partners by name, of which a process knows fifty, and so shares none with others. */
const alone = [
  'test/http/EarlierRules.pg.test.ts',
  'test/observability/{PartnerMetrics,PartnerSeries,telemetry.pg}.test.ts',
]

/** A project of these files, without those of the others. */
const project = (name: string, include: ReadonlyArray<string>, exclude: ReadonlyArray<string>) => ({
  extends: true as const,
  // Node runs the tests as it runs the program: nothing is transformed.
  test: {
    name,
    include: [...include],
    exclude: [...exclude],
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})

const aloneProject = { extends: true as const, test: { name: 'postgres, alone', include: alone, isolate: true } }

/** To choose from, as `npm run check` does. */
const rooms = [
  project('long', long, []),
  project('postgres', postgres, [...long, ...alone]),
  project('service', service, [...long, ...postgres]),
  project('unit', ['test/**/*.test.ts'], [...long, ...postgres, ...service]),
]
/** All together are one: a process that goes from one project to another loads the whole program again. */
const together = [project('all', ['test/**/*.test.ts'], alone)]
const isChosen = process.argv.some((argument) => argument.startsWith('--project'))

/** What takes long comes first, so that nothing of it is left when the rest has ended. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = [long, postgres, service].findIndex((globs) =>
        globs.some((glob) => matchesGlob(moduleId, `**/${glob}`)),
      )
      return rank === -1 ? 3 : rank
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

export default defineConfig({
  test: {
    projects: [...(isChosen ? rooms : together), aloneProject],
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/globalSetup.ts'],
    setupFiles: ['test/setup.ts'],
    reporters: ['default', { onInit: () => console.log(`TEST_SEED=${seed}`) }],
    slowTestThreshold: 10_000,
    isolate: false,
    // Two more than cores: many tests wait for processes, databases and deadlines. Each has to compile what it runs.
    maxWorkers: availableParallelism() + 2,
    // What is young is collected less often, in MB: a thirtieth of the CPU.
    execArgv: ['--max-semi-space-size=64'],
    env: { TEST_SEED: String(seed), NODE_COMPILE_CACHE: compiled },
    testTimeout: hangsAfter,
    hookTimeout: hangsAfter,
    expect: { poll: { timeout: hangsAfter / 2, interval: 20 } },
  },
})
