import { postgresLists } from '#tools/lists/lists.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'
import { listsSuite } from './lists.suite.ts'

listsSuite('postgres', async () => postgresLists(await testDatabase(migrated)))
