import { Effect, Layer } from 'effect'
import { type WebhookRequest, WebhookSender } from '#ports/WebhookSender.ts'

/** A sender to simulated receivers, and the webhooks sent to them. */
export const webhookSender = (statusOf: (request: WebhookRequest, sentBefore: number) => number = () => 200) => {
  const sent: Array<WebhookRequest> = []
  const send = (request: WebhookRequest) =>
    Effect.sync(() => ({ _tag: 'Answered' as const, status: statusOf(request, sent.push(request) - 1) }))
  return { sent, sender: Layer.succeed(WebhookSender, { send }) }
}
