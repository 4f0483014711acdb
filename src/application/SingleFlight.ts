import { Deferred, Effect } from 'effect'

/** The call in progress for a name, and its kind. */
interface Flight<A, E> {
  readonly kind: string
  readonly outcome: Deferred.Deferred<A, E>
}

/**
 * Runs at most one call for each name at a time. A call of the same kind joins the one in progress and shares its
 * outcome. A call of another kind waits for the one in progress and then runs. It waits only once, so that slow calls
 * do not add up.
 *
 * @returns a function whose result says whether it joined a call of another caller
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
