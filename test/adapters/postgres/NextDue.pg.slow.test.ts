import { DateTime, Effect, ManagedRuntime, Option } from 'effect'
import { beforeAll, describe, expect, it } from 'vitest'
import { Deliveries } from '#ports/Deliveries.ts'
import { Resolutions } from '#ports/Resolutions.ts'
import { Transfers } from '#ports/Transfers.ts'
import { rowsRead } from '#test/support/rowsRead.ts'
import { patientStorage, quietStorage } from '#test/support/storage.ts'
import { plenty } from '#test/support/storedVerifications.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

const noon = DateTime.makeUnsafe('2026-03-10T12:00:00Z')
const at = (seconds: number) => DateTime.add(noon, { seconds })
const written = (seconds: number | null) => (seconds === null ? 'NULL' : `'${DateTime.formatIso(at(seconds))}'`)

let url: string
beforeAll(async () => {
  url = await testDatabase(migrated)
  // Whatever index the rows are found by.
  for (const table of ['verification_work', 'deliveries', 'transfers']) await query(url, `DROP INDEX ${table}_due`)
  await query(
    url,
    `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute)
     VALUES ('a', 'connect', 0, 1), ('b', 'connect', 0, 1), ('c', 'connect', 0, 1), ('d', 'connect', 0, 1)`,
  )
  await query(
    url,
    `INSERT INTO signing_secrets (account_id, role, key_id, sealed)
     VALUES ('a', 'actual', 'k9', ''), ('b', 'actual', 'k9', ''), ('c', 'actual', 'k9', ''), ('d', 'siguiente', 'k9', '')`,
  )
  for (const [account, due, node] of [
    ['a', 10, 'NULL'],
    ['b', 5, 'NULL'],
    ['c', 1, "'n'"],
  ] as const) {
    await query(
      url,
      `INSERT INTO verification_work (account_id, verification_id, due_at, data_key, sealed, replica_id)
       VALUES ('${account}', 'ver_1', ${written(due)}, 'k', '', ${node})`,
    )
    await query(
      url,
      `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, due_at, replica_id)
       VALUES ('${account}', 'ver_1', 'e', 'https://x', 'x', ${written(due)}, ${node})`,
    )
    await query(
      url,
      `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at, replica_id)
       VALUES ('${account}', 'ver_1', 'pi_${account}', 1, ${written(due)}, ${node})`,
    )
  }
  // Signed by nothing yet: it waits for its first secret.
  await query(
    url,
    `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, due_at)
     VALUES ('d', 'ver_1', 'e', 'https://x', 'x', ${written(2)})`,
  )
  await query(url, "INSERT INTO replicas (replica_id, lease_until) VALUES ('n', now() + interval '1 day')")
})

const run = <A, E>(work: Effect.Effect<A, E, Deliveries | Resolutions | Transfers>): Promise<A> =>
  Effect.runPromise(Effect.provide(work, patientStorage(url, 'mine')))

it('work is due again when the first is that nobody holds', async () => {
  const next = Effect.all([
    Resolutions.use((port) => port.nextDueAt),
    Deliveries.use((port) => port.nextDueAt),
    Transfers.use((port) => port.nextDueAt),
  ])
  expect(await run(next)).toEqual([Option.some(at(5)), Option.some(at(5)), Option.some(at(5))])
  await query(url, 'INSERT INTO recoveries DEFAULT VALUES')
  expect(await run(next)).toEqual([Option.none(), Option.none(), Option.none()])
  await query(url, 'UPDATE recoveries SET ended_at = now()')
})

describe('when work is due again', () => {
  const ways = {
    verification_work: Resolutions.use((port) => port.nextDueAt),
    deliveries: Deliveries.use((port) => port.nextDueAt),
    transfers: Transfers.use((port) => port.nextDueAt),
  }
  const waiting = { accounts: 50, each: 60 }
  const rows = `SELECT 'account-' || (i % ${waiting.accounts}) AS account, 'ver_' || i AS id, now() + i * interval '1 s' AS due
                  FROM generate_series(1, ${waiting.accounts * waiting.each}) i`
  const fillings = [
    `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute)
     SELECT DISTINCT account, 'connect', 0, 1 FROM (${rows}) r`,
    "INSERT INTO signing_secrets (account_id, role, key_id, sealed) SELECT account_id, 'actual', 'k9', '' FROM accounts",
    `INSERT INTO verification_work (account_id, verification_id, due_at, data_key, sealed)
     SELECT account, id, due, 'k', '' FROM (${rows}) r`,
    `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, due_at)
     SELECT account, id, id, 'https://x', account, due FROM (${rows}) r`,
    `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at)
     SELECT account, id, id, 1, due FROM (${rows}) r`,
  ]
  const counting = [
    ...['signing_secrets', ...Object.keys(ways)].map((one) => `ALTER TABLE ${one} SET (autovacuum_enabled = off)`),
    'VACUUM ANALYZE',
  ]
  const orders = { before: [...counting, ...fillings], after: [...fillings, ...counting] }
  const kinds = Object.entries(ways).flatMap(([table, way]) =>
    Object.entries(orders).map(([when, steps]) => ({ table, way, when, steps })),
  )

  it.each(kinds)('is found without a look at all of $table that waits, counted $when it did', async (kind) => {
    const full = await testDatabase(migrated)
    for (const step of kind.steps) await query(full, step)
    const { table, way } = kind
    const runtime = ManagedRuntime.make(quietStorage(full, 'mine'))
    await runtime.runPromise(way)
    const before = await rowsRead(full, table)
    expect(Option.isSome(await runtime.runPromise(way))).toBe(true)
    expect((await rowsRead(full, table)) - before).toBeLessThan(10)
    await runtime.dispose()
  })
})

describe('a webhook that is put off', () => {
  it.each([
    [0, null, 50, null],
    [0, 100, 50, 100],
    [100, 0, 100, 50],
    [null, 0, null, 50],
  ])(
    'is due no sooner than that, due %s and asked for again %s seconds after noon',
    async (due, again, dueThen, againThen) => {
      await query(
        url,
        `UPDATE deliveries SET due_at = ${written(due)}, resend_at = ${written(again)}, replica_id = NULL,
              state = '${due === null ? 'entregada' : 'pendiente'}' WHERE account_id = 'a'`,
      )
      const putOff = Effect.gen(function* () {
        const { claim, park } = yield* Deliveries
        const [first] = (yield* claim(at(1), plenty)).filter(({ accountId }) => accountId === 'a')
        return first !== undefined && (yield* park(first, at(50)))
      })
      expect(await run(putOff)).toBe(true)
      const left = await query(url, "SELECT due_at, resend_at, replica_id FROM deliveries WHERE account_id = 'a'")
      const date = (seconds: number | null) => (seconds === null ? null : DateTime.toDate(at(seconds)))
      expect(left).toEqual([{ due_at: date(dueThen), resend_at: date(againThen), replica_id: null }])
    },
  )
})
