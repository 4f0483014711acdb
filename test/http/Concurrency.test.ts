import { afterAll } from 'vitest'
import { startSandbox } from '#tools/service/sandbox.ts'
import { concurrencySuite } from './concurrency.suite.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)

concurrencySuite(sandbox)
