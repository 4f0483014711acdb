import { Context, type DateTime, type Duration, type Effect } from 'effect'
import type { AttemptKind, AttemptOutcome, Delivery } from '#domain/delivery/Delivery.ts'
import type { HostRoom } from '#domain/helpers/FairShares.ts'
import type { Trace } from '#domain/verification/Trace.ts'
import type { DueQueue } from './DueQueue.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'
import type { WebhookRequest } from './WebhookSender.ts'

/** A delivery that one dispatcher holds, until the outcome of its attempt is recorded or it loses it. */
export interface DeliveryClaim {
  readonly accountId: string
  readonly verificationId: string
  readonly delivery: Delivery
  /** What to send; null when this replica lacks a key for the account's signing secret or for the document. */
  readonly request: WebhookRequest | null
  /** What was kept of the trace of its request. */
  readonly trace: Trace | null
  /** Fences the writes of a dispatcher that lost its claim. */
  readonly epoch: number
}

/** What is noted of an attempt: nothing of the request, and nothing of the answer but its status. */
export interface Attempt {
  readonly kind: AttemptKind
  readonly outcome: AttemptOutcome
  readonly startedAt: DateTime.Utc
  /** Real time. */
  readonly took: Duration.Duration
}

/** The webhooks that are to be sent: written by the transaction that emits, claimed when due. */
export class Deliveries extends Context.Service<
  Deliveries,
  DueQueue<DeliveryClaim> & {
    /** Claims what is due at `now` and nobody holds, fairly over accounts and hosts. */
    readonly claim: (
      now: DateTime.Utc,
      room: HostRoom,
    ) => Effect.Effect<ReadonlyArray<DeliveryClaim>, StorageUnavailable>
    /** Notes an attempt and how the delivery stands after it, at once. False when the claim was lost. */
    readonly record: (
      claim: DeliveryClaim,
      attempt: Attempt,
      after: Delivery,
    ) => Effect.Effect<boolean, StorageUnavailable>
    /** Gives a claim back until `until`, without an attempt. False when it was lost. */
    readonly park: (claim: DeliveryClaim, until: DateTime.Utc) => Effect.Effect<boolean, StorageUnavailable>
  }
>()('cotejo/ports/Deliveries') {}
