import { Context, type DateTime, type Effect } from 'effect'
import type { Transfer, TransferOutcome } from '#domain/delivery/Transfer.ts'
import type { Room } from '#domain/helpers/FairShares.ts'
import type { Trace } from '#domain/verification/Trace.ts'
import type { DueQueue } from './DueQueue.ts'
import type { ProcessorCredentials } from './Payments.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A transfer claimed by one dispatcher, until it records the outcome of its attempt or loses the claim. */
export interface TransferClaim {
  readonly accountId: string
  readonly verificationId: string
  readonly paymentIntentId: string
  readonly amountCentavos: number
  readonly transfer: Transfer
  /** Null if the account's credentials were deleted or cannot be decrypted. */
  readonly credentials: ProcessorCredentials | null
  /** The stored trace of the partner's request. */
  readonly trace: Trace | null
  /** Incremented with each claim. A dispatcher that lost its claim has an old epoch, so its writes have no effect. */
  readonly epoch: number
}

/**
 * The queue of transfers. The transaction that emits a verification adds its transfer; dispatchers claim it when it is
 * due.
 */
export class Transfers extends Context.Service<
  Transfers,
  DueQueue<TransferClaim> & {
    /** Claims unclaimed transfers due at `now`, shared fairly among accounts. */
    readonly claim: (now: DateTime.Utc, room: Room) => Effect.Effect<ReadonlyArray<TransferClaim>, StorageUnavailable>
    /** Records the idempotency key before the processor is called with it. Returns false if the claim was lost. */
    readonly begin: (claim: TransferClaim, transfer: Transfer) => Effect.Effect<boolean, StorageUnavailable>
    /** Records the outcome of an attempt. Returns false if the claim was lost. */
    readonly record: (
      claim: TransferClaim,
      outcome: TransferOutcome,
      after: Transfer,
    ) => Effect.Effect<boolean, StorageUnavailable>
  }
>()('cotejo/ports/Transfers') {}
