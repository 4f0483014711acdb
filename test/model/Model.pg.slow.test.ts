import { testDatabase } from '#tools/postgres/postgres.ts'
import { startSandbox } from '#tools/service/sandbox.ts'
import { migrated } from '#tools/service/server.ts'
import { modelSuite } from './model.suite.ts'

modelSuite('postgres', 30, async () => startSandbox({ storage: await testDatabase(migrated) }))
