import { Context, Effect } from 'effect'
import type { Rejection } from '#wire/Rejection.ts'

/** The HTTP request in progress: its ID, its account, and why it is refused, once that is known. */
interface CurrentRequest {
  readonly id: string
  account: string | null
  /** In a batch of messages, the first refusal. */
  refusal: Rejection | null
  /** Optional headers of its answer. */
  additions: Readonly<Record<string, string>> | null
}

export const CurrentRequest = Context.Reference<CurrentRequest | null>('cotejo/application/CurrentRequest', {
  defaultValue: () => null,
})

/** Records why the current request is refused. */
export const noteRefusal = (rejection: Rejection): Effect.Effect<void> =>
  Effect.map(CurrentRequest, (request) => {
    if (request !== null) request.refusal ??= rejection
  })

/** Adds optional headers to the answer of the current request. */
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
