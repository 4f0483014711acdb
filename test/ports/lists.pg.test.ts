import { postgresLists } from '#test/support/lists.ts'
import { testDatabase } from '#test/support/postgres.ts'
import { listsSuite } from './lists.suite.ts'

listsSuite('postgres', async () => postgresLists(await testDatabase()))
