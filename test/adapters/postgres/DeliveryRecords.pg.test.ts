import { DateTime, Effect, Layer, Option } from 'effect'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#adapters/postgres/connection/Database.ts'
import * as PostgresRecords from '#adapters/postgres/operators/DeliveryRecords.ts'
import { resendAll, resendable } from '#adapters/postgres/operators/ResendMany.ts'
import { DeliveryRecords } from '#ports/DeliveryRecords.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

const noon = DateTime.makeUnsafe('2026-03-02T18:00:00Z')
const at = (seconds: number) => DateTime.add(noon, { seconds })
const written = (seconds: number | null) => (seconds === null ? 'NULL' : `'${DateTime.formatIso(at(seconds))}'`)

/** In the order of their endings, which is not that of their names, in which they are written here: state, host, resolved, due, resend, attempts, who holds it. */
const rows = [
  ['ver_d', 'agotada', 'uno.mx', 0, null, null, 6, null],
  ['ver_a', 'agotada', 'dos.mx', 10, null, null, 6, null],
  ['ver_g', 'agotada', 'uno.mx', 20, null, 90, 6, null],
  ['ver_b', 'pendiente', 'uno.mx', 30, -60, null, 1, null],
  ['ver_h', 'pendiente', 'uno.mx', 40, -90, null, 0, 'a'],
  ['ver_c', 'pendiente', 'uno.mx', 50, 60, null, 2, null],
  ['ver_f', 'entregada', 'uno.mx', 60, null, -30, 1, null],
  ['ver_e', 'agotada', 'uno.mx', 70, null, null, 6, null],
] as const

let url: string
beforeAll(async () => {
  url = await testDatabase(migrated)
  await query(
    url,
    `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute)
     VALUES ('sol', 'consumo', 0, 1), ('luna', 'consumo', 0, 1)`,
  )
  const byName = rows
    .map((row, place) => ({ row, sequence: place + 1 }))
    .toSorted((one, other) => (one.row[0] < other.row[0] ? -1 : 1))
  for (const { row, sequence } of byName) {
    const [id, state, host, resolved, due, resend, attempts, node] = row
    await query(
      url,
      `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
         consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline, state, resolved_at)
       VALUES ('sol', '${id}', '${id}', 'f', 'k', 'c', now(), '', 'consumo', 0, 'api', 'x', now(), now(), 'emitida', ${written(resolved)})`,
    )
    await query(
      url,
      `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, state, attempts, sent, due_at, resend_at, replica_id, sequence)
       OVERRIDING SYSTEM VALUE
       VALUES ('sol', '${id}', 'evt_${id}', 'https://${host}/', '${host}', '${state}', ${attempts}, ${attempts}, ${written(due)},
         ${written(resend)}, ${node === null ? 'NULL' : `'${node}'`}, ${sequence})`,
    )
  }
})

const asked = <A, E>(use: (records: DeliveryRecords['Service']) => Effect.Effect<A, E>): Promise<A> =>
  DeliveryRecords.use(use).pipe(
    Effect.provide(PostgresRecords.layer.pipe(Layer.provide(patientDatabase(url)))),
    Effect.runPromise,
  )

describe('webhooks as an operator sees them', () => {
  it('are shown with the attempts at them in their order, and nothing of another account', async () => {
    await query(
      url,
      `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, state, attempts, sent)
       VALUES ('mar', 'ver_d', 'evt_mar', 'https://mar/', 'mar', 'agotada', 6, 7)`,
    )
    await query(
      url,
      `INSERT INTO delivery_attempts (account_id, verification_id, number, kind, started_at, took_ms, status, failure)
       VALUES ('mar', 'ver_d', 1, 'programado', ${written(1)}, 5, 500, NULL),
              ('sol', 'ver_d', 2, 'reenvio', ${written(1)}, 7, NULL, 'tiempo_agotado'),
              ('sol', 'ver_d', 1, 'programado', ${written(1)}, 9, 503, NULL)`,
    )
    const of = (account: string) => asked(({ find }) => find(account, 'ver_d')).then(Option.getOrNull)
    const [mine, theirs] = [await of('sol'), await of('mar')]
    await query(url, 'DELETE FROM delivery_attempts')
    await query(url, "DELETE FROM deliveries WHERE account_id = 'mar'")
    expect(mine).toEqual({
      delivery: {
        ...{ accountId: 'sol', verificationId: 'ver_d', eventId: 'evt_ver_d', url: 'https://uno.mx/', replicaId: null },
        emittedAt: noon,
        ...{ state: 'agotada', attempts: 6, dueAt: null, resendAt: null, lastResult: 'tiempo_agotado' },
      },
      attempts: [
        { number: 1, kind: 'programado', startedAt: at(1), tookMillis: 9, status: 503, failure: null },
        { number: 2, kind: 'reenvio', startedAt: at(1), tookMillis: 7, status: null, failure: 'tiempo_agotado' },
      ],
    })
    expect(theirs).toMatchObject({ delivery: { eventId: 'evt_mar' }, attempts: [{ status: 500 }] })
    expect(await of('luna')).toBeNull()
  })

  it.each([
    [-60, at(-60)],
    [-61, null],
  ])('are due from the very instant on: %d seconds after noon', async (second, oldest) => {
    expect((await asked(({ count }) => count(at(second)))).oldestDueAt).toEqual(Option.fromNullOr(oldest))
  })

  it('that ended are not counted as waiting while they are sent again', async () => {
    await query(url, "UPDATE deliveries SET replica_id = 'b' WHERE verification_id = 'ver_f'")
    const counted = await asked(({ count }) => count(noon))
    await query(url, "UPDATE deliveries SET replica_id = NULL WHERE verification_id = 'ver_f'")
    expect(counted).toMatchObject({ pending: 3, failing: 2 })
  })

  it.each([
    ['all that were given up and are not sent again anyway', {}, 9, ['ver_d', 'ver_a', 'ver_e']],
    ['the oldest first', {}, 2, ['ver_d', 'ver_a']],
    ['of one host', { host: 'dos.mx' }, 9, ['ver_a']],
    ['from a time on', { since: at(10) }, 9, ['ver_a', 'ver_e']],
    ['before a time', { until: at(10) }, 9, ['ver_d']],
    ['between two', { since: at(0), until: at(70) }, 9, ['ver_d', 'ver_a']],
  ] as const)('are sent again, %s', async (_, changes, most, sent) => {
    const which = { accountId: 'sol', state: 'agotada', host: null, since: null, until: null, ...changes } as const
    const administer = <A, E>(act: Effect.Effect<A, E, Database>): Promise<A> =>
      act.pipe(Effect.provide(patientDatabase(url)), Effect.runPromise)
    expect(await administer(resendAll({ ...which, accountId: 'luna' }, at(500), most))).toBe(0)
    expect(await administer(resendable(which, most))).toBe(sent.length)
    expect(await administer(resendAll(which, at(500), most))).toBe(sent.length)
    const again = `resend_at = ${written(500)}`
    const found = await query(url, `SELECT verification_id FROM deliveries WHERE ${again} ORDER BY sequence`)
    await query(url, `UPDATE deliveries SET resend_at = NULL WHERE ${again}`)
    expect(found).toEqual(sent.map((verification_id) => ({ verification_id })))
  })
})
