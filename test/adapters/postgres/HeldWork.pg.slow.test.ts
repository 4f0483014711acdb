import { type DateTime, Effect, ManagedRuntime } from 'effect'
import { expect, it } from 'vitest'
import { Deliveries } from '#ports/Deliveries.ts'
import { Resolutions } from '#ports/Resolutions.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import type { Transfers } from '#ports/Transfers.ts'
import { claimed, delivering, emittedAt, record, transferred, transferring } from '#test/support/heldWork.ts'
import { rowsRead } from '#test/support/rowsRead.ts'
import { quietStorage } from '#test/support/storage.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

const held = 100
/** So many more of each account are there, for later or done: of a small table all would be read at once. */
const others = 50
/** So many of them are written. */
const written = 4
/** Rows that may be read for one that is written: the row, more than once, and those that are joined to it. */
const readForEach = 12

const rest = `SELECT account_id, 'rest_' || i AS id FROM accounts, generate_series(1, ${others}) i`
const fillings = [
  `INSERT INTO verification_work (account_id, verification_id, due_at, data_key, sealed)
   SELECT account_id, id, '2099-01-01', 'k', '' FROM (${rest}) r`,
  `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, state)
   SELECT account_id, id, id, 'https://x', 'x', 'entregada' FROM (${rest}) r`,
  `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, state, transfer_id)
   SELECT account_id, id, id, 1, 'ejecutada', 'tr_' || id FROM (${rest}) r`,
]

const putBack = (at: DateTime.Utc) => (claim: Effect.Success<ReturnType<typeof claimed>>[number]) =>
  Resolutions.use((port) => port.putBack(claim, at))
const parked = (at: DateTime.Utc) => (claim: Effect.Success<ReturnType<typeof delivering>>[number]) =>
  Deliveries.use((port) => port.park(claim, at))

type Written<A> = Effect.Effect<A, StorageUnavailable, Deliveries | Resolutions | Transfers>

/** The last ones are the last ones in an index of what is held, too. */
const each = <A>(claims: ReadonlyArray<A>, write: (claim: A) => Written<boolean>): Written<ReadonlyArray<boolean>> =>
  Effect.forEach(claims.slice(-written), write)

const kinds = {
  'verification_work, put back': (before: Effect.Effect<void>) =>
    Effect.map(claimed(held, 'consumo', before), (claims) => each(claims, putBack(emittedAt))),
  'deliveries, recorded': (before: Effect.Effect<void>) =>
    Effect.map(delivering(held, before), (claims) => each(claims, record)),
  'deliveries, parked': (before: Effect.Effect<void>) =>
    Effect.map(delivering(held, before), (claims) => each(claims, parked(emittedAt))),
  'transfers, begun and recorded': (before: Effect.Effect<void>) =>
    Effect.map(transferring(held, before), (claims) => each(claims, transferred)),
}

it.each(Object.entries(kinds))(
  'a node finds what it holds by its key, however much that is: %s',
  async (name, hold) => {
    const url = await testDatabase(migrated)
    const runtime = ManagedRuntime.make(quietStorage(url, 'only'))
    const [table = ''] = name.split(',')
    // None is held when rows are counted: a node that is idle then makes plans for that.
    const counted = Effect.promise(async () => {
      for (const filling of fillings) await query(url, filling)
      await query(url, `ANALYZE ${table}`)
    })
    const write = await runtime.runPromise(hold(counted))
    const before = await rowsRead(url, table)
    expect(await runtime.runPromise(write)).toEqual(Array.from({ length: written }, () => true))
    expect((await rowsRead(url, table)) - before).toBeLessThan(written * readForEach)
    await runtime.dispose()
  },
)

it('nor does a connection keep the plans that it made while an account had no more', async () => {
  const url = await testDatabase(migrated)
  const runtime = ManagedRuntime.make(quietStorage(url, 'only'))
  const more = 1_000
  const written = await runtime.runPromise(
    Effect.gen(function* () {
      const claims = yield* delivering(12)
      const early = yield* Effect.forEach(claims.slice(0, 8), record)
      yield* Effect.promise(() =>
        query(
          url,
          `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, state)
           SELECT account_id, 'ver_' || i, 'evt_' || i, 'https://x', 'x', 'entregada' FROM accounts, generate_series(1, ${more}) i`,
        ),
      )
      return [...early, ...(yield* Effect.forEach(claims.slice(8), record))]
    }),
  )
  expect(written).toEqual(Array.from({ length: 12 }, () => true))
  expect(await rowsRead(url, 'deliveries')).toBeLessThan(more)
  await runtime.dispose()
})
