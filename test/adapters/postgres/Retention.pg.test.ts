import { DateTime, Effect, Layer } from 'effect'
import { expect, it } from 'vitest'
import { Database } from '#adapters/postgres/connection/Database.ts'
import * as PostgresRetention from '#adapters/postgres/Retention.ts'
import { Retention } from '#ports/Retention.ts'
import { patientDatabase } from '#test/support/database.ts'
import { governedDatabase } from '#test/support/governed.ts'
import { asRole, query, testDatabase } from '#test/support/postgres.ts'
import { migrated } from '#test/support/server.ts'

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

it('retires what was created and ended before, of which nothing is to be sent', async () => {
  const url = await testDatabase(migrated)
  await query(
    url,
    "INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute) VALUES ('sol', 'consumo', 0, 1)",
  )
  const at = (second: number) => `timestamptz '2026-03-10T00:00:00Z' + interval '${second} seconds'`
  const store = async (id: string, created: number, ended: number | null, change: string) => {
    await query(
      url,
      `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
         consent_granted_at, consent_proof, mode, price_centavos, payment_intent_id, channel, webhook_url, created_at,
         deadline, state, resolved_at)
       VALUES ('sol', '${id}', '${id}', 'f', 'k', 'c', now(), '', 'connect', 0, 'pi_1', 'api', 'https://x', ${at(created)}, now(),
         ${ended === null ? "'en_proceso', NULL" : `'${id === 'inconclusive' ? 'no_concluyente' : 'emitida'}', ${at(ended)}`})`,
    )
    if (change === '') return
    await query(
      url,
      `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, due_at, state)
       VALUES ('sol', '${id}', '${id}', 'https://x', 'x', NULL, 'entregada')`,
    )
    await query(url, `UPDATE deliveries SET ${change} WHERE verification_id = '${id}'`)
  }
  await store('old', 0, 9, '')
  await store('ended later', 0, 10, '')
  await store('created later', 10, 10, '')
  await store('under way', 0, null, '')
  await store('inconclusive', 0, 9, '')
  await store('delivered', 0, 9, "state = 'entregada'")
  await store('still to be sent', 0, 9, "state = 'pendiente', due_at = now()")
  await store('to be sent again', 0, 9, 'resend_at = now()')
  const retiring = Retention.use(({ retire }) => retire(DateTime.makeUnsafe('2026-03-10T00:00:10Z'), 10))
  const told = Effect.provide(retiring, PostgresRetention.layer.pipe(Layer.provide(patientDatabase(url))))
  expect(await Effect.runPromise(told)).toBe(3)
  // A payment that was used stays named.
  const retired =
    'SELECT verification_id AS id, payment_intent_id AS payment FROM verifications WHERE retired_at IS NOT NULL'
  expect(await query(url, `${retired} ORDER BY 1`)).toEqual([
    { id: 'delivered', payment: 'pi_1' },
    { id: 'inconclusive', payment: null },
    { id: 'old', payment: 'pi_1' },
  ])
  expect(await query(url, 'SELECT verification_id FROM deliveries ORDER BY 1')).toEqual([
    { verification_id: 'still to be sent' },
    { verification_id: 'to be sent again' },
  ])
  expect(await Effect.runPromise(told)).toBe(0)
})
