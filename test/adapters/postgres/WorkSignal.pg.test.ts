import { Effect, Fiber, Layer, Logger, ManagedRuntime } from 'effect'
import { expect, it, onTestFinished } from 'vitest'
import * as PlatformSecrets from '#adapters/platform/Secrets.ts'
import * as PostgresStorage from '#adapters/postgres/PostgresStorage.ts'
import { Deliveries } from '#ports/Deliveries.ts'
import { Resolutions } from '#ports/Resolutions.ts'
import { Transfers } from '#ports/Transfers.ts'
import { Verifications } from '#ports/Verifications.ts'
import { applicationOf, emitted, noon, plenty, unique } from '#test/support/storedVerifications.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated, openAccount, rotatedKeyring } from '#tools/service/server.ts'

const plan = { priceCentavos: 1, requestsPerMinute: 600, monthlyQuota: null }

it('a creation wakes who waits for work in its own process, and in others', async () => {
  const url = await testDatabase(migrated)
  await openAccount(url, 'sol')
  const [own, other] = ['own', 'other'].map((name) => {
    const storage = PostgresStorage.layer(unique(name)).pipe(
      Layer.provide([patientDatabase(url), PlatformSecrets.layer(rotatedKeyring), Logger.layer([])]),
    )
    const runtime = ManagedRuntime.make(storage)
    onTestFinished(() => runtime.dispose())
    return runtime
  })
  const waiting = (runtime = own) =>
    runtime?.runPromise(
      Resolutions.use(({ awaitWork }) => Effect.forkDetach(Effect.as(awaitWork, 'woken'), { startImmediately: true })),
    )
  const waiters = [await waiting(own), await waiting(other)]
  const listening = () =>
    query(url, "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'")
  await expect.poll(listening).toHaveLength(2)
  expect(waiters.map((fiber) => fiber?.pollUnsafe())).toEqual([undefined, undefined])
  const application = applicationOf({ account: { id: 'sol', mode: 'consumo', plan }, keyId: 'k1' })
  await own?.runPromise(Verifications.use(({ admit }) => admit(application)))
  for (const fiber of waiters) {
    expect(fiber && (await Effect.runPromise(Effect.timeout(Fiber.join(fiber), '5 minutes')))).toBe('woken')
  }
})

it('the end of one that the applicant pays wakes who waits for webhooks, and who waits for transfers', async () => {
  const url = await testDatabase(migrated)
  await openAccount(url, 'luna', { mode: 'connect' })
  const storage = PostgresStorage.layer(unique('own')).pipe(
    Layer.provide([patientDatabase(url), PlatformSecrets.layer(rotatedKeyring), Logger.layer([])]),
  )
  const application = applicationOf({ account: { id: 'luna', mode: 'connect', plan }, keyId: 'k1' })
  const ending = Effect.gen(function* () {
    const [deliveries, transfers, resolutions] = [yield* Deliveries, yield* Transfers, yield* Resolutions]
    const waiters = yield* Effect.forEach([deliveries.awaitWork, transfers.awaitWork], (awaitWork) =>
      Effect.forkChild(Effect.as(awaitWork, 'woken'), { startImmediately: true }),
    )
    yield* (yield* Verifications).admit(application)
    const [claim] = yield* resolutions.claim(noon, plenty)
    const before = waiters.map((fiber) => fiber.pollUnsafe())
    const isConcluded = claim !== undefined && (yield* resolutions.conclude(claim, emitted))
    const woken = yield* Effect.forEach(waiters, (fiber) => Effect.timeout(Fiber.join(fiber), '1 minute'))
    return { before, isConcluded, woken }
  })
  expect(await Effect.runPromise(Effect.scoped(Effect.provide(ending, storage)))).toEqual({
    before: [undefined, undefined],
    isConcluded: true,
    woken: ['woken', 'woken'],
  })
})
