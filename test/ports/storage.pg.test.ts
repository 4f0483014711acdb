import { testDatabase } from '#test/support/postgres.ts'
import { postgresStorage } from '#test/support/storage.ts'
import { storageSuite } from './storage.suite.ts'

storageSuite('postgres', async () => postgresStorage(await testDatabase(), 'one'))
