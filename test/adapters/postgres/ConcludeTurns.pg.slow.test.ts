import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { openConnection, query, testDatabase } from '#tools/postgres/postgres.ts'
import { create, migrated, openAccount, startReplica, until } from '#tools/service/server.ts'

/** Seconds that connections of the work wait for a lock, of a replica whose timeouts are three times the usual. */
const lockTimeout = 6

it('batches of ends take turns over all processes, and wait for one longer than for a lock', async () => {
  const url = await testDatabase(migrated)
  const key = await openAccount(url, 'sol')
  const other = await openConnection(url)
  await other.ask('BEGIN')
  await other.ask("SELECT pg_advisory_xact_lock(hashtext('cotejo conclude'))")
  const replica = await startReplica(url, { timeoutFactor: 3 })
  expect((await create(replica.base, key)).status).toBe(200)

  const waiting = () =>
    query(
      url,
      `SELECT pid, query_start::text AS since, now() - query_start > interval '${lockTimeout + 0.5} s' AS "isLong"
         FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event = 'advisory' AND query LIKE '%conclude(%'`,
    )
  await until(async () => (await waiting()).length === 1)
  const [first] = await waiting()
  const isChanged = (row: object | undefined) => !isDeepStrictEqual(row, first)
  await until(async () => isChanged((await waiting())[0]))
  expect(await waiting()).toEqual([{ ...first, isLong: true }])

  await other.ask('COMMIT')
  await until(async () => (await query(url, "SELECT 1 FROM verifications WHERE state <> 'en_proceso'")).length === 1)
  await replica.stop()
  await other.close()
})
