import { patientStorage } from '#test/support/storage.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { deliveriesSuite } from './deliveries.suite.ts'

deliveriesSuite('postgres', async () => patientStorage(await testDatabase(), 'one'))
