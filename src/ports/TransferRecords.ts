import { Context, type DateTime, type Effect, type Option } from 'effect'
import type { Transfer } from '#domain/delivery/Transfer.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A transfer as the operator sees it. */
export interface TransferRecord extends Transfer {
  readonly accountId: string
  readonly verificationId: string
  readonly paymentIntentId: string
  readonly amountCentavos: number
  /** As the processor names it; null before it is executed. */
  readonly transferId: string | null
  /** Why the last attempt failed. */
  readonly lastFailure: string | null
}

/** What a payment backs, and the transfer of it if one is due. */
export interface PaymentUse {
  readonly paymentIntentId: string
  readonly accountId: string
  readonly verificationId: string
  /** Null while the verification is `en_proceso`. */
  readonly transfer: Pick<TransferRecord, 'state' | 'transferId' | 'amountCentavos'> | null
}

/** How many transfers wait, over all accounts. */
export interface TransferCounts {
  readonly queued: number
  /** Of those, the ones that have failed so often that somebody should look. */
  readonly alarming: number
  readonly oldestDueAt: Option.Option<DateTime.Utc>
}

/** Transfers as an operator looks them up, and has them tried again. */
export class TransferRecords extends Context.Service<
  TransferRecords,
  {
    readonly find: (
      accountId: string,
      verificationId: string,
    ) => Effect.Effect<Option.Option<TransferRecord>, StorageUnavailable>
    /** Most recent first; of every account when `accountId` is null, every state when `state` is. */
    readonly list: (
      accountId: string | null,
      state: Transfer['state'] | null,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<TransferRecord>, StorageUnavailable>
    /** Of these payments, those that back a verification. */
    readonly usesOf: (
      paymentIntentIds: ReadonlyArray<string>,
    ) => Effect.Effect<ReadonlyArray<PaymentUse>, StorageUnavailable>
    /** Has it tried at `at`. False when there is none that waits. */
    readonly retry: (
      accountId: string,
      verificationId: string,
      at: DateTime.Utc,
    ) => Effect.Effect<boolean, StorageUnavailable>
    /** @param now an instant before which a transfer is late */
    readonly count: (now: DateTime.Utc) => Effect.Effect<TransferCounts, StorageUnavailable>
  }
>()('cotejo/ports/TransferRecords') {}
