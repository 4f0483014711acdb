import { DateTime, Effect, Layer } from 'effect'
import { describe, expect, it } from 'vitest'
import { Database } from '#adapters/postgres/connection/Database.ts'
import * as PostgresRetention from '#adapters/postgres/work/Retention.ts'
import { Retention } from '#ports/Retention.ts'
import { governedDatabase } from '#test/support/governed.ts'
import { retaining } from '#test/support/maintenance.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { asRole, openConnection, query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

it('destroys no key that is needed, over a connection that sees the verifications of all accounts and over one that does not', async () => {
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

describe('the day of a key is one in UTC, wherever the session is', () => {
  const stored = async (createdAt: string): Promise<string> => {
    const url = await testDatabase(migrated)
    await query(
      url,
      "INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute) VALUES ('sol', 'consumo', 0, 1)",
    )
    await query(
      url,
      `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
         consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline, state, resolved_at)
       VALUES ('sol', 'ver_1', 'sol-1', 'f', 'k', 'c', now(), '', 'consumo', 0, 'api', 'https://x', '${createdAt}', now(),
         'no_concluyente', now())`,
    )
    await query(
      url,
      `INSERT INTO data_keys (name, purpose, day, key_id, sealed)
       SELECT 'record/' || day, 'record', day, 'k1', '' FROM unnest('{2020-01-01,2020-01-02}'::date[]) AS day`,
    )
    return url
  }
  const days = async (url: string, which: string) =>
    (await query(url, `SELECT to_char(day, 'YYYY-MM-DD') AS day FROM data_keys WHERE ${which} ORDER BY day`)).flatMap(
      Object.values,
    )

  it('the sessions of the tests are in another time zone', async () => {
    expect(await query(await testDatabase(), 'SHOW timezone')).toEqual([{ TimeZone: 'Asia/Tokyo' }])
  })

  it.each([
    ['2019-12-31T23:59:59.999Z', []],
    ['2020-01-01T00:00:00.000Z', ['2020-01-01']],
    ['2020-01-01T14:59:59.999Z', ['2020-01-01']],
    ['2020-01-01T15:00:00.000Z', ['2020-01-01']],
    ['2020-01-01T23:59:59.999Z', ['2020-01-01']],
    ['2020-01-02T00:00:00.000Z', ['2020-01-02']],
  ])('what was created at %s keeps the key of %j', async (createdAt, kept) => {
    const url = await stored(createdAt)
    await retaining(url, (port) => port.destroyKeys(DateTime.makeUnsafe('2100-01-01')))
    expect(await days(url, 'true')).toEqual(kept)
    await query(
      url,
      `INSERT INTO data_keys (name, purpose, day, key_id, sealed) VALUES ('again', 'record', '2020-01-03', 'k1', '')`,
    )
    await query(url, 'UPDATE data_keys SET kept_at = now()')
    expect(await retaining(url, (port) => port.retire(DateTime.makeUnsafe('2100-01-01'), 10))).toBe(1)
    // The key of its day is looked at again.
    expect(await days(url, 'kept_at IS NULL')).toEqual(kept)
  })
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
    await query(
      url,
      `INSERT INTO source_notes (account_id, verification_id, source, tries, failures, first_at, last_at, result)
       VALUES ('sol', '${id}', 'identidad', 1, 0, now(), now(), 'consultada')`,
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
  // With its content goes what its sources did, whether there was a webhook or not.
  expect(await query(url, 'SELECT verification_id AS id FROM source_notes ORDER BY 1')).toEqual(
    ['created later', 'ended later', 'still to be sent', 'to be sent again', 'under way'].map((id) => ({ id })),
  )
  expect(await Effect.runPromise(told)).toBe(0)
})

describe('what is retired', () => {
  const day = DateTime.makeUnsafe('2026-03-11T00:00:00Z')

  /** Ended verifications of two accounts, in the order of their names: account, id, place in the order, seconds before the day. */
  const stored = async (
    rows: ReadonlyArray<readonly [account: string, id: string, sequence: number, before: number]>,
  ): Promise<string> => {
    const url = await testDatabase(migrated)
    await query(
      url,
      `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute)
       VALUES ('luna', 'consumo', 0, 1), ('sol', 'consumo', 0, 1)`,
    )
    for (const [account, id, sequence, before] of rows) {
      await query(
        url,
        `INSERT INTO verifications (account_id, verification_id, sequence, request_id, fingerprint, data_key, consent_id,
           consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline, state, resolved_at)
         OVERRIDING SYSTEM VALUE
         VALUES ('${account}', '${id}', ${sequence}, '${id}', 'f', 'k', 'c', now(), '', 'consumo', 0, 'api', 'https://x',
           timestamptz '2026-03-11T00:00:00Z' - interval '${before} seconds', now(), 'emitida',
           timestamptz '2026-03-11T00:00:00Z' - interval '${before} seconds')`,
      )
    }
    return url
  }
  const retire = (url: string, limit: number) => retaining(url, (port) => port.retire(day, limit))
  const kept = async (url: string) => {
    const rows = await query(
      url,
      `SELECT account_id || ' ' || verification_id AS id FROM verifications WHERE retired_at IS NULL ORDER BY sequence`,
    )
    return rows.map((row) => Reflect.get(row, 'id'))
  }

  it('is the oldest of an account, and of the same instant what was stored first', async () => {
    const url = await stored([
      ['sol', 'ver_a', 9, 60],
      ['sol', 'ver_b', 3, 60],
      ['sol', 'ver_c', 7, 90],
      ['sol', 'ver_d', 5, 60],
    ])
    const left: Array<ReadonlyArray<unknown>> = []
    for (const _ of [1, 2, 3]) {
      expect(await retire(url, 1)).toBe(1)
      left.push(await kept(url))
    }
    expect(left).toEqual([['sol ver_b', 'sol ver_d', 'sol ver_a'], ['sol ver_d', 'sol ver_a'], ['sol ver_a']])
  })

  it('is not what somebody has locked, for which nobody waits', async () => {
    const url = await stored([
      ['sol', 'ver_a', 1, 60],
      ['sol', 'ver_b', 2, 60],
    ])
    const { ask, close } = await openConnection(url)
    await ask('BEGIN')
    await ask("SELECT 1 FROM verifications WHERE verification_id = 'ver_a' FOR UPDATE")
    expect(await retire(url, 10)).toBe(1)
    expect(await kept(url)).toEqual(['sol ver_a'])
    await ask('COMMIT')
    await close()
    expect(await retire(url, 10)).toBe(1)
  })

  it('loses its webhook, attempts and notes, and nothing that is of another account or is to be sent', async () => {
    const url = await stored([
      ['luna', 'ver_a', 1, -60],
      ['sol', 'ver_a', 2, 60],
      ['sol', 'ver_b', 3, 60],
    ])
    const of = "FROM (VALUES ('luna', 'ver_a'), ('sol', 'ver_a'), ('sol', 'ver_b')) x (account, id)"
    await query(
      url,
      `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, state, attempts, sent, due_at)
       SELECT account, id, 'e', 'x', 'x', CASE id WHEN 'ver_b' THEN 'pendiente' ELSE 'entregada' END, 1, 1,
              CASE id WHEN 'ver_b' THEN now() END ${of}`,
    )
    await query(
      url,
      `INSERT INTO delivery_attempts (account_id, verification_id, number, kind, started_at, took_ms, status)
       SELECT account, id, 1, 'programado', now(), 1, 200 ${of}`,
    )
    await query(
      url,
      `INSERT INTO source_notes (account_id, verification_id, source, tries, failures, first_at, last_at, result)
       SELECT account, id, 'listas', 1, 0, now(), now(), 'consultada' ${of}`,
    )
    expect(await retire(url, 10)).toBe(1)
    for (const table of ['deliveries', 'delivery_attempts', 'source_notes']) {
      const left = `SELECT account_id || ' ' || verification_id AS id FROM ${table} ORDER BY account_id`
      expect(await query(url, left)).toEqual([{ id: 'luna ver_a' }, { id: 'sol ver_b' }])
    }
  })

  it.each([
    [0, ['2026-03-11']],
    [1, ['2026-03-10']],
    [86_400, ['2026-03-10']],
    [86_401, ['2026-03-09']],
    [-86_399, ['2026-03-11']],
    [-86_400, ['2026-03-12']],
  ])('keeps the key of its day in UTC, and of no other: created %d seconds before the day', async (before, days) => {
    const url = await stored([['sol', 'ver_a', 1, before]])
    await query(
      url,
      `INSERT INTO data_keys (name, purpose, day, key_id, sealed)
       SELECT 'record/' || day || '/k1/1', 'record', day::date, 'k1', ''
         FROM generate_series(date '2026-03-09', date '2026-03-12', '1 day') day`,
    )
    expect(await retaining(url, (port) => port.destroyKeys(DateTime.makeUnsafe('2026-03-13T01:00:00Z')))).toBe(3)
    const left = await query(url, "SELECT to_char(day, 'YYYY-MM-DD') AS day FROM data_keys")
    expect(left.map((row) => Reflect.get(row, 'day'))).toEqual(days)
  })

  it('has the keys of its day in UTC looked at again, those of records alone', async () => {
    const url = await stored([['sol', 'ver_a', 1, 75_600]])
    await query(
      url,
      `INSERT INTO data_keys (name, purpose, day, key_id, sealed, kept_at)
       SELECT purpose || '/' || day, purpose, day::date, 'k1', '', '2026-03-12T00:00:00Z'
         FROM unnest(ARRAY['record', 'applicant']) purpose,
              generate_series(date '2026-03-09', date '2026-03-11', '1 day') day`,
    )
    expect(await retire(url, 10)).toBe(1)
    const again = await query(url, "SELECT purpose || to_char(day, ' DD') AS key FROM data_keys WHERE kept_at IS NULL")
    expect(again).toEqual([{ key: 'record 10' }])
  })

  it('is taken in turns, each task by itself, from the instant on at which it is due', async () => {
    const url = await testDatabase(migrated)
    await query(url, "UPDATE upkeep SET due_at = '2026-03-11T00:00:00Z'")
    const due = async () =>
      (
        await query(
          url,
          "SELECT to_char(due_at AT TIME ZONE 'UTC', 'DD HH24:MI:SS.MS') AS at FROM upkeep ORDER BY task",
        )
      ).map((row) => Reflect.get(row, 'at'))
    const take = (now: DateTime.Utc, until: string) =>
      retaining(url, (port) => port.takeTurn(now, DateTime.makeUnsafe(until)))
    expect(await take(DateTime.subtract(day, { milliseconds: 1 }), '2026-03-12T00:00:00Z')).toBe(false)
    expect(await take(day, '2026-03-12T00:00:00Z')).toBe(true)
    expect(await due()).toEqual(['11 00:00:00.000', '12 00:00:00.000'])
    await retaining(url, (port) => port.nextAt(DateTime.makeUnsafe('2026-03-13T00:00:00Z')))
    expect(await due()).toEqual(['11 00:00:00.000', '13 00:00:00.000'])
  })
  it('is taken at once where its turn is further ahead than it is ever set: the clock was set back since', async () => {
    const url = await testDatabase(migrated)
    await query(url, "UPDATE upkeep SET due_at = '2026-03-11T13:00:00Z'")
    const take = (now: DateTime.Utc) => retaining(url, (port) => port.takeTurn(now, DateTime.add(now, { minutes: 5 })))
    expect(await take(day)).toBe(false)
    const before = DateTime.subtract(day, { milliseconds: 1 })
    expect(await take(before)).toBe(true)
    expect(await take(before)).toBe(false)
  })
})
