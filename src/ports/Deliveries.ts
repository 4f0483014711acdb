import { Context, type DateTime, type Duration, type Effect } from 'effect'
import type { AttemptKind, AttemptOutcome, Delivery } from '#domain/delivery/Delivery.ts'
import type { HostRoom } from '#domain/helpers/FairShares.ts'
import type { Trace } from '#domain/verification/Trace.ts'
import type { DueQueue } from './DueQueue.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'
import type { WebhookRequest } from './WebhookSender.ts'

/** A delivery claimed by one dispatcher, until it records the outcome of its attempt or loses the claim. */
export interface DeliveryClaim {
  readonly accountId: string
  readonly verificationId: string
  readonly delivery: Delivery
  /** The request to send; null if this replica lacks a key for the account's signing secret or for the document. */
  readonly request: WebhookRequest | null
  /** The stored trace of the partner's request. */
  readonly trace: Trace | null
  /** Incremented with each claim. A dispatcher that lost its claim has an old epoch, so its writes have no effect. */
  readonly epoch: number
}

/** The record of an attempt. It contains the response status only, and no part of the request. */
export interface Attempt {
  readonly kind: AttemptKind
  readonly outcome: AttemptOutcome
  readonly startedAt: DateTime.Utc
  /** Measured in real time. */
  readonly took: Duration.Duration
}

/**
 * The queue of webhooks. The transaction that emits a verification adds its webhook; dispatchers claim it when it is
 * due.
 */
export class Deliveries extends Context.Service<
  Deliveries,
  DueQueue<DeliveryClaim> & {
    /** Claims unclaimed deliveries due at `now`, shared fairly among accounts and hosts. */
    readonly claim: (
      now: DateTime.Utc,
      room: HostRoom,
    ) => Effect.Effect<ReadonlyArray<DeliveryClaim>, StorageUnavailable>
    /** Records an attempt and the delivery's new schedule in one transaction. Returns false if the claim was lost. */
    readonly record: (
      claim: DeliveryClaim,
      attempt: Attempt,
      after: Delivery,
    ) => Effect.Effect<boolean, StorageUnavailable>
    /** Releases a claim until `until` without counting an attempt. Returns false if the claim was lost. */
    readonly park: (claim: DeliveryClaim, until: DateTime.Utc) => Effect.Effect<boolean, StorageUnavailable>
  }
>()('cotejo/ports/Deliveries') {}
