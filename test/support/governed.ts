import { asRole, makeRoles, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

const prepare = async (url: string): Promise<void> => {
  await makeRoles(url)
  await migrated(asRole(url, 'cotejo_migrate'))
}

/** A database as an operator makes one: roles.sql by its administrator, whose URL it is, and the schema by cotejo_migrate. */
export const governedDatabase = async (): Promise<string> => {
  const url = await testDatabase(prepare)
  // Who may enter a database is not copied with it.
  await makeRoles(url)
  return url
}
