import { Context, type Effect, type Redacted } from 'effect'
import type { AttemptOutcome } from '#domain/delivery/Delivery.ts'

/** What a partner's receiver checks signatures with. While a secret is rotated there are two. */
interface SigningSecrets {
  /** Signs `Service-Signature`. Used as its UTF-8 bytes. */
  readonly current: Redacted.Redacted
  /** Will sign once it is activated; null when no rotation is under way. */
  readonly next: Redacted.Redacted | null
}

/** One webhook, as it is sent with every attempt. */
export interface WebhookRequest {
  /** `webhook_url` as it was accepted at creation. */
  readonly url: string
  /** `Service-Event-Id`: the same with every attempt. */
  readonly eventId: string
  /** The document as it was frozen at emission. */
  readonly body: Uint8Array
  readonly secrets: SigningSecrets
}

/** Sends webhooks to the partners' receivers, and to nowhere else. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** Makes one attempt, freshly signed. Always ends, within the receiver's 10 seconds and a little. */
    readonly send: (request: WebhookRequest) => Effect.Effect<AttemptOutcome>
  }
>()('cotejo/ports/WebhookSender') {}
