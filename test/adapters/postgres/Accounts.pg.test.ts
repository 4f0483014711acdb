import { Effect, Fiber, Layer, Option } from 'effect'
import { TestClock } from 'effect/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { Database } from '#adapters/postgres/connection/Database.ts'
import * as PostgresAccounts from '#adapters/postgres/requests/Accounts.ts'
import { Accounts } from '#ports/Accounts.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

let url: string
const issue = (digest: string, account = 'sol') =>
  query(url, `INSERT INTO api_keys (digest, account_id, key_id) VALUES ('${digest}', '${account}', 'k-${digest}')`)
beforeEach(async () => {
  url = await testDatabase(migrated)
  await query(
    url,
    `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute, settled_centavos, held_centavos)
     VALUES ('sol', 'consumo', 7, 9, 500, 20), ('luna', 'consumo', 1, 1, 3, 1)`,
  )
})

/** What is asked while seconds pass when the test says so. */
const asked = <A>(work: Effect.Effect<A, unknown, Accounts>): Promise<A> =>
  Effect.runPromise(
    Effect.provide(
      work,
      Layer.provideMerge(PostgresAccounts.layer.pipe(Layer.provide(patientDatabase(url))), TestClock.layer()),
    ),
  )
/** The key that is valid. */
const keyOf = (digest: string) =>
  Accounts.use(({ authenticate }) =>
    Effect.map(authenticate(digest), (found) => {
      const presenter = Option.getOrNull(found)
      return presenter === null || presenter.isRevoked ? null : presenter.keyId
    }),
  )
const done = (statement: () => Promise<unknown>) => Effect.promise(statement)

describe('a key', () => {
  it('that was revoked is known for four seconds more, and no longer', async () => {
    await issue('a')
    const seen = Effect.gen(function* () {
      const before = yield* keyOf('a')
      yield* done(() => query(url, 'UPDATE api_keys SET revoked_at = now()'))
      yield* TestClock.adjust('3999 millis')
      const last = yield* keyOf('a')
      yield* TestClock.adjust('1 millis')
      return [before, last, yield* keyOf('a')]
    })
    expect(await asked(seen)).toEqual(['k-a', 'k-a', null])
  })

  it('that was revoked is known no longer although the clock was set back, and one that is nobody’s is asked for', async () => {
    await issue('a')
    const seen = Effect.gen(function* () {
      yield* TestClock.setTime(7_200_000)
      const before = [yield* keyOf('a'), yield* keyOf('b')]
      yield* done(() => query(url, 'UPDATE api_keys SET revoked_at = now()'))
      yield* done(() => issue('b'))
      yield* TestClock.setTime(0)
      yield* TestClock.adjust('4 seconds')
      return [before, [yield* keyOf('a'), yield* keyOf('b')]]
    })
    expect(await asked(seen)).toEqual([
      ['k-a', null],
      [null, 'k-b'],
    ])
  })

  it('that is nobody’s is not asked for again for three seconds, each by itself', async () => {
    const seen = Effect.gen(function* () {
      const before = [yield* keyOf('a'), yield* keyOf('b')]
      yield* done(() => issue('a'))
      yield* done(() => issue('b'))
      yield* TestClock.adjust('2999 millis')
      const last = [yield* keyOf('a'), yield* keyOf('b')]
      yield* TestClock.adjust('1 millis')
      return [before, last, [yield* keyOf('a'), yield* keyOf('b')]]
    })
    expect(await asked(seen)).toEqual([
      [null, null],
      [null, null],
      ['k-a', 'k-b'],
    ])
  })
})

it('a key is given up after half a second behind others of which the database did not tell', async () => {
  const unanswered = () => Effect.delay(Effect.fail(new StorageUnavailable({ reason: 'no answer' })), '1500 millis')
  const database = Layer.effect(
    Database,
    Effect.map(Database, (over) => ({ ...over, answering: unanswered })),
  ).pipe(Layer.provide(patientDatabase(url)))
  const told = await Accounts.use(({ authenticate }) =>
    Effect.gen(function* () {
      const ask = (digest: string) => Effect.forkChild(Effect.flip(authenticate(digest)), { startImmediately: true })
      const first = yield* Effect.forEach(['a', 'b', 'c', 'd'], ask)
      yield* TestClock.adjust('999 millis')
      const late = yield* ask('e')
      yield* TestClock.adjust('501 millis')
      yield* TestClock.adjust('3 seconds')
      return yield* Effect.forEach([...first, late], Fiber.join)
    }),
  ).pipe(
    Effect.provide(Layer.provideMerge(PostgresAccounts.layer.pipe(Layer.provide(database)), TestClock.layer())),
    Effect.runPromise,
  )
  expect(told.at(0)?.reason).toBe('no answer')
  expect(told.at(-1)?.reason).toBe('no turn in time')
})

it('a balance is that of the account, and nothing for one that is not there', async () => {
  const balances = Accounts.use(({ balance }) => Effect.all([balance('sol'), balance('luna'), balance('nadie')]))
  expect(await asked(balances)).toEqual([
    { settledCentavos: 500, heldCentavos: 20 },
    { settledCentavos: 3, heldCentavos: 1 },
    { settledCentavos: 0, heldCentavos: 0 },
  ])
})
