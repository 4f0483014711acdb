import { afterAll } from 'vitest'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { startSandbox } from '#tools/service/sandbox.ts'
import { migrated } from '#tools/service/server.ts'
import { connectSuite } from './connect.suite.ts'

const sandbox = await startSandbox({ storage: await testDatabase(migrated) })
afterAll(sandbox.stop)

connectSuite(sandbox)
