import { afterAll } from 'vitest'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { startSandbox } from '#tools/service/sandbox.ts'
import { concurrencySuite } from './concurrency.suite.ts'

const sandbox = await startSandbox({ storage: await testDatabase() })
afterAll(sandbox.stop)

concurrencySuite(sandbox)
