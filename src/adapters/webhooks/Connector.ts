import type { Socket } from 'node:net'
import { Deferred, Effect, type Scope } from 'effect'
import type { AttemptFailure } from '#domain/delivery/Delivery.ts'

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

/**
 * Opens a socket, which is destroyed with the scope, and waits until it tells that it is ready.
 *
 * @param failure what it means when it does not get that far
 */
export const opened = <S extends Socket>(
  open: () => S,
  event: 'connect' | 'secureConnect',
  failure: AttemptFailure,
): Effect.Effect<S, AttemptFailure, Scope.Scope> => {
  const begin = Effect.sync(() => {
    const socket = open()
    const ready = Deferred.makeUnsafe<S, AttemptFailure>()
    const fail = () => void Deferred.doneUnsafe(ready, Effect.fail(failure))
    // Listeners come with the socket itself: an error that nobody listens for would end the process.
    socket.once(event, () => void Deferred.doneUnsafe(ready, Effect.succeed(socket)))
    socket.on('error', fail)
    socket.once('close', fail)
    return { socket, ready }
  })
  return Effect.acquireRelease(begin, ({ socket }) => Effect.sync(() => socket.destroy())).pipe(
    Effect.flatMap(({ ready }) => Deferred.await(ready)),
  )
}
