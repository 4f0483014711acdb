import type { Socket } from 'node:net'
import { Deferred, Effect, type Scope } from 'effect'
import type { AttemptFailure } from '#domain/delivery/Delivery.ts'

export interface Target {
  /** A DNS name, or an address literal without brackets. */
  readonly host: string
  readonly port: number
}

/** Opens a socket to a host for HTTP. The scope closes it. `internet` connects only to public addresses. */
export type Connector = (target: Target) => Effect.Effect<Socket, AttemptFailure, Scope.Scope>

/** @param failed maps an error, or a close without an error, to the failure */
export const opened = <S extends Socket, E>(
  open: () => S,
  event: 'connect' | 'secureConnect',
  failed: (error: Error | null) => E,
): Effect.Effect<S, E, Scope.Scope> => {
  const begin = Effect.sync(() => {
    const socket = open()
    const ready = Deferred.makeUnsafe<S, E>()
    const fail = (error: Error | null) => void Deferred.doneUnsafe(ready, Effect.fail(failed(error)))
    // Attach the listeners at once: an `error` event without a listener would end the process.
    socket.once(event, () => void Deferred.doneUnsafe(ready, Effect.succeed(socket)))
    socket.on('error', fail)
    socket.once('close', () => fail(null))
    return { socket, ready }
  })
  return Effect.acquireRelease(begin, ({ socket }) => Effect.sync(() => socket.destroy())).pipe(
    Effect.flatMap(({ ready }) => Deferred.await(ready)),
  )
}
