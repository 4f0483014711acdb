import { testDatabase } from '#test/support/postgres.ts'
import { patientStorage } from '#test/support/storage.ts'
import { deliveriesSuite } from './deliveries.suite.ts'

deliveriesSuite('postgres', async () => patientStorage(await testDatabase(), 'one'))
