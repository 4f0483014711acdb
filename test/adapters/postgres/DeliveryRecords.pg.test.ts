import { DateTime, Effect, Layer, Option } from 'effect'
import { beforeAll, describe, expect, it } from 'vitest'
import * as PostgresRecords from '#adapters/postgres/DeliveryRecords.ts'
import { DeliveryRecords } from '#ports/DeliveryRecords.ts'
import { patientDatabase } from '#test/support/database.ts'
import { query, testDatabase } from '#test/support/postgres.ts'
import { migrated } from '#test/support/server.ts'

const noon = DateTime.makeUnsafe('2026-03-02T18:00:00Z')
const at = (seconds: number) => DateTime.add(noon, { seconds })
const written = (seconds: number | null) => (seconds === null ? 'NULL' : `'${DateTime.formatIso(at(seconds))}'`)

/** In the order in which they were written: state, host, resolved, due, resend, attempts, who holds it. */
const rows = [
  ['ver_1', 'agotada', 'uno.mx', 0, null, null, 6, null],
  ['ver_2', 'agotada', 'dos.mx', 10, null, null, 6, null],
  ['ver_3', 'agotada', 'uno.mx', 20, null, 90, 6, null],
  ['ver_4', 'pendiente', 'uno.mx', 30, -60, null, 1, null],
  ['ver_5', 'pendiente', 'uno.mx', 40, -90, null, 0, 'a'],
  ['ver_6', 'pendiente', 'uno.mx', 50, 60, null, 2, null],
  ['ver_7', 'entregada', 'uno.mx', 60, null, -30, 1, null],
  ['ver_8', 'agotada', 'uno.mx', 70, null, null, 6, null],
] as const

let url: string
beforeAll(async () => {
  url = await testDatabase(migrated)
  for (const [id, state, host, resolved, due, resend, attempts, node] of rows) {
    await query(
      url,
      `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
         consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline, state, resolved_at)
       VALUES ('sol', '${id}', '${id}', 'f', 'k', 'c', now(), '', 'consumo', 0, 'api', 'x', now(), now(), 'emitida', ${written(resolved)})`,
    )
    await query(
      url,
      `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, state, attempts, sent, due_at, resend_at, node_id)
       VALUES ('sol', '${id}', 'evt_${id}', 'https://${host}/', '${host}', '${state}', ${attempts}, ${attempts}, ${written(due)},
         ${written(resend)}, ${node === null ? 'NULL' : `'${node}'`})`,
    )
  }
})

const asked = <A, E>(use: (records: DeliveryRecords['Service']) => Effect.Effect<A, E>): Promise<A> =>
  DeliveryRecords.use(use).pipe(
    Effect.provide(PostgresRecords.layer.pipe(Layer.provide(patientDatabase(url)))),
    Effect.runPromise,
  )

describe('webhooks as an operator sees them', () => {
  it('are listed most recent first, so many at most', async () => {
    const listed = (state: 'agotada' | 'pendiente' | null, limit: number) =>
      asked(({ list }) => Effect.map(list('sol', state, limit), (all) => all.map((one) => one.verificationId)))
    expect(await listed(null, 3)).toEqual(['ver_8', 'ver_7', 'ver_6'])
    expect(await listed('agotada', 9)).toEqual(['ver_8', 'ver_3', 'ver_2', 'ver_1'])
    expect(await asked(({ list }) => list('luna', null, 9))).toEqual([])
  })

  it('are counted: those that wait, that failed, that were given up, and since when the oldest is due', async () => {
    expect(await asked(({ count }) => count(noon))).toEqual({
      ...{ pending: 3, failing: 2, exhausted: 4 },
      oldestDueAt: Option.some(at(-60)),
    })
  })

  it.each([
    ['all that were given up and are not sent again anyway', {}, 9, ['ver_1', 'ver_2', 'ver_8']],
    ['the oldest first', {}, 2, ['ver_1', 'ver_2']],
    ['of one host', { host: 'dos.mx' }, 9, ['ver_2']],
    ['from a time on', { since: at(10) }, 9, ['ver_2', 'ver_8']],
    ['before a time', { until: at(10) }, 9, ['ver_1']],
    ['between two', { since: at(0), until: at(70) }, 9, ['ver_1', 'ver_2']],
  ] as const)('are sent again, %s', async (_, changes, most, sent) => {
    const which = { state: 'agotada', host: null, since: null, until: null, ...changes } as const
    expect(await asked(({ resendAll }) => resendAll('luna', which, at(500), most))).toBe(0)
    expect(await asked(({ resendAll }) => resendAll('sol', which, at(500), most))).toBe(sent.length)
    const again = `resend_at = ${written(500)}`
    const found = await query(url, `SELECT verification_id FROM deliveries WHERE ${again} ORDER BY sequence`)
    await query(url, `UPDATE deliveries SET resend_at = NULL WHERE ${again}`)
    expect(found).toEqual(sent.map((verification_id) => ({ verification_id })))
  })
})
