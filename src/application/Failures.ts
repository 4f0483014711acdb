import { Cause, Effect } from 'effect'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'
import { noteRefusal } from './CurrentRequest.ts'

/** How a use case may fail. */
export type Failure = Rejection | StorageUnavailable

/**
 * The one place where a failure becomes a `codigo`, for HTTP and MCP: rejections carry theirs, a
 * database out of reach is `base_no_alcanzable`, and all else is a defect and `error_interno`.
 * Causes go to the log; nothing of them is answered. The request under way is told what it is refused for.
 */
export const toRejection = <A, R>(effect: Effect.Effect<A, Failure, R>): Effect.Effect<A, Rejection, R> =>
  effect.pipe(
    Effect.catchTag('StorageUnavailable', (failure) =>
      Effect.logWarning('storage unavailable', { reason: failure.message }).pipe(
        Effect.andThen(Effect.fail(reject('sin_base'))),
      ),
    ),
    Effect.catchDefect((defect) =>
      Effect.logError('unexpected defect', Cause.die(defect)).pipe(Effect.andThen(Effect.fail(reject('defecto')))),
    ),
    Effect.tapErrorTag('Rejection', noteRefusal),
  )
