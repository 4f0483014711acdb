import { Duration, Effect, Fiber, Layer, ManagedRuntime } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Deliveries, type DeliveryClaim } from '#ports/Deliveries.ts'
import { type TransferClaim, Transfers } from '#ports/Transfers.ts'
import { delivering, emittedAt, record, transferred, transferring } from '#test/support/heldWork.ts'
import { locking } from '#test/support/lockedRow.ts'
import { postgresStorage } from '#test/support/storage.ts'
import { plenty } from '#test/support/storedVerifications.ts'
import { patient } from '#tools/postgres/database.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated, until } from '#tools/service/server.ts'

const lease = { lasts: Duration.seconds(60), renewedEvery: Duration.millis(50) }
const makeRuntime = (url: string) => ManagedRuntime.make(Layer.provide(postgresStorage(url, 'only', lease), patient))

describe('a row of the work that another session has locked delays no other', () => {
  let url = ''
  let runtime: ReturnType<typeof makeRuntime>
  beforeAll(async () => {
    url = await testDatabase(migrated)
    runtime = makeRuntime(url)
  })
  afterAll(() => runtime.dispose())

  it('when attempts at webhooks are recorded', async () => {
    const outcome = await runtime.runPromise(
      Effect.gen(function* () {
        const [locked, ...others] = yield* delivering(20)
        if (locked === undefined) return null
        const release = yield* locking(url, `deliveries WHERE verification_id = '${locked.verificationId}'`)
        const ours = yield* Effect.forkDetach(Effect.exit(record(locked)))
        // They all end while the row is locked.
        const theirs = yield* Effect.forEach(others, record, { concurrency: 'unbounded' })
        yield* release
        yield* Fiber.join(ours)
        // Nothing of it was lost, or nothing was done.
        const [row] = yield* Effect.promise(() =>
          query(url, `SELECT replica_id, sent FROM deliveries WHERE verification_id = '${locked.verificationId}'`),
        )
        return { theirs, row, again: yield* record(locked) }
      }),
    )
    expect(outcome?.theirs).toEqual(Array(19).fill(true))
    expect([
      { theirs: outcome?.theirs, row: { replica_id: null, sent: 1 }, again: false },
      { theirs: outcome?.theirs, row: { replica_id: 'only', sent: 0 }, again: true },
    ]).toContainEqual(outcome)
  })

  it('when transfers are begun and recorded, and webhooks beside them', async () => {
    const outcome = await runtime.runPromise(
      Effect.gen(function* () {
        const webhooks = yield* delivering(5)
        const claims = yield* transferring(25)
        const [locked, others] = [claims.slice(0, 5), claims.slice(5)]
        const ids = locked.map(({ verificationId }) => `'${verificationId}'`).join()
        const release = yield* locking(url, `transfers WHERE verification_id IN (${ids})`, locked.length)
        // More than there are connections.
        const ours = yield* Effect.forkDetach(
          Effect.forEach(locked, (one) => Effect.flip(transferred(one)), { concurrency: 'unbounded' }),
        )
        const theirs = yield* Effect.forEach(others, transferred, { concurrency: 'unbounded' })
        const sent = yield* Effect.forEach(webhooks, record, { concurrency: 'unbounded' })
        const refused = (yield* Fiber.join(ours)).map(({ reason }) => reason)
        yield* release
        return { theirs, sent, refused, ours: yield* Effect.forEach(locked, transferred) }
      }),
    )
    expect(outcome.theirs).toEqual(Array(20).fill(true))
    expect(outcome.sent).toEqual(Array(5).fill(true))
    // No connection waited for them.
    expect(outcome.refused).toEqual(Array(5).fill('locked by another session'))
    expect(outcome.ours).toEqual(Array(5).fill(true))
  })

  it('when transfers are claimed, whose own is claimed later', async () => {
    const outcome = await runtime.runPromise(
      Effect.gen(function* () {
        const transfers = yield* Transfers
        const [locked, ...others] = yield* transferring(3)
        if (locked === undefined) return null
        yield* transfers.releaseAllExcept([])
        const release = yield* locking(url, `transfers WHERE verification_id = '${locked.verificationId}'`)
        const first = yield* transfers.claim(emittedAt, plenty)
        yield* release
        const second = yield* transfers.claim(emittedAt, plenty)
        const ids = (claims: ReadonlyArray<TransferClaim>) => claims.map(({ verificationId }) => verificationId).sort()
        return { first: ids(first), second: ids(second), others: ids(others), locked: locked.verificationId }
      }),
    )
    expect(outcome?.others).toHaveLength(2)
    for (const id of outcome?.others ?? []) expect(outcome?.first).toContain(id)
    expect(outcome?.first).not.toContain(outcome?.locked)
    expect(outcome?.second).toContain(outcome?.locked)
  })

  it('when claims are given back, whose own is given back later', async () => {
    const free = await runtime.runPromise(
      Effect.gen(function* () {
        const [locked, ...others] = yield* delivering(3)
        if (locked === undefined) return null
        const deliveries = yield* Deliveries
        const release = yield* locking(url, `deliveries WHERE verification_id = '${locked.verificationId}'`)
        yield* deliveries.releaseAllExcept([])
        const first = yield* deliveries.claim(emittedAt, plenty)
        yield* release
        yield* deliveries.releaseAllExcept(first)
        const second = yield* deliveries.claim(emittedAt, plenty)
        const ids = (claims: ReadonlyArray<DeliveryClaim>) => claims.map(({ verificationId }) => verificationId).sort()
        return { first: ids(first), second: ids(second), others: ids(others), locked: locked.verificationId }
      }),
    )
    expect(free?.others).toHaveLength(2)
    for (const id of free?.others ?? []) expect(free?.first).toContain(id)
    expect(free?.first).not.toContain(free?.locked)
    expect(free?.second).toContain(free?.locked)
  })

  it('and what was claimed for a node that is gone is taken back', async () => {
    const left = async () => (await query(url, "SELECT 1 FROM deliveries WHERE replica_id = 'gone'")).length
    await runtime.runPromise(
      Effect.gen(function* () {
        const claims = yield* delivering(2)
        const ids = claims.map(({ verificationId }) => `'${verificationId}'`).join()
        const claim = `UPDATE deliveries SET replica_id = 'gone' WHERE verification_id IN (${ids}) RETURNING 1`
        expect(yield* Effect.promise(() => query(url, claim))).toHaveLength(2)
        yield* Effect.promise(() => until(async () => (await left()) === 0))
      }),
    )
  })

  it('when the work of a dead node is taken back, whose own is taken back later', async () => {
    const replicas = async () => (await query(url, "SELECT 1 FROM replicas WHERE replica_id = 'dead'")).length
    const left = async () => (await query(url, "SELECT 1 FROM deliveries WHERE replica_id = 'dead'")).length
    await runtime.runPromise(
      Effect.gen(function* () {
        const [locked, ...others] = yield* delivering(3)
        if (locked === undefined) return
        const ids = [locked, ...others].map(({ verificationId }) => `'${verificationId}'`).join()
        yield* Effect.promise(() =>
          query(
            url,
            `WITH died AS (INSERT INTO replicas (replica_id, lease_until) VALUES ('dead', now() + interval '1 hour'))
             UPDATE deliveries SET replica_id = 'dead' WHERE verification_id IN (${ids})`,
          ),
        )
        const release = yield* locking(url, `deliveries WHERE verification_id = '${locked.verificationId}'`)
        yield* Effect.promise(() => query(url, "UPDATE replicas SET lease_until = now() WHERE replica_id = 'dead'"))
        yield* Effect.promise(() => until(async () => (await left()) === 1))
        expect(yield* Effect.promise(replicas)).toBe(1)
        yield* release
        yield* Effect.promise(() => until(async () => (await left()) + (await replicas()) === 0))
      }),
    )
  })
})
