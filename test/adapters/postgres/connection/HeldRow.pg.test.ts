import { Effect } from 'effect'
import { Reactivity } from 'effect/reactivity'
import { beforeAll, expect, it } from 'vitest'
import { writingHeld } from '#adapters/postgres/connection/HeldRow.ts'
import { toStorageFailure } from '#adapters/postgres/connection/SqlFailures.ts'
import { locking } from '#test/support/lockedRow.ts'
import { makeClient } from '#tools/postgres/database.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

let url = ''
beforeAll(async () => {
  url = await testDatabase(migrated)
  await query(
    url,
    `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, due_at, replica_id, epoch)
     VALUES ('sol', 'ver_1', 'pi_1', 100, now(), 'n', 2), ('sol', 'ver_2', 'pi_2', 100, now(), 'n', 2),
            ('luna', 'ver_1', 'pi_3', 100, now(), 'n', 2)`,
  )
})

const held = { accountId: 'sol', verificationId: 'ver_1', epoch: 2 }
const attempts = async () =>
  (await query(url, 'SELECT attempts FROM transfers ORDER BY payment_intent_id')).flatMap(Object.values)

/** Writes the row of a claim, and tells how often it was tried; each try may be told of before. */
const written = (claim: typeof held, before: (nth: number) => Effect.Effect<unknown> = () => Effect.void) =>
  Effect.gen(function* () {
    const sql = yield* makeClient(url)
    let tries = 0
    const write = writingHeld({
      sql,
      table: 'transfers',
      running: (statement) =>
        Effect.suspend(() => {
          tries += 1
          return Effect.andThen(before(tries), Effect.catchTag(statement, 'SqlError', toStorageFailure))
        }),
    })
    const outcome = yield* Effect.catch(write(claim, sql`attempts = attempts + 1`), ({ reason }) =>
      Effect.succeed(reason),
    )
    return { outcome, tries }
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))

it.each([{ accountId: 'nadie' }, { verificationId: 'ver_9' }, { epoch: 1 }])(
  'a claim that is lost writes nothing: %j',
  async (changes) => {
    expect(await Effect.runPromise(written({ ...held, ...changes }))).toEqual({ outcome: false, tries: 1 })
    expect(await attempts()).toEqual([0, 0, 0])
  },
)

it('the row of a claim is written once it is free, and no other', async () => {
  const outcome = await Effect.runPromise(
    Effect.gen(function* () {
      const release = yield* locking(url, "transfers WHERE account_id = 'sol' AND verification_id = 'ver_1'")
      return yield* written(held, (nth) => (nth === 3 ? Effect.orDie(release) : Effect.void))
    }),
  )
  expect(outcome).toEqual({ outcome: true, tries: 3 })
  expect(await attempts()).toEqual([1, 0, 0])
})

it('a row that stays locked is left after twenty more tries', async () => {
  const outcome = await Effect.runPromise(
    Effect.gen(function* () {
      const release = yield* locking(url, "transfers WHERE account_id = 'sol' AND verification_id = 'ver_1'")
      const told = yield* written(held)
      yield* release
      return told
    }),
  )
  expect(outcome).toEqual({ outcome: 'locked by another session', tries: 21 })
})
