import { DateTime, Effect, Layer, Option } from 'effect'
import { beforeAll, describe, expect, it } from 'vitest'
import * as PostgresRecords from '#adapters/postgres/operators/VerificationRecords.ts'
import { allVerifications, VerificationRecords } from '#ports/VerificationRecords.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

const noon = DateTime.makeUnsafe('2026-03-10T12:00:00Z')
const at = (seconds: number) => DateTime.add(noon, { seconds })
const written = (seconds: number) => `'${DateTime.formatIso(at(seconds))}'`

/** In the order in which they were stored, which is neither that of their names nor that in which they are written. */
const rows = [
  ['sol', 'ver_b', 0, 'emitida'],
  ['sol', 'ver_c', 0, 'en_proceso'],
  ['luna', 'ver_a', 1, 'no_concluyente'],
  ['sol', 'ver_a', 0, 'emitida'],
  ['sol', 'ver_d', -10, 'emitida'],
  ['sol', 'ver_e', 5, 'retired'],
] as const

let url: string
beforeAll(async () => {
  url = await testDatabase(migrated)
  // By these indexes rows are in order, whether it is asked for or not.
  for (const index of ['verifications_newest', 'verifications_by_state']) await query(url, `DROP INDEX ${index}`)
  await query(
    url,
    `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute)
     SELECT account, 'consumo', 0, 1
       FROM (VALUES ('sol'), ('luna')) x (account)
      UNION ALL SELECT 'cuenta-' || lpad(n::text, 3, '0'), 'consumo', 0, 1 FROM generate_series(1, 101) n`,
  )
  const placed = rows.map((row, place) => ({ row, place }))
  for (const { row, place } of placed.toSorted((one, other) => (one.row[1] < other.row[1] ? -1 : 1))) {
    const [account, id, created, state] = row
    const content =
      state === 'retired' ? 'NULL, NULL, NULL, NULL, NULL, NULL, now()' : "'f', 'k', 'c', now(), '', 'x', NULL"
    const isUnderWay = state === 'en_proceso'
    await query(
      url,
      `INSERT INTO verifications (account_id, verification_id, request_id, mode, price_centavos, channel, created_at,
         deadline, state, resolved_at, sequence, fingerprint, data_key, consent_id, consent_granted_at, consent_proof,
         webhook_url, retired_at)
       OVERRIDING SYSTEM VALUE
       VALUES ('${account}', '${id}', 'sol-${id}', 'consumo', ${account === 'sol' ? 100 : 7}, 'api', ${written(created)},
         now(), '${state === 'retired' ? 'emitida' : state}', ${isUnderWay ? 'NULL' : 'now()'}, ${place + 1}, ${content})`,
    )
  }
  await query(
    url,
    `INSERT INTO verification_work (account_id, verification_id, due_at, data_key, sealed, replica_id, crashes)
     VALUES ('sol', 'ver_c', ${written(3)}, 'k', '', 'n', 2)`,
  )
  await query(
    url,
    `INSERT INTO source_notes (account_id, verification_id, source, tries, failures, first_at, last_at, result)
     VALUES ('sol', 'ver_a', 'identidad', 1, 0, ${written(2)}, ${written(9)}, 'consultada'),
            ('sol', 'ver_a', 'listas', 2, 0, ${written(1)}, ${written(9)}, 'consultada'),
            ('sol', 'ver_a', 'judicial', 3, 0, ${written(1)}, ${written(9)}, 'consultada'),
            ('luna', 'ver_a', 'listas', 9, 0, ${written(0)}, ${written(9)}, 'consultada')`,
  )
  await query(url, "INSERT INTO payment_claims VALUES ('pi_1', 'luna', 'ver_a'), ('pi_2', 'sol', 'ver_b')")
  // Of as many accounts one each, all of the same instant but for two.
  await query(
    url,
    `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
       consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline)
     SELECT 'cuenta-' || lpad(n::text, 3, '0'), 'ver_z', 'sol-z', 'f', 'k', 'c', now(), '', 'consumo', 0, 'api', 'x',
            ${written(0)}::timestamptz + CASE n WHEN 50 THEN interval '1 second' WHEN 51 THEN interval '-1 second' ELSE '0' END,
            now() FROM generate_series(1, 101) n ORDER BY n`,
  )
})

const asked = <A, E>(use: (records: VerificationRecords['Service']) => Effect.Effect<A, E>): Promise<A> =>
  VerificationRecords.use(use).pipe(
    Effect.provide(PostgresRecords.layer.pipe(Layer.provide(patientDatabase(url)))),
    Effect.runPromise,
  )

describe('verifications as an operator sees them', () => {
  it.each([
    [null, 9, ['ver_a', 'ver_c', 'ver_b', 'ver_d']],
    [null, 2, ['ver_a', 'ver_c']],
    ['emitida', 9, ['ver_a', 'ver_b', 'ver_d']],
    ['emitida', 1, ['ver_a']],
    ['en_proceso', 9, ['ver_c']],
    ['no_concluyente', 9, []],
  ] as const)('in the state %s, %d at most, are listed most recent first, without what was removed', async (...row) => {
    const [state, limit, listed] = row
    const found = await asked(({ list }) => list({ ...allVerifications, accountId: 'sol', state }, limit))
    expect(found.map(({ verificationId }) => verificationId)).toEqual(listed)
  })

  it('are shown to whoever names their account, with the work on them where it goes on', async () => {
    const of = (account: string, id: string) => asked(({ find }) => find(account, id)).then(Option.getOrNull)
    expect(await of('sol', 'ver_a')).toMatchObject({ accountId: 'sol', priceCentavos: 100, work: null })
    expect(await of('luna', 'ver_a')).toMatchObject({ accountId: 'luna', priceCentavos: 7, state: 'no_concluyente' })
    expect(await of('sol', 'ver_c')).toMatchObject({ work: { dueAt: at(3), replicaId: 'n', crashes: 2 } })
    expect(await of('sol', 'ver_e')).toMatchObject({ state: 'emitida', retiredAt: expect.anything() })
    expect(await of('luna', 'ver_b')).toBeNull()
  })

  it('have what each source did, the first of them first, and nothing of another account', async () => {
    const sources = await asked(({ sourcesOf }) => sourcesOf('sol', 'ver_a'))
    expect(sources.map(({ source, tries }) => [source, tries])).toEqual([
      ['judicial', 3],
      ['listas', 2],
      ['identidad', 1],
    ])
  })

  const nothing = { request: null, verification: null, payment: null }
  it.each([
    [null, { verification: 'ver_a' }, ['luna ver_a', 'sol ver_a']],
    ['sol', { verification: 'ver_a' }, ['sol ver_a']],
    [null, { request: 'sol-ver_b' }, ['sol ver_b']],
    ['luna', { request: 'sol-ver_b' }, []],
    [null, { request: 'sol-ver_e' }, ['sol ver_e']],
    [null, { payment: 'pi_1' }, ['luna ver_a']],
    ['sol', { payment: 'pi_1' }, []],
    [null, { payment: 'pi_2' }, ['sol ver_b']],
  ])('of the account %s are found by %o, most recent first', async (account, by, listed) => {
    const found = await asked(({ search }) => search(account, { ...nothing, ...by }, 10))
    expect(found.map(({ accountId, verificationId }) => `${accountId} ${verificationId}`)).toEqual(listed)
  })

  it('are found so many at most, the latest of the same instant first', async () => {
    const found = await asked(({ search }) => search(null, { ...nothing, request: 'sol-z' }, 100))
    const accounts = found.map(({ accountId }) => accountId)
    expect(accounts).toHaveLength(100)
    expect(accounts.slice(0, 4)).toEqual(['cuenta-050', 'cuenta-101', 'cuenta-100', 'cuenta-099'])
    expect(accounts.slice(-3)).toEqual(['cuenta-003', 'cuenta-002', 'cuenta-001'])
    expect(accounts).not.toContain('cuenta-051')
  })
})
