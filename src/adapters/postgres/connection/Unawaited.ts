import { Effect, Fiber } from 'effect'

/**
 * Forks an effect that holds a connection until the scope closes. Closing interrupts it without waiting, because a
 * connection to a frozen database is never released.
 */
export const forkUnawaited = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.acquireRelease(Effect.forkDetach(effect), (fiber) => Effect.forkDetach(Fiber.interrupt(fiber)))
