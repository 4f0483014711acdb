import { Context, type Effect, type Redacted } from 'effect'
import type { AttemptOutcome } from '#domain/delivery/Delivery.ts'

/** The secrets that sign an account's webhooks. During a rotation there are two. */
interface SigningSecrets {
  /** Signs `Service-Signature`. The key is its UTF-8 bytes. */
  readonly current: Redacted.Redacted
  /** The secret to be activated next; null if no rotation is in progress. */
  readonly next: Redacted.Redacted | null
}

/** A webhook. Each attempt sends the same one. */
export interface WebhookRequest {
  /** The `webhook_url` that was accepted at creation. */
  readonly url: string
  /** `Service-Event-Id`, the same in every attempt. */
  readonly eventId: string
  /** The document, fixed at emission. */
  readonly body: Uint8Array
  readonly secrets: SigningSecrets
}

/** Sends webhooks to partners' receivers and to no other destination. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** Makes one attempt with a new signature. Always ends, shortly after the receiver's 10 s at the latest. */
    readonly send: (request: WebhookRequest) => Effect.Effect<AttemptOutcome>
  }
>()('cotejo/ports/WebhookSender') {}
