import { testDatabase } from '#test/support/postgres.ts'
import { startSandbox } from '#test/support/sandbox.ts'
import { modelSuite } from './model.suite.ts'

modelSuite('postgres', 30, async () => startSandbox({ storage: await testDatabase() }))
