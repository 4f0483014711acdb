import { Deferred, Effect } from 'effect'

/** What runs under a name, and as which kind of it. */
interface Flight<A, E> {
  readonly kind: string
  readonly outcome: Deferred.Deferred<A, E>
}

/**
 * Runs what has one name once at a time. Who asks for the same kind while it is under way waits for its outcome; who
 * asks for another kind waits until it is over, and then begins.
 *
 * @returns a function whose second member tells whether somebody else had begun
 */
export const singleFlight = <A, E>() => {
  const flights = new Map<string, Flight<A, E>>()
  const fly = <R>(
    name: string,
    kind: string,
    effect: Effect.Effect<A, E, R>,
  ): Effect.Effect<readonly [A, joined: boolean], E, R> =>
    Effect.suspend((): Effect.Effect<readonly [A, joined: boolean], E, R> => {
      const underWay = flights.get(name)
      if (underWay !== undefined) {
        const landed = Deferred.await(underWay.outcome)
        return underWay.kind === kind
          ? Effect.map(landed, (outcome) => [outcome, true] as const)
          : Effect.andThen(Effect.exit(landed), fly(name, kind, effect))
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
