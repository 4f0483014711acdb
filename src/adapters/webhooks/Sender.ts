import { Cause, Clock, Effect, Layer } from 'effect'
import type { Connector } from '#adapters/egress/Connector.ts'
import type { AttemptOutcome } from '#domain/delivery/Delivery.ts'
import { type DeniedReceivers, usuallyDenied } from '#domain/delivery/DeniedReceivers.ts'
import { type WebhookRequest, WebhookSender } from '#ports/WebhookSender.ts'
import { egress } from './Egress.ts'
import { signatureHeaders } from './Signature.ts'

export interface SenderSettings {
  /** What webhooks can reach: `internet` in production, its own inbox in the simulator. */
  readonly connector: Connector
  /** Where nothing is sent although it is public. */
  readonly denied?: DeniedReceivers
}

const broken: AttemptOutcome = { _tag: 'Failed', reason: 'error_interno' }

const headersOf = (request: WebhookRequest, seconds: number): Record<string, string> => ({
  'Content-Type': 'application/json',
  'Service-Event': 'verificacion.emitida',
  'Service-Event-Id': request.eventId,
  ...signatureHeaders(request, seconds),
  'User-Agent': 'Cotejo-Webhooks/1.0',
})

/** Signs webhooks and sends them through the egress. */
export const layer = ({ connector, denied = usuallyDenied }: SenderSettings) => {
  const post = egress(connector, denied)
  return Layer.succeed(WebhookSender, {
    send: (request) =>
      // Real time, also where the port Time runs at a speed of its own: the receiver compares `t` with a
      // clock that nobody bends.
      Clock.currentTimeMillis.pipe(
        Effect.flatMap((now) =>
          post({ url: request.url, headers: headersOf(request, Math.floor(now / 1000)), body: request.body }),
        ),
        // Whatever breaks in here is one attempt's end and nobody else's. The URL is not logged: its
        // parameters are the partner's own.
        Effect.catchDefect((defect) =>
          Effect.as(
            Effect.logError(
              'a webhook attempt ended with an unexpected error',
              { event_id: request.eventId },
              Cause.die(defect),
            ),
            broken,
          ),
        ),
      ),
  })
}
