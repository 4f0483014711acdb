import { DateTime, Effect, Layer, Option } from 'effect'
import { expect, it } from 'vitest'
import * as PostgresBacklog from '#adapters/postgres/installation/Backlog.ts'
import { Backlog } from '#ports/Backlog.ts'
import { governedDatabase } from '#test/support/governed.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { asRole, query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated, openAccount } from '#tools/service/server.ts'

const now = DateTime.makeUnsafe('2026-03-02T16:00:00Z')
const at = (seconds: number) => DateTime.formatIso(DateTime.add(now, { seconds }))

const measured = (url: string, when = now) =>
  Backlog.use(({ measure }) => measure(when)).pipe(
    Effect.provide(PostgresBacklog.layer.pipe(Layer.provide(patientDatabase(url)))),
    Effect.runPromise,
  )

/** Of a database that others use too, whose log nobody archives. */
const database = {
  ...{ bytes: expect.any(Number), connections: expect.any(Number), mostConnections: expect.any(Number) },
  archive: { isFailing: false, since: Option.none() },
}

it('tells what is due and in nobody’s hands, what waits, what is held, and how the books were found', async () => {
  const url = await testDatabase(migrated)
  await query(url, `UPDATE schema_migrations SET applied_at = '${at(-3600)}'`)
  await query(
    url,
    `INSERT INTO schema_migrations (migration_id, name, checksum, applied_at) VALUES (999, 'next', 'c', '${at(-60)}')`,
  )
  const nothing = { due: 0, oldestDueAt: Option.none() }
  expect(await measured(url)).toEqual({
    verifications: nothing,
    underWay: 0,
    oldestUnderWayAt: Option.none(),
    balance: { settled: 0, held: 0 },
    uncheckedSince: DateTime.subtract(now, { hours: 1 }),
    discrepancies: Option.none(),
    standsStill: false,
    differingSettings: 0,
    transfers: { queued: 0, failing: 0, oldestDueAt: Option.none() },
    database,
  })

  await query(
    url,
    `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute, settled_centavos, held_centavos)
     VALUES ('sol', 'consumo', 0, 1, 1000, 300), ('luna', 'consumo', 0, 1, 50, 7)`,
  )
  // Two are due, of which somebody has the older one, and one is not yet.
  for (const [id, due, node] of [
    ['ver_1', at(-90), 'NULL'],
    ['ver_2', at(-120), "'a'"],
    ['ver_3', at(0), 'NULL'],
    ['ver_4', at(1), 'NULL'],
  ]) {
    await query(
      url,
      `INSERT INTO verification_work (account_id, verification_id, due_at, data_key, sealed, replica_id)
       VALUES ('sol', '${id}', '${due}', 'k', '', ${node})`,
    )
  }
  for (const [id, due, attempts, node] of [
    ['ver_5', at(-30), 0, 'NULL'],
    ['ver_6', at(-60), 1, "'a'"],
    ['ver_7', at(60), 2, 'NULL'],
  ]) {
    await query(
      url,
      `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at, attempts, replica_id)
       VALUES ('sol', '${id}', 'pi_${id}', 1, '${due}', ${attempts}, ${node})`,
    )
  }
  await query(
    url,
    `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, state, transfer_id, due_at, attempts)
     VALUES ('sol', 'ver_8', 'pi_8', 1, 'ejecutada', 'tr_8', NULL, 3)`,
  )
  await query(url, `INSERT INTO ledger_checks (checked_at, discrepancies, of_processor) VALUES ('${at(-600)}', 2, 3)`)
  await query(url, 'INSERT INTO recoveries DEFAULT VALUES')
  await query(
    url,
    `INSERT INTO replicas (replica_id, lease_until, settings)
     VALUES ('one', now() + interval '55 seconds', '{"DAYS": "1", "AGE": "1"}'), ('two', now() + interval '55 seconds', '{"DAYS": "2", "AGE": "1"}')`,
  )

  const before = (seconds: number) => Option.some(DateTime.subtract(now, { seconds }))
  expect(await measured(url)).toEqual({
    verifications: { due: 2, oldestDueAt: before(90) },
    underWay: 4,
    // Of the work at hand, whose verifications are not there.
    oldestUnderWayAt: Option.none(),
    balance: { settled: 1_050, held: 307 },
    uncheckedSince: DateTime.subtract(now, { minutes: 10 }),
    discrepancies: Option.some(5),
    standsStill: true,
    differingSettings: 1,
    transfers: { queued: 3, failing: 2, oldestDueAt: before(30) },
    database,
  })
  // From the very instant on at which it is due.
  const dueAt = async (when: DateTime.Utc) => {
    const { transfers, verifications } = await measured(url, when)
    return [transfers.oldestDueAt, verifications.oldestDueAt]
  }
  expect(await dueAt(DateTime.subtract(now, { seconds: 30 }))).toEqual([before(30), before(90)])
  expect(await dueAt(DateTime.subtract(now, { seconds: 31 }))).toEqual([Option.none(), before(90)])
  expect(await dueAt(DateTime.subtract(now, { seconds: 90 }))).toEqual([Option.none(), before(90)])
  expect(await dueAt(DateTime.subtract(now, { seconds: 91 }))).toEqual([Option.none(), Option.none()])
})

const insert = (account: string, name: string, createdAt: string, state: string) =>
  `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
     consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline, state, resolved_at)
   VALUES ('${account}', 'ver_${name}', 'sol-${name}', 'f', 'record/2020-01-01/k1/1', 'c', now(), '', 'consumo', 0, 'api',
     'https://x', '${createdAt}', now(), '${state}', ${state === 'en_proceso' ? 'NULL' : 'now()'})`

it('tells since when the oldest verification is under way, over all accounts, and nothing while none is', async () => {
  const url = await governedDatabase()
  const oldest = async () => (await measured(asRole(url, 'cotejo_app'))).oldestUnderWayAt
  for (const account of ['sol', 'luna', 'mar']) await openAccount(url, account)
  await query(url, insert('sol', 'ended', '2026-03-10T17:40:00Z', 'emitida'))
  expect(await oldest()).toEqual(Option.none())
  await query(url, insert('sol', 'young', '2026-03-10T17:59:00Z', 'en_proceso'))
  await query(url, insert('luna', 'old', '2026-03-10T17:52:10Z', 'en_proceso'))
  await query(url, insert('luna', 'younger', '2026-03-10T17:59:30Z', 'en_proceso'))
  expect(await oldest()).toEqual(Option.some(DateTime.makeUnsafe('2026-03-10T17:52:10.000Z')))
})
