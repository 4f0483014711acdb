import { Deferred, Effect } from 'effect'

/**
 * Runs what has one name once at a time: who asks while it is under way waits for its outcome.
 *
 * @returns a function whose second member tells whether somebody else had begun
 */
export const singleFlight = <A, E>() => {
  const flights = new Map<string, Deferred.Deferred<A, E>>()
  return <R>(name: string, effect: Effect.Effect<A, E, R>): Effect.Effect<readonly [A, joined: boolean], E, R> =>
    Effect.suspend((): Effect.Effect<readonly [A, joined: boolean], E, R> => {
      const underWay = flights.get(name)
      if (underWay !== undefined) return Effect.map(Deferred.await(underWay), (outcome) => [outcome, true] as const)
      const outcome = Deferred.makeUnsafe<A, E>()
      flights.set(name, outcome)
      return effect.pipe(
        Effect.onExit((exit) => {
          flights.delete(name)
          return Deferred.done(outcome, exit)
        }),
        Effect.map((result) => [result, false] as const),
      )
    })
}
