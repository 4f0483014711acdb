import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Option } from 'effect'
import { openApiText } from '#wire/OpenApi.ts'

/**
 * Writes docs/openapi.json, the committed copy of what is served at /openapi.json, and lints it by
 * redocly.yaml. With `--check` nothing is written: it fails when the copy differs.
 */

const path = 'docs/openapi.json'
const text = openApiText()
const committed = Option.liftThrowable(() => readFileSync(path, 'utf8'))()

if (process.argv.includes('--check')) {
  if (!Option.contains(committed, text)) {
    process.stderr.write(`${path} is not what src/wire declares: run \`npm run openapi\` and commit it.\n`)
    process.exit(1)
  }
} else {
  mkdirSync('docs', { recursive: true })
  writeFileSync(path, text)
}

// Nothing leaves the machine: neither usage data nor a question for newer versions.
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
const linter = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
const { status } = spawnSync(process.execPath, [linter, 'lint', path], {
  stdio: 'inherit',
  env: { ...process.env, ...quiet },
})
process.exitCode = status ?? 1
