import { Context, type DateTime, type Effect, type Option } from 'effect'
import type { Transfer } from '#domain/delivery/Transfer.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A transfer as operators see it. */
export interface TransferRecord extends Transfer {
  readonly accountId: string
  readonly verificationId: string
  readonly paymentIntentId: string
  readonly amountCentavos: number
  /** The verification's `solicitud_id` and time of emission; null if the verification is not stored. */
  readonly requestId: string | null
  readonly emittedAt: DateTime.Utc | null
  /** The processor's id; null before the transfer is executed. */
  readonly transferId: string | null
  /** Why the last attempt failed. */
  readonly lastFailure: string | null
}

/** The verification that a payment backs, and its transfer if one is due. */
export interface PaymentUse {
  readonly paymentIntentId: string
  readonly accountId: string
  readonly verificationId: string
  /** Null while the verification is `en_proceso`. */
  readonly transfer: Pick<TransferRecord, 'state' | 'transferId' | 'amountCentavos'> | null
}

/** Selects transfers; null does not filter. */
export interface TransferFilter {
  readonly accountId: string | null
  readonly state: Transfer['state'] | null
  /** When the verification was emitted: at or after `since`, and before `until`. */
  readonly since: DateTime.Utc | null
  readonly until: DateTime.Utc | null
}

export const allTransfers: TransferFilter = { accountId: null, state: null, since: null, until: null }

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

/** Pending transfers of all accounts. */
export interface TransferCounts {
  readonly queued: number
  /** Pending transfers that failed often enough to alert an operator. */
  readonly alarming: number
  readonly oldestDueAt: Option.Option<DateTime.Utc>
}

/** Lists and retries transfers for operators. */
export class TransferRecords extends Context.Service<
  TransferRecords,
  {
    readonly find: (
      accountId: string,
      verificationId: string,
    ) => Effect.Effect<Option.Option<TransferRecord>, StorageUnavailable>
    /** Most recent first. */
    readonly list: (
      filter: TransferFilter,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<TransferRecord>, StorageUnavailable>
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
    /** @param now a pending transfer that was due before this instant is late */
    readonly count: (now: DateTime.Utc) => Effect.Effect<TransferCounts, StorageUnavailable>
  }
>()('cotejo/ports/TransferRecords') {}
