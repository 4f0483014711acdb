import { Context, type DateTime, type Effect, type Option } from 'effect'
import type { Transfer } from '#domain/delivery/Transfer.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A transfer as the operator sees it. */
export interface TransferRecord extends Transfer {
  readonly accountId: string
  readonly verificationId: string
  readonly paymentIntentId: string
  readonly amountCentavos: number
  /** The partner's `solicitud_id` of the verification, and when that was emitted; null where it is not there. */
  readonly requestId: string | null
  readonly emittedAt: DateTime.Utc | null
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

/** Which transfers; null does not choose. */
export interface TransferFilter {
  readonly accountId: string | null
  readonly state: Transfer['state'] | null
  /** When the verification was emitted: from `since` on, before `until`. */
  readonly since: DateTime.Utc | null
  readonly until: DateTime.Utc | null
}

export const allTransfers: TransferFilter = { accountId: null, state: null, since: null, until: null }

/** What transfers sum up to, in centavos. */
export interface TransferSums {
  readonly transfers: number
  readonly centavos: number
  /** What of it the processor has made. */
  readonly executed: number
  /** What the verifications cost that were emitted in that time: the same as `centavos`. */
  readonly charged: number
}

/** Which of those that wait; null does not choose. */
export interface RetryFilter extends Omit<TransferFilter, 'state'> {
  /** Who is paid at the processor. */
  readonly destination: string | null
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
    /** Most recent first. */
    readonly list: (
      filter: TransferFilter,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<TransferRecord>, StorageUnavailable>
    /**
     * Hands over all of them, by account and in the order in which they were queued, a page at a time and as of one
     * instant, and tells what they sum up to.
     */
    readonly each: <R>(
      filter: Omit<TransferFilter, 'state'>,
      take: (page: ReadonlyArray<TransferRecord>) => Effect.Effect<void, never, R>,
    ) => Effect.Effect<TransferSums, StorageUnavailable, R>
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
    /** How many `retryAll` would try. */
    readonly retryable: (
      which: RetryFilter,
      at: DateTime.Utc,
      most: number,
    ) => Effect.Effect<number, StorageUnavailable>
    /** Tries those at `at` that wait for a later attempt, at most `most`. How many they were. */
    readonly retryAll: (which: RetryFilter, at: DateTime.Utc, most: number) => Effect.Effect<number, StorageUnavailable>
    /** @param now an instant before which a transfer is late */
    readonly count: (now: DateTime.Utc) => Effect.Effect<TransferCounts, StorageUnavailable>
  }
>()('cotejo/ports/TransferRecords') {}
