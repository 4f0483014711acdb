import { expect, it } from 'vitest'
import { openConnection, query, testDatabase } from '#test/support/postgres.ts'
import { create, migrated, openAccount, startReplica, until } from '#test/support/server.ts'

it('batches of ends take turns over all processes', async () => {
  const url = await testDatabase(migrated)
  const key = await openAccount(url, 'sol')
  const other = await openConnection(url)
  await other.ask('BEGIN')
  await other.ask("SELECT pg_advisory_xact_lock(hashtext('cotejo conclude'))")
  const replica = await startReplica(url)
  expect((await create(replica.base, key)).status).toBe(200)

  const waiting = () =>
    query(
      url,
      `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event = 'advisory' AND query LIKE '%conclude(%'`,
    )
  await until(async () => (await waiting()).length === 1)
  await other.ask('COMMIT')
  await until(async () => (await query(url, "SELECT 1 FROM verifications WHERE state <> 'en_proceso'")).length === 1)
  await replica.stop()
  await other.close()
})
