import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('the log has all the lines of a process that ends within a round', async () => {
  const ending = `
    import { Effect } from 'effect'
    import * as JsonLog from '#src/observability/JsonLog.ts'
    Effect.runSync(Effect.provide(Effect.andThen(Effect.logInfo('one'), Effect.logInfo('two')), JsonLog.layer()))
    process.exit(0)`
  const run = promisify(execFile)(process.execPath, ['--input-type=module-typescript', '--eval', ending])
  const lines = (await run).stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).message)).toEqual(['one', 'two'])
})
