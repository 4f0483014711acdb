import type { Socket } from 'node:net'
import { Deferred, Effect, type Scope } from 'effect'
import type { AttemptFailure } from '#domain/delivery/Delivery.ts'

/** Where a public host is. */
export interface Target {
  /** DNS name, or address literal without brackets. */
  readonly host: string
  readonly port: number
}

/**
 * Opens a socket to a host, ready for HTTP, that lives as long as the scope. `internet` admits public addresses alone.
 */
export type Connector = (target: Target) => Effect.Effect<Socket, AttemptFailure, Scope.Scope>

/**
 * Opens a socket, which is destroyed with the scope, and waits until it tells that it is ready.
 *
 * @param failed what it means that it does not get that far; without an error it was closed
 */
export const opened = <S extends Socket, E>(
  open: () => S,
  event: 'connect' | 'secureConnect',
  failed: (error: Error | null) => E,
): Effect.Effect<S, E, Scope.Scope> => {
  const begin = Effect.sync(() => {
    const socket = open()
    const ready = Deferred.makeUnsafe<S, E>()
    const fail = (error: Error | null) => void Deferred.doneUnsafe(ready, Effect.fail(failed(error)))
    // Listeners come with the socket itself: an error that nobody listens for would end the process.
    socket.once(event, () => void Deferred.doneUnsafe(ready, Effect.succeed(socket)))
    socket.on('error', fail)
    socket.once('close', () => fail(null))
    return { socket, ready }
  })
  return Effect.acquireRelease(begin, ({ socket }) => Effect.sync(() => socket.destroy())).pipe(
    Effect.flatMap(({ ready }) => Deferred.await(ready)),
  )
}
