import { Deferred, Effect, Fiber } from 'effect'
import { Reactivity } from 'effect/reactivity'
import { makeClient } from '#tools/postgres/database.ts'
import type { OpenConnection } from '#tools/postgres/postgres.ts'

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

/** How long a connection waits for a lock after some work, in its transaction and once that is over. */
export const lockTimeouts = async (
  { ask }: OpenConnection,
  work: () => Promise<unknown>,
): Promise<ReadonlyArray<unknown>> => {
  const timeout = async () => Object.values((await ask("SELECT current_setting('lock_timeout')"))[0] ?? {})
  await ask('BEGIN')
  await work()
  const within = await timeout()
  await ask('COMMIT')
  return [...within, ...(await timeout())]
}
