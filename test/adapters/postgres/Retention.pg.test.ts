import { DateTime, Effect, Layer } from 'effect'
import { expect, it } from 'vitest'
import { Database } from '#adapters/postgres/connection/Database.ts'
import * as PostgresRetention from '#adapters/postgres/Retention.ts'
import { Retention } from '#ports/Retention.ts'
import { patientDatabase } from '#test/support/database.ts'
import { governedDatabase } from '#test/support/governed.ts'
import { asRole, query } from '#test/support/postgres.ts'

it('destroys no key over a connection that does not see the verifications of all accounts', async () => {
  const url = await governedDatabase()
  await query(
    url,
    "INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute) VALUES ('sol', 'consumo', 0, 1)",
  )
  await query(
    url,
    `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
       consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline)
     VALUES ('sol', 'ver_1', 'sol-1', 'f', 'record/2020-01-01/k1/1', 'c', now(), '', 'consumo', 0, 'api', 'https://x',
       '2020-01-01T12:00:00Z', now())`,
  )
  await query(
    url,
    "INSERT INTO data_keys (name, purpose, day, key_id, sealed) VALUES ('record/2020-01-01/k1/1', 'record', '2020-01-01', 'k1', '')",
  )
  const database = patientDatabase(asRole(url, 'cotejo_app'))
  // The API's connections work for no account until they name one.
  const blind = Layer.effect(
    Database,
    Effect.map(Database, (over) => ({ ...over, work: over.api })),
  ).pipe(Layer.provide(database))
  for (const over of [blind, database]) {
    await query(url, 'UPDATE data_keys SET kept_at = NULL')
    const destroying = Retention.use(({ destroyKeys }) => destroyKeys(DateTime.makeUnsafe('2100-01-01')))
    const destroyed = Effect.provide(destroying, PostgresRetention.layer.pipe(Layer.provide(over)))
    expect(await Effect.runPromise(destroyed)).toBe(0)
  }
  expect(await query(url, 'SELECT name FROM data_keys')).toEqual([{ name: 'record/2020-01-01/k1/1' }])
})
