import { testDatabase } from '#test/support/postgres.ts'
import { postgresStorage } from '#test/support/storage.ts'
import { transfersSuite } from './transfers.suite.ts'

transfersSuite('postgres', async () => postgresStorage(await testDatabase(), 'one'))
