import { afterAll } from 'vitest'
import { startSandbox } from '#test/support/sandbox.ts'
import { concurrencySuite } from './concurrency.suite.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)

concurrencySuite(sandbox)
