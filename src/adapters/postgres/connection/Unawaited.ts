import { Effect, Fiber } from 'effect'

/**
 * Forks what holds a connection until the scope closes, which does not wait for it to be interrupted:
 * a connection to a frozen database is not given back.
 */
export const forkUnawaited = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.acquireRelease(Effect.forkDetach(effect), (fiber) => Effect.forkDetach(Fiber.interrupt(fiber)))
