import { Deferred, Effect } from 'effect'

/** What runs under a name, and as which kind of it. */
interface Flight<A, E> {
  readonly kind: string
  readonly outcome: Deferred.Deferred<A, E>
}

/**
 * Runs what has one name once at a time. Who asks for the same kind while it is under way waits for its outcome; who
 * asks for another kind waits until it is over, and then begins. It waits for one other alone, so that many that take
 * their time do not add up.
 *
 * @returns a function whose second member tells whether somebody else had begun
 */
export const singleFlight = <A, E>() => {
  const flights = new Map<string, Flight<A, E>>()
  const fly = <R>(
    name: string,
    kind: string,
    effect: Effect.Effect<A, E, R>,
    hasWaited = false,
  ): Effect.Effect<readonly [A, joined: boolean], E, R> =>
    Effect.suspend((): Effect.Effect<readonly [A, joined: boolean], E, R> => {
      const underWay = flights.get(name)
      if (underWay?.kind === kind) {
        return Effect.map(Deferred.await(underWay.outcome), (outcome) => [outcome, true] as const)
      }
      if (underWay !== undefined) {
        return hasWaited
          ? Effect.map(effect, (result) => [result, false] as const)
          : Effect.andThen(Effect.exit(Deferred.await(underWay.outcome)), fly(name, kind, effect, true))
      }
      const outcome = Deferred.makeUnsafe<A, E>()
      flights.set(name, { kind, outcome })
      return effect.pipe(
        Effect.onExit((exit) => {
          flights.delete(name)
          return Deferred.done(outcome, exit)
        }),
        Effect.map((result) => [result, false] as const),
      )
    })
  return fly
}
