import { Effect, Exit, Fiber, Layer } from 'effect'
import { TestClock } from 'effect/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import * as PlatformSecrets from '#adapters/platform/Secrets.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { WorkSignal } from '#adapters/postgres/connection/WorkSignal.ts'
import { DataKeys } from '#adapters/postgres/installation/DataKeys.ts'
import * as StoredVerifications from '#adapters/postgres/requests/Verifications.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Verifications } from '#ports/Verifications.ts'
import { applicationOf } from '#test/support/storedVerifications.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { asRole, query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated, openAccount, rotatedKeyring } from '#tools/service/server.ts'

describe('verifications that are read or created at the same time', () => {
  const plan = { priceCentavos: 1, requestsPerMinute: 600, monthlyQuota: null }
  const sol = { account: { id: 'sol', mode: 'consumo', plan }, keyId: 'k1' } as const
  const applications = Array.from({ length: 65 }, () => applicationOf(sol))
  const ids = applications.map(({ verification }) => verification.id)
  let url = ''
  type Answering = Database['Service']['answering']
  /** What the storage says, and how many statements it sent for it, which are answered otherwise where that is given. */
  const asking = <A, E>(
    use: (port: Verifications['Service']) => Effect.Effect<A, E>,
    instead?: Answering,
    database = url,
  ) => {
    let statements = 0
    const counted = Layer.effect(
      Database,
      Effect.map(Database, (over) => {
        const answering: Answering = (statement) => {
          statements += 1
          return (instead ?? over.answering)(statement)
        }
        return { ...over, answering }
      }),
    ).pipe(Layer.provide(patientDatabase(database)))
    const storage = StoredVerifications.layer.pipe(
      Layer.provide([DataKeys.layer('api'), WorkSignal.layer]),
      Layer.provide([counted, PlatformSecrets.layer(rotatedKeyring)]),
    )
    const asked = Effect.map(Verifications.use(use), (said) => ({ said, statements }))
    return Effect.runPromise(Effect.provide(asked, storage))
  }
  const readAll = (some = ids) =>
    asking(({ read }) => Effect.forEach(some, (id) => Effect.exit(read('sol', id)), { concurrency: 'unbounded' }))

  beforeAll(async () => {
    url = await testDatabase(migrated)
    await openAccount(url, 'sol')
    await asking(({ admit }) => Effect.forEach(applications, (one) => admit(one)))
  })

  it.each([
    [64, 1],
    [65, 2],
  ])('share round trips, 64 each: %s of them %s', async (count, roundTrips) => {
    const { said, statements } = await readAll(ids.slice(0, count))
    expect([said.filter(Exit.isSuccess).length, statements]).toEqual([count, roundTrips])
  })

  it('share round trips in lists too, those that ask for the same and others', async () => {
    const asked = [ids[0], ids[1], ids[0], 'ver_0'].map((id) => ({ state: null, limit: 2, id }))
    const requestOf = new Map(applications.map(({ verification }) => [verification.id, verification.requestId]))
    const { said, statements } = await asking(({ list }) =>
      Effect.forEach(
        [...asked, { id: null, limit: 3 }, { id: null, limit: 3 }],
        ({ id, limit }) => {
          const requestId = id === null ? null : (requestOf.get(id ?? '') ?? 'sol-0')
          return list('sol', { requestId, state: 'en_proceso', limit })
        },
        { concurrency: 'unbounded' },
      ),
    )
    const listed = said.map((found) => found.map(({ _tag, id }) => (_tag === 'InProgress' ? id : null)))
    const newest = ids.slice(-3).toReversed()
    expect(listed).toEqual([[ids[0]], [ids[1]], [ids[0]], [], newest, newest])
    expect(statements).toBe(1)
  })

  it('are each its own account’s in lists that share a round trip, whatever a replica’s role lets it see', async () => {
    const database = await testDatabase(migrated)
    const owners = ['luna', 'mar', 'sol']
    for (const owner of owners) await openAccount(database, owner)
    const made = owners.map((owner) => applicationOf({ account: { ...sol.account, id: owner }, keyId: 'k1' }))
    const asReplica = asRole(database, 'cotejo_app')
    await asking(({ admit }) => Effect.forEach(made, (one) => admit(one)), undefined, asReplica)
    const filter = { requestId: null, state: null, limit: 20 }
    const { said, statements } = await asking(
      ({ list }) => Effect.forEach(owners, (owner) => list(owner, filter), { concurrency: 'unbounded' }),
      undefined,
      asReplica,
    )
    const listed = said.map((found) => found.map((one) => one._tag === 'InProgress' && one.id))
    expect(listed).toEqual(made.map(({ verification }) => [verification.id]))
    expect(statements).toBeLessThan(owners.length)
  })

  it.each([
    [16, 1],
    [17, 2],
  ])('share round trips in lists, 16 each: %s different ones %s', async (count, roundTrips) => {
    const { said, statements } = await asking(({ list }) =>
      Effect.forEach(
        Array.from({ length: count }, (_, index) => index + 1),
        (limit) => list('sol', { requestId: null, state: null, limit }),
        { concurrency: 'unbounded' },
      ),
    )
    expect([said.map(({ length }) => length), statements]).toEqual([
      Array.from({ length: count }, (_, index) => index + 1),
      roundTrips,
    ])
  })

  it.each<[what: string, of: (port: Verifications['Service']) => Effect.Effect<unknown, StorageUnavailable>]>([
    ['as are readings', ({ read }) => read('sol', 'ver_1')],
    ['as are lists', ({ list }) => list('sol', { requestId: null, state: null, limit: 1 })],
    ['as are admissions', ({ admit }) => Effect.suspend(() => admit(applicationOf(sol)))],
  ])('are given up after half a second behind others that were not answered, %s', async (_, of) => {
    const unanswered = () => Effect.delay(Effect.fail(new StorageUnavailable({ reason: 'no answer' })), '1500 millis')
    const { said, statements } = await asking(
      (port) =>
        Effect.gen(function* () {
          const asked = () => Effect.forkChild(Effect.flip(of(port)), { startImmediately: true })
          const first = yield* asked()
          yield* TestClock.adjust('999 millis')
          const second = yield* asked()
          yield* TestClock.adjust('501 millis')
          yield* TestClock.adjust('1500 millis')
          return (yield* Effect.forEach([first, second], Fiber.join)).map(({ reason }) => reason)
        }).pipe(Effect.provide(TestClock.layer())),
      unanswered,
    )
    expect([said, statements]).toEqual([['no answer', 'no turn in time'], 1])
  })

  it('are shown though the document of one is sealed by a key that this replica lacks', async () => {
    await query(
      url,
      "INSERT INTO data_keys (name, purpose, day, key_id, sealed) VALUES ('a', 'record', '2026-03-10', 'k9', '\\x00')",
    )
    await query(
      url,
      `UPDATE verifications SET state = 'emitida', resolved_at = now(), document = '\\x00', document_key = 'a'
        WHERE verification_id = '${ids[7]}'`,
    )
    const { said } = await readAll()
    const reason = 'a verification is sealed with a key that this replica does not have'
    expect(said[7]).toEqual(Exit.fail(new StorageUnavailable({ kind: 'unfit', reason })))
    expect(said.filter(Exit.isSuccess)).toHaveLength(64)
  })
})

describe('verifications that were created at the same instant', () => {
  let url = ''
  beforeAll(async () => {
    url = await testDatabase(migrated)
    await query(
      url,
      "INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute) VALUES ('sol', 'consumo', 1, 1)",
    )
    // In the order of what was created: where nothing else says so, they are read in it.
    await query(
      url,
      `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
                                  consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url,
                                  created_at, deadline)
       SELECT 'sol', 'ver_' || n, 'sol-' || n, 'f', 'k', 'con_' || n, now(), '', 'consumo', 1, 'api', 'https://x.mx',
              '2026-03-10T18:00:00Z', '2026-03-10T18:10:00Z'
         FROM generate_series(1, 5) n`,
    )
  })

  /** Where no index has them in order, the planner sorts them. */
  const setIndexes = async (used: 'on' | 'off') => {
    for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan']) {
      await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET enable_${way} = ${used}`)
    }
  }

  it.each(['on', 'off'] as const)('are read most recent first, with indexes %s', async (used) => {
    await setIndexes(used)
    for (const state of ['NULL', "'en_proceso'"]) {
      const rows = await query(url, `SELECT verification_id FROM read_verifications('sol', NULL, NULL, ${state}, 3)`)
      expect(rows.flatMap(Object.values)).toEqual(['ver_5', 'ver_4', 'ver_3'])
    }
  })
})
