import { DateTime, Effect, Layer } from 'effect'
import { expect, it } from 'vitest'
import * as PostgresPartners from '#adapters/postgres/installation/Partners.ts'
import { Partners } from '#ports/Partners.ts'
import { governedDatabase } from '#test/support/governed.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { asRole, query } from '#tools/postgres/postgres.ts'
import { openAccount } from '#tools/service/server.ts'

it('tells accounts by their latest verification, so many at most, then those that have none, and what balances pay', async () => {
  const url = await governedDatabase()
  // By these indexes the latest comes first, whether it is asked for or not.
  for (const index of ['verifications_newest', 'verifications_by_state']) await query(url, `DROP INDEX ${index}`)
  for (const [account, mode] of [
    ['antes', 'consumo'],
    ['luna', 'connect'],
    ['nueva', 'connect'],
    ['sol', 'consumo'],
    ['vieja', 'consumo'],
    ['abierta', 'consumo'],
  ] as const) {
    await openAccount(url, account, { mode })
  }
  for (const [account, hour] of [
    ['antes', 10],
    ['sol', 11],
    ['luna', 12],
    ['sol', 13],
  ] as const) {
    await query(
      url,
      `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
         consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline)
       VALUES ('${account}', 'ver_${hour}', 'sol-${hour}', 'f', 'k', 'c', now(), '', 'consumo', 0, 'api', 'https://x',
         '2026-03-10T${hour}:00:00Z', now())`,
    )
  }
  // What was removed counts as none.
  await query(
    url,
    `INSERT INTO verifications (account_id, verification_id, request_id, mode, price_centavos, channel, created_at,
       deadline, state, resolved_at, retired_at)
     VALUES ('vieja', 'ver_1', 'sol-1', 'consumo', 0, 'api', '2026-03-10T14:00:00Z', now(), 'emitida', now(), now())`,
  )
  const recent = (most: number) => {
    const over = PostgresPartners.layer.pipe(Layer.provide(patientDatabase(asRole(url, 'cotejo_app'))))
    return Effect.runPromise(
      Effect.provide(
        Partners.use((port) => port.recent(most)),
        over,
      ),
    )
  }
  // A price of 100 of 1,050, of which 240 are held; no price; and one that is suspended.
  await query(
    url,
    `UPDATE accounts SET price_centavos = 100, settled_centavos = 1050, held_centavos = 240
      WHERE account_id IN ('sol', 'antes', 'luna')`,
  )
  await query(url, "UPDATE accounts SET price_centavos = 0 WHERE account_id = 'abierta'")
  await query(url, "UPDATE accounts SET price_centavos = 100, settled_centavos = 99 WHERE account_id = 'vieja'")
  await query(url, "UPDATE accounts SET status = 'suspendida' WHERE account_id = 'antes'")
  const inOrder = [
    { accountId: 'sol', mode: 'consumo', verificationsLeft: 8, keyExpiresAt: null },
    { accountId: 'luna', mode: 'connect', verificationsLeft: null, keyExpiresAt: null },
    { accountId: 'antes', mode: 'consumo', verificationsLeft: null, keyExpiresAt: null },
    { accountId: 'abierta', mode: 'consumo', verificationsLeft: null, keyExpiresAt: null },
    { accountId: 'nueva', mode: 'connect', verificationsLeft: null, keyExpiresAt: null },
    { accountId: 'vieja', mode: 'consumo', verificationsLeft: 0, keyExpiresAt: null },
  ]
  expect(await recent(10)).toEqual(inOrder)
  expect(await recent(2)).toEqual(inOrder.slice(0, 2))

  // The first to expire of those that are used: no other, and none that is revoked or has expired.
  await query(
    url,
    `INSERT INTO api_keys (digest, account_id, key_id, expires_at, revoked_at)
     SELECT account || id, account, id, expires, revoked FROM (VALUES
       ('sol', 'soon', timestamptz '2999-01-01T00:00:00Z', NULL), ('sol', 'later', '2999-02-01', NULL),
       ('sol', 'unused', '2998-01-01', NULL), ('sol', 'long-unused', '2998-01-01', NULL),
       ('sol', 'revoked', '2998-01-01', now()), ('sol', 'over', now(), NULL),
       ('luna', 'lasting', NULL, NULL)) AS k (account, id, expires, revoked)`,
  )
  await query(
    url,
    `INSERT INTO api_key_uses (account_id, key_id, first_at, last_at)
     SELECT account_id, key_id, now() - interval '30 days',
            now() - CASE key_id WHEN 'long-unused' THEN interval '8 days' ELSE interval '6 days' END
       FROM api_keys WHERE key_id IN ('soon', 'later', 'long-unused', 'revoked', 'over', 'lasting')`,
  )
  expect((await recent(2)).map(({ keyExpiresAt }) => keyExpiresAt && DateTime.formatIso(keyExpiresAt))).toEqual([
    '2999-01-01T00:00:00.000Z',
    null,
  ])
})
