import type { Socket } from 'node:net'
import { Deferred, Effect, type Scope } from 'effect'
import type { AttemptFailure } from '#domain/Delivery.ts'

/** Where a receiver is, as its `webhook_url` says. */
export interface Target {
  /** DNS name, or address literal without brackets. */
  readonly host: string
  readonly port: number
}

/**
 * Opens a socket to a receiver, ready for HTTP, that lives as long as the scope. What a connector lets
 * through is what webhooks can reach: `internet` admits public addresses alone.
 */
export type Connector = (target: Target) => Effect.Effect<Socket, AttemptFailure, Scope.Scope>

/** A socket that is still on its way. */
interface Opening<S extends Socket> {
  readonly socket: S
  readonly ready: Deferred.Deferred<S, AttemptFailure>
}

/**
 * Opens a socket and waits until it tells that it is ready. Destroyed with the scope, and at once when
 * it does not get that far.
 *
 * @param failure what it means when it does not get that far
 */
export const opened = <S extends Socket>(
  open: () => S,
  event: 'connect' | 'secureConnect',
  failure: AttemptFailure,
): Effect.Effect<S, AttemptFailure, Scope.Scope> => {
  const begin = Effect.sync((): Opening<S> => {
    const socket = open()
    const ready = Deferred.makeUnsafe<S, AttemptFailure>()
    const fail = () => void Deferred.doneUnsafe(ready, Effect.fail(failure))
    // Listeners come with the socket itself: an error that nobody listens for would end the process.
    socket.once(event, () => void Deferred.doneUnsafe(ready, Effect.succeed(socket)))
    socket.on('error', fail)
    socket.once('close', fail)
    return { socket, ready }
  })
  const end = ({ socket }: Opening<S>) => Effect.sync(() => socket.destroy())
  return Effect.acquireRelease(begin, end).pipe(
    Effect.flatMap((opening) => Deferred.await(opening.ready).pipe(Effect.onError(() => end(opening)))),
  )
}
