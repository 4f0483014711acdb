import { Cause, Context, Effect } from 'effect'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'

/** The HTTP request in progress: its ID, its account, and why it is refused, once that is known. */
interface CurrentRequest {
  readonly id: string
  account: string | null
  /** In a batch of messages, the first refusal. */
  refusal: Rejection | null
  additions: Readonly<Record<string, string>> | null
}

export const CurrentRequest = Context.Reference<CurrentRequest | null>('cotejo/application/CurrentRequest', {
  defaultValue: () => null,
})

export const noteRefusal = (rejection: Rejection): Effect.Effect<void> =>
  Effect.map(CurrentRequest, (request) => {
    if (request !== null) request.refusal ??= rejection
  })

export const addHeaders = (headers: Readonly<Record<string, string>>): Effect.Effect<void> =>
  Effect.map(CurrentRequest, (request) => {
    if (request !== null) request.additions = headers
  })

/** Adds the account to the current request, its log lines and its spans. */
export const ofAccount =
  (account: string) =>
  <A, E, R>(handled: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(CurrentRequest, (request) => {
      if (request !== null) request.account = account
      return Effect.andThen(Effect.annotateCurrentSpan({ account }), handled)
    }).pipe(Effect.annotateLogs({ account }), Effect.annotateSpans({ account }))

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
