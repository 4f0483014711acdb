import { Context, Effect } from 'effect'
import type { Rejection } from '#wire/Errores.ts'

/** The HTTP request under way: what every answer calls it, and why it is refused, as soon as that is known. */
interface CurrentRequest {
  readonly id: string
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
