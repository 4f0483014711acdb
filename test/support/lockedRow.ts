import { Deferred, Effect, Fiber } from 'effect'
import { Reactivity } from 'effect/reactivity'
import { makeClient } from './database.ts'

/**
 * Another session that has rows locked.
 *
 * @param where the rows, as `accounts WHERE account_id = 'a'`
 * @param count how many they are
 * @returns lets go of it
 */
export const locking = Effect.fnUntraced(function* (url: string, where: string, count = 1) {
  const [taken, letGo] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const holding = Effect.gen(function* () {
    const sql = yield* makeClient(url)
    yield* sql`BEGIN`
    const rows = yield* sql.unsafe(`SELECT 1 FROM ${where} FOR UPDATE`)
    if (rows.length !== count) return yield* Effect.die(new Error(`${rows.length} rows are locked`))
    yield* Deferred.succeed(taken, undefined)
    yield* Deferred.await(letGo)
    yield* sql`COMMIT`
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
  const fiber = yield* Effect.forkDetach(holding)
  yield* Effect.raceFirst(Deferred.await(taken), Effect.andThen(Fiber.join(fiber), Effect.never))
  return Effect.andThen(Deferred.succeed(letGo, undefined), Fiber.join(fiber))
})
