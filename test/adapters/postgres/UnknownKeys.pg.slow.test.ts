import { Effect, Fiber, Metric } from 'effect'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { make } from '#domain/account/ApiKey.ts'
import { Accounts } from '#ports/Accounts.ts'
import { patientStorage } from '#test/support/storage.ts'
import { type OwnPostgres, ownPostgres } from '#tools/postgres/postgres.ts'
import { get, migrated, startReplica, until } from '#tools/service/server.ts'

let postgres: OwnPostgres
let replica: Awaited<ReturnType<typeof startReplica>>
beforeAll(async () => {
  postgres = await ownPostgres({ durable: false })
  await migrated(postgres.url)
  replica = await startReplica(postgres.url, { timeoutFactor: 1 })
})
afterAll(async () => {
  await replica.stop()
  await postgres.stop()
})

const consumo = async (key: string) => (await get(replica.base, '/v1/cuenta/consumo', key)).body['codigo']

it('a key that is nobody’s is asked for once: 401 llave_invalida even while the database does not answer', async () => {
  const [first, second] = [make('sandbox', 2n ** 200n), make('sandbox', 2n ** 201n)]
  // It is remembered for seconds, and a busy machine may take longer between the two.
  await until(async () => {
    expect(await consumo(first)).toBe('llave_invalida')
    postgres.pause()
    const again = await consumo(first)
    const other = await consumo(second)
    postgres.resume()
    expect(other).toBe('base_no_alcanzable')
    return again === 'llave_invalida'
  })
})

/** Statements that run or wait for a connection of the API. */
const statementsUnderWay = Effect.map(
  Metric.snapshot,
  (metrics) =>
    metrics.flatMap((metric) =>
      metric.id === 'cotejo_database_statements_under_way' &&
      metric.type === 'Gauge' &&
      metric.attributes?.['pool'] === 'api'
        ? [Number(metric.state.value)]
        : [],
    )[0] ?? 0,
)

it('keys that come together are looked up together, in two statements at once at most', async () => {
  const most = await Effect.gen(function* () {
    const { authenticate } = yield* Accounts
    // A connection is open before nobody answers.
    yield* authenticate('first')
    postgres.pause()
    const asked = yield* Effect.forEach(
      Array.from({ length: 200 }, (_, index) => `digest-${index}`),
      (digest) => Effect.forkChild(Effect.exit(authenticate(digest)), { startImmediately: true }),
    )
    const underWay = yield* Effect.repeat(Effect.delay(statementsUnderWay, '10 millis'), {
      while: (count) => count === 0,
    })
    postgres.resume()
    yield* Fiber.awaitAll(asked)
    return underWay
  }).pipe(Effect.provide(patientStorage(postgres.url, 'only')), Effect.runPromise)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(2)
})
