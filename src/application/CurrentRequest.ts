import { Context, Effect } from 'effect'
import type { Rejection } from '#wire/Rejection.ts'

/** The HTTP request under way: what every answer calls it, whose it is, and why it is refused, as soon as that is known. */
interface CurrentRequest {
  readonly id: string
  account: string | null
  /** The first one of a batch of messages. */
  refusal: Rejection | null
}

export const CurrentRequest = Context.Reference<CurrentRequest | null>('cotejo/application/CurrentRequest', {
  defaultValue: () => null,
})

/** Notes why the request under way is refused. */
export const noteRefusal = (rejection: Rejection): Effect.Effect<void> =>
  Effect.map(CurrentRequest, (request) => {
    if (request !== null) request.refusal ??= rejection
  })

/** Has the request under way, its log and its spans say which account makes it. */
export const ofAccount =
  (account: string) =>
  <A, E, R>(handled: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(CurrentRequest, (request) => {
      if (request !== null) request.account = account
      return Effect.andThen(Effect.annotateCurrentSpan({ account }), handled)
    }).pipe(Effect.annotateLogs({ account }), Effect.annotateSpans({ account }))
