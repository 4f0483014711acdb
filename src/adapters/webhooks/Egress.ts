import { Effect, Option } from 'effect'
import type { AttemptFailure, AttemptOutcome } from '#domain/delivery/Delivery.ts'
import type { DeniedReceivers } from '#domain/delivery/DeniedReceivers.ts'
import { parse } from '#domain/delivery/WebhookUrl.ts'
import { webhookTime } from '#domain/Limits.ts'
import type { Connector } from './Connector.ts'
import { exchange } from './Exchange.ts'

/** A POST to a `webhook_url`. */
export interface Outgoing {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Where the path begins to be looked for: behind the slashes of the scheme. */
const authorityStart = 'https://'.length

/**
 * Makes one POST over a socket of its own and tells how it ended. A redirect is an answer like any
 * other. The form of the URL is judged again: one that was accepted in the past may be forbidden now.
 * One deadline spans everything from the name to the end of the answer's body; when it passes, and when
 * the fibre is interrupted, the socket is destroyed.
 */
export const egress = (
  connector: Connector,
  denied: DeniedReceivers,
): ((outgoing: Outgoing) => Effect.Effect<AttemptOutcome>) => {
  const statusOf = Effect.fnUntraced(function* ({ url, headers, body }: Outgoing) {
    const read = parse(url, denied)
    if (Option.isNone(read)) return yield* Effect.fail<AttemptFailure>('direccion_no_publica')
    const { href, host, port } = read.value
    const socket = yield* connector({ host, port })
    const pathAt = href.indexOf('/', authorityStart)
    return yield* exchange(socket, { origin: href.slice(0, pathAt), path: href.slice(pathAt), headers, body })
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
