import { afterAll } from 'vitest'
import { testDatabase } from '#test/support/postgres.ts'
import { startSandbox } from '#test/support/sandbox.ts'
import { connectSuite } from './connect.suite.ts'

const sandbox = await startSandbox({ storage: await testDatabase() })
afterAll(sandbox.stop)

connectSuite(sandbox)
