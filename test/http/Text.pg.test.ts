import { afterAll } from 'vitest'
import { testDatabase } from '#test/support/postgres.ts'
import { startSandbox } from '#test/support/sandbox.ts'
import { textSuite } from './text.suite.ts'

const sandbox = await startSandbox({ storage: await testDatabase() })
afterAll(sandbox.stop)

textSuite(sandbox)
