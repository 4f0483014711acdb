import { Context, type DateTime, type Effect } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'
import type { TransferFilter, TransferRecord } from './TransferRecords.ts'

/** The verification that a payment backs, and its transfer if one is due. */
export interface PaymentUse {
  readonly paymentIntentId: string
  readonly accountId: string
  readonly verificationId: string
  /** Null while the verification is `en_proceso`. */
  readonly transfer: Pick<TransferRecord, 'state' | 'transferId' | 'amountCentavos'> | null
}

/** Sums of transfers, in centavos. */
export interface TransferSums {
  readonly transfers: number
  readonly centavos: number
  /** The part that the processor has executed. */
  readonly executed: number
  /** The price of the verifications emitted in that time. It must equal `centavos`. */
  readonly charged: number
}

/** Selects pending transfers; null does not filter. */
export interface RetryFilter extends Omit<TransferFilter, 'state'> {
  /** The destination account at the processor. */
  readonly destination: string | null
}

/** Exports, finds and retries transfers. Only an operator's commands do it, so only Postgres has it. */
export class TransferAdministration extends Context.Service<
  TransferAdministration,
  {
    /**
     * Passes every transfer to a callback, one page at a time, ordered by account and time of queueing. Returns the
     * sums. All is read in one snapshot.
     */
    readonly each: <R>(
      filter: Omit<TransferFilter, 'state'>,
      take: (page: ReadonlyArray<TransferRecord>) => Effect.Effect<void, never, R>,
    ) => Effect.Effect<TransferSums, StorageUnavailable, R>
    /** Those of these payments that back a verification. */
    readonly usesOf: (
      paymentIntentIds: ReadonlyArray<string>,
    ) => Effect.Effect<ReadonlyArray<PaymentUse>, StorageUnavailable>
    /** Schedules an attempt at `at`. Returns false if no such transfer is pending. */
    readonly retry: (
      accountId: string,
      verificationId: string,
      at: DateTime.Utc,
    ) => Effect.Effect<boolean, StorageUnavailable>
    /** How many transfers `retryAll` would retry. */
    readonly retryable: (
      which: RetryFilter,
      at: DateTime.Utc,
      most: number,
    ) => Effect.Effect<number, StorageUnavailable>
    /** Reschedules up to `most` transfers that wait for a later attempt to `at`. Returns how many. */
    readonly retryAll: (which: RetryFilter, at: DateTime.Utc, most: number) => Effect.Effect<number, StorageUnavailable>
  }
>()('cotejo/ports/TransferAdministration') {}
