import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Option } from 'effect'
import { providerContractText } from './providerContract/Document.ts'

/**
 * Writes docs/providers.openapi.json, the contract for integrators of sources, and lints it by
 * redocly.yaml. With `--check` nothing is written: it fails when the committed copy differs.
 */

const path = 'docs/providers.openapi.json'
const text = providerContractText()
const committed = Option.liftThrowable(() => readFileSync(path, 'utf8'))()

if (!process.argv.includes('--check')) writeFileSync(path, text)
else if (!Option.contains(committed, text)) {
  process.stderr.write(`${path} is not what the adapters decode: run \`npm run providers\` and commit it.\n`)
  process.exit(1)
}

// Nothing leaves the machine: neither usage data nor a question for newer versions.
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
const linter = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
const { status } = spawnSync(process.execPath, [linter, 'lint', path], {
  stdio: 'inherit',
  env: { ...process.env, ...quiet },
})
process.exitCode = status ?? 1
