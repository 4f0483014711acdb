import { Effect, Option } from 'effect'
import type { Connector } from '#adapters/egress/Connector.ts'
import { exchange, type Lost, type Reading } from '#adapters/egress/Exchange.ts'
import { publicPlace } from '#adapters/egress/PublicPlace.ts'
import type { AttemptFailure, AttemptOutcome } from '#domain/delivery/Delivery.ts'
import type { DeniedReceivers } from '#domain/delivery/DeniedReceivers.ts'
import { webhookAnswerBytes, webhookTime } from '#domain/Limits.ts'

/** A POST to a `webhook_url`. */
export interface Outgoing {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Only the status of the response matters. */
const reading: Reading = {
  body: () => 'dropped',
  bodyBytes: webhookAnswerBytes,
  connectionBytes: 2 * webhookAnswerBytes,
}

const failureBy = ({ reason }: Lost): AttemptFailure =>
  reason === 'respuesta_excesiva' ? reason : 'respuesta_invalida'

/**
 * Makes one POST over its own socket and returns the outcome. A redirect counts like any other response. The URL is
 * checked again, because one accepted earlier may be forbidden now. One deadline covers everything from resolving the
 * name to the end of the response body. After the deadline or an interruption, the socket is destroyed.
 */
export const egress = (
  connector: Connector,
  denied: DeniedReceivers,
): ((outgoing: Outgoing) => Effect.Effect<AttemptOutcome>) => {
  const statusOf = Effect.fnUntraced(function* ({ url, headers, body }: Outgoing) {
    const place = Option.getOrNull(publicPlace(url, denied))
    if (place === null) return yield* Effect.fail<AttemptFailure>('direccion_no_publica')
    const { origin, path } = place
    const socket = yield* connector(place)
    const asked = exchange(socket, { origin, method: 'POST', path, headers, body }, reading)
    return (yield* Effect.mapError(asked, failureBy)).status
  }, Effect.scoped)

  return (outgoing) =>
    statusOf(outgoing).pipe(
      Effect.timeoutOrElse({ duration: webhookTime, orElse: () => Effect.fail('tiempo_agotado' as const) }),
      Effect.match({
        onSuccess: (status): AttemptOutcome => ({ _tag: 'Answered', status }),
        onFailure: (reason): AttemptOutcome => ({ _tag: 'Failed', reason }),
      }),
    )
}
