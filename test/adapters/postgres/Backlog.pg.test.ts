import { DateTime, Effect, Layer, Option } from 'effect'
import { expect, it } from 'vitest'
import * as PostgresBacklog from '#adapters/postgres/Backlog.ts'
import { Backlog } from '#ports/Backlog.ts'
import { patientDatabase } from '#test/support/database.ts'
import { governedDatabase } from '#test/support/governed.ts'
import { asRole, query } from '#test/support/postgres.ts'
import { openAccount } from '#test/support/server.ts'

const insert = (account: string, name: string, createdAt: string, state: string) =>
  `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
     consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline, state, resolved_at)
   VALUES ('${account}', 'ver_${name}', 'sol-${name}', 'f', 'record/2020-01-01/k1/1', 'c', now(), '', 'consumo', 0, 'api',
     'https://x', '${createdAt}', now(), '${state}', ${state === 'en_proceso' ? 'NULL' : 'now()'})`

it('tells since when the oldest verification is under way, over all accounts, and nothing while none is', async () => {
  const url = await governedDatabase()
  const measured = () => {
    const measuring = Backlog.use(({ measure }) => measure(DateTime.makeUnsafe('2026-03-10T18:00:00.000Z')))
    const over = PostgresBacklog.layer.pipe(Layer.provide(patientDatabase(asRole(url, 'cotejo_app'))))
    return Effect.runPromise(Effect.provide(measuring, over))
  }
  for (const account of ['sol', 'luna', 'mar']) await openAccount(url, account)
  await query(url, insert('sol', 'ended', '2026-03-10T17:40:00Z', 'emitida'))
  expect((await measured()).oldestUnderWayAt).toEqual(Option.none())
  await query(url, insert('sol', 'young', '2026-03-10T17:59:00Z', 'en_proceso'))
  await query(url, insert('luna', 'old', '2026-03-10T17:52:10Z', 'en_proceso'))
  await query(url, insert('luna', 'younger', '2026-03-10T17:59:30Z', 'en_proceso'))
  expect((await measured()).oldestUnderWayAt).toEqual(Option.some(DateTime.makeUnsafe('2026-03-10T17:52:10.000Z')))
})
