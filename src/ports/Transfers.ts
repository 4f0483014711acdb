import { Context, type DateTime, type Effect } from 'effect'
import type { Transfer, TransferOutcome } from '#domain/delivery/Transfer.ts'
import type { Room } from '#domain/helpers/FairShares.ts'
import type { Trace } from '#domain/verification/Trace.ts'
import type { DueQueue } from './DueQueue.ts'
import type { ProcessorCredentials } from './Payments.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A transfer that one dispatcher holds, until the outcome of its attempt is recorded or it loses it. */
export interface TransferClaim {
  readonly accountId: string
  readonly verificationId: string
  readonly paymentIntentId: string
  readonly amountCentavos: number
  readonly transfer: Transfer
  /** Null when the account's credentials are gone, or cannot be read: their key is lost. */
  readonly credentials: ProcessorCredentials | null
  /** What was kept of the trace of its request. */
  readonly trace: Trace | null
  /** Fences the writes of a dispatcher that lost its claim. */
  readonly epoch: number
}

/** The transfers that are to be made: queued by the transaction that emits, claimed when due. */
export class Transfers extends Context.Service<
  Transfers,
  DueQueue<TransferClaim> & {
    /** Claims what is due at `now` and nobody holds, fairly over accounts. */
    readonly claim: (now: DateTime.Utc, room: Room) => Effect.Effect<ReadonlyArray<TransferClaim>, StorageUnavailable>
    /** Notes, before the processor is called, the key under which that is done. False when the claim was lost. */
    readonly begin: (claim: TransferClaim, transfer: Transfer) => Effect.Effect<boolean, StorageUnavailable>
    /** Notes how an attempt ended. False when the claim was lost. */
    readonly record: (
      claim: TransferClaim,
      outcome: TransferOutcome,
      after: Transfer,
    ) => Effect.Effect<boolean, StorageUnavailable>
  }
>()('cotejo/ports/Transfers') {}
