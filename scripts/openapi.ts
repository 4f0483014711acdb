import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Option } from 'effect'
import { leversText } from '#simulator/levers/OpenApi.ts'
import { clientTypes } from '#tools/openapi/ClientTypes.ts'
import { brunoFiles, postmanFiles } from '#tools/openapi/Collection.ts'
import { providerContractText } from '#tools/openapi/ProviderDocument.ts'
import { testDocuments } from '#tools/openapi/TestDocuments.ts'
import { openApiText } from '#wire/OpenApi.ts'
import { leverTypes } from './openapi/LeverTypes.ts'

/**
 * Writes the committed files that are generated from declarations: the partners' contract, the types of their client,
 * the providers' contract, the simulator's controls, and the types of its client. redocly.yaml configures the lint of
 * the documents. With `--check` it writes nothing, and fails if a committed file differs.
 */

const types = 'src/client/Contract.ts'
const simulatorTypes = 'simulator/package/Levers.ts'
const documents = {
  'docs/openapi.json': openApiText(),
  'docs/providers.openapi.json': providerContractText(),
  'docs/simulator.openapi.json': leversText(),
}
const generated = {
  ...documents,
  [types]: clientTypes(openApiText(), types),
  [simulatorTypes]: leverTypes(leversText(), simulatorTypes),
  'src/client/TestDocuments.ts': testDocuments(),
  ...brunoFiles(openApiText()),
  ...postmanFiles(openApiText()),
}

const isCommitted = ([path, text]: readonly [string, string]): boolean =>
  Option.contains(Option.liftThrowable(() => readFileSync(path, 'utf8'))(), text)

if (process.argv.includes('--check')) {
  for (const [path] of Object.entries(generated).filter((file) => !isCommitted(file))) {
    process.stderr.write(`${path} is not what the declarations say: run \`npm run openapi\` and commit it.\n`)
    process.exitCode = 1
  }
} else {
  for (const [path, text] of Object.entries(generated)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

// No network requests: no usage data, and no check for newer versions.
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
const linter = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
const { status } = spawnSync(process.execPath, [linter, 'lint', ...Object.keys(documents)], {
  stdio: 'inherit',
  env: { ...process.env, ...quiet },
})
process.exitCode ||= status ?? 1
