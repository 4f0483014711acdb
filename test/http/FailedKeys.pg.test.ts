import { Context, Duration } from 'effect'
import { expect, it } from 'vitest'
import { KeyMemory } from '#adapters/postgres/requests/Accounts.ts'
import { make } from '#domain/account/ApiKey.ts'
import { openConnection, query, testDatabase } from '#tools/postgres/postgres.ts'
import { get, migrated, openAccount, startReplica } from '#tools/service/server.ts'

it('look-ups of keys that are nobody’s take two connections at most, so that partners are answered meanwhile', async () => {
  const url = await testDatabase(migrated)
  const partner = await openAccount(url, 'cuenta-vista')
  const always = Context.make(KeyMemory, { known: Duration.hours(1), unknown: Duration.zero })
  const replica = await startReplica(url, { apiConnections: 4 }, undefined, undefined, always)
  const ask = (key: string) => get(replica.base, '/v1/verificaciones', key)
  expect((await ask(partner)).status).toBe(200)

  // Whoever looks keys up waits for this lock.
  const guard = await openConnection(url)
  await guard.ask('BEGIN')
  await guard.ask('LOCK TABLE api_keys')
  const guesses = Array.from({ length: 40 }, (_, nth) => ask(make('sandbox', 1_000_000n + BigInt(nth))))
  const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'api_keys'::regclass"
  await expect.poll(async () => (await query(url, waiting)).length).toBe(2)
  for (let nth = 0; nth < 8; nth++) expect((await ask(partner)).status).toBe(200)
  expect(await query(url, waiting)).toHaveLength(2)
  await guard.ask('ROLLBACK')
  await guard.close()
  expect((await Promise.all(guesses)).map(({ body }) => body['codigo'])).toEqual(guesses.map(() => 'llave_invalida'))
  await replica.stop()
})
