import { testDatabase } from '#test/support/postgres.ts'
import { patientStorage } from '#test/support/storage.ts'
import { transfersSuite } from './transfers.suite.ts'

transfersSuite('postgres', async () => patientStorage(await testDatabase(), 'one'))
