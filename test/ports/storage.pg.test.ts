import { testDatabase } from '#test/support/postgres.ts'
import { patientStorage } from '#test/support/storage.ts'
import { storageSuite } from './storage.suite.ts'

storageSuite('postgres', async () => patientStorage(await testDatabase(), 'one'))
