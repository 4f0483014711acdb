import { patientStorage } from '#test/support/storage.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'
import { transfersSuite } from './transfers.suite.ts'

transfersSuite('postgres', async () => patientStorage(await testDatabase(migrated), 'one'))
