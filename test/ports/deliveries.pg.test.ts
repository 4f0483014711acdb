import { testDatabase } from '#test/support/postgres.ts'
import { postgresStorage } from '#test/support/storage.ts'
import { deliveriesSuite } from './deliveries.suite.ts'

deliveriesSuite('postgres', async () => postgresStorage(await testDatabase(), 'one'))
