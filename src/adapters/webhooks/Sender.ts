import { Cause, Clock, Effect, Layer } from 'effect'
import type { Connector } from '#adapters/egress/Connector.ts'
import type { AttemptOutcome } from '#domain/delivery/Delivery.ts'
import { type DeniedReceivers, usuallyDenied } from '#domain/delivery/WebhookUrl.ts'
import { type WebhookRequest, WebhookSender } from '#ports/WebhookSender.ts'
import { egress } from './Egress.ts'
import { signatureHeaders } from './Signature.ts'

export interface SenderSettings {
  /** How receivers are reached: `internet` in production, the built-in inbox in the simulator. */
  readonly connector: Connector
  /** Public destinations that are refused. */
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

export const layer = ({ connector, denied = usuallyDenied }: SenderSettings) =>
  Layer.effect(
    WebhookSender,
    Effect.map(egress(connector, denied), (post) => ({
      send: (request) =>
        // Use real time, even if the port Time has its own speed: receivers compare `t` with a real clock.
        Clock.currentTimeMillis.pipe(
          Effect.flatMap((now) =>
            post({ url: request.url, headers: headersOf(request, Math.floor(now / 1000)), body: request.body }),
          ),
          // A defect ends only this attempt. The URL is not logged, because its parameters belong to the partner.
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
    })),
  )
