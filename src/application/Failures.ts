import { Cause, Effect } from 'effect'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'
import { noteRefusal } from './CurrentRequest.ts'

/** The failures of a use case. */
export type Failure = Rejection | StorageUnavailable

/**
 * The only place where a failure becomes a `codigo`, for HTTP and MCP. A rejection carries its own, an unavailable
 * database is `base_no_alcanzable`, and any other failure is a defect, `error_interno`. Causes are logged and never
 * returned. The current request records the refusal.
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
