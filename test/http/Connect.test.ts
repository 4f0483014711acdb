import { afterAll } from 'vitest'
import { startSandbox } from '#tools/service/sandbox.ts'
import { connectSuite } from './connect.suite.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)

connectSuite(sandbox)
