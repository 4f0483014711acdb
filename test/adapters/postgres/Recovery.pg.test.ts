import { DateTime, Effect, Layer } from 'effect'
import { expect, it } from 'vitest'
import * as PostgresRecovery from '#adapters/postgres/operators/Recovery.ts'
import { Recovery } from '#ports/Recovery.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

it('a recovery takes back what anybody held, as no crash, and at its end gives what is under way its time anew', async () => {
  const url = await testDatabase(migrated)
  await query(
    url,
    "INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute) VALUES ('sol', 'connect', 1, 1)",
  )
  await query(
    url,
    `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
       consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline, state, resolved_at)
     SELECT 'sol', id, id, 'f', 'k', 'c', now(), '', 'connect', 1, 'api', 'https://x', '2026-03-10T18:00:00Z',
            '2026-03-10T18:10:00Z', state, CASE state WHEN 'emitida' THEN now() END
       FROM (VALUES ('ver_1', 'en_proceso'), ('ver_2', 'emitida')) x (id, state)`,
  )
  const rows = "FROM (VALUES ('ver_1', 'n', 4), ('ver_2', NULL, 7)) x (id, node, epoch)"
  await query(
    url,
    `INSERT INTO verification_work (account_id, verification_id, due_at, data_key, sealed, replica_id, epoch, crashes)
     SELECT 'sol', id, now(), 'k', '', node, epoch, 1 ${rows}`,
  )
  await query(
    url,
    `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, due_at, replica_id, epoch)
     SELECT 'sol', id, id, 'https://x', 'x', now(), node, epoch ${rows}`,
  )
  await query(
    url,
    `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at, replica_id, epoch)
     SELECT 'sol', id, id, 1, now(), node, epoch ${rows}`,
  )
  const over = PostgresRecovery.layer.pipe(Layer.provide(patientDatabase(url)))
  const run = <A, E>(effect: Effect.Effect<A, E, Recovery>) => Effect.runPromise(Effect.provide(effect, over))
  const end = Recovery.use((port) => port.end(DateTime.makeUnsafe('2026-03-12T12:00:00Z')))
  const deadlines = () => query(url, 'SELECT deadline FROM verifications ORDER BY verification_id')

  // None has begun: nothing ends.
  expect(await run(end)).toBe(0)
  await run(Recovery.use(({ begin }) => begin))
  for (const table of ['verification_work', 'deliveries', 'transfers']) {
    expect(await query(url, `SELECT replica_id, epoch FROM ${table} ORDER BY verification_id`)).toEqual([
      { replica_id: null, epoch: 5 },
      { replica_id: null, epoch: 7 },
    ])
  }
  expect(await query(url, 'SELECT DISTINCT crashes FROM verification_work')).toEqual([{ crashes: 1 }])
  expect(await query(url, 'SELECT stands_still() AS stands')).toEqual([{ stands: true }])

  expect(await run(end)).toBe(1)
  expect(await deadlines()).toEqual([
    { deadline: new Date('2026-03-12T12:10:00Z') },
    { deadline: new Date('2026-03-10T18:10:00Z') },
  ])
  expect(await query(url, 'SELECT stands_still() AS stands')).toEqual([{ stands: false }])
  expect(await run(end)).toBe(0)
})

it('a recovery notes each transfer that the books do not know once, as it was found first', async () => {
  const url = await testDatabase(migrated)
  const over = PostgresRecovery.layer.pipe(Layer.provide(patientDatabase(url)))
  const run = <A, E>(use: (port: Recovery['Service']) => Effect.Effect<A, E>) =>
    Effect.runPromise(Effect.provide(Recovery.use(use), over))
  const found = (transferId: string, amountCentavos: number) => ({
    ...{ accountId: 'sol', transferId, verificationId: `ver_${transferId}`, paymentIntentId: `pi_${transferId}` },
    ...{ amountCentavos, isReversed: false },
  })
  await run(({ note }) => note([found('tr_1', 100), found('tr_2', 7)]))
  await run(({ note }) => note([found('tr_2', 9), found('tr_3', 5)]))
  await run(({ note }) => note([]))
  const columns = 'account_id, transfer_id, verification_id, payment_intent_id, amount_centavos::int AS centavos'
  expect(await query(url, `SELECT ${columns} FROM lost_transfers ORDER BY transfer_id`)).toEqual(
    [
      ['tr_1', 100],
      ['tr_2', 7],
      ['tr_3', 5],
    ].map(([id, centavos]) => ({
      account_id: 'sol',
      transfer_id: id,
      verification_id: `ver_${id}`,
      payment_intent_id: `pi_${id}`,
      centavos,
    })),
  )
  expect(await run(({ noted }) => noted(['tr_9', 'tr_3', 'tr_1']))).toEqual(new Set(['tr_1', 'tr_3']))
  expect(await run(({ noted }) => noted([]))).toEqual(new Set())
})
