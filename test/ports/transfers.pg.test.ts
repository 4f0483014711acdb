import { patientStorage } from '#test/support/storage.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { transfersSuite } from './transfers.suite.ts'

transfersSuite('postgres', async () => patientStorage(await testDatabase(), 'one'))
