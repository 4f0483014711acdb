import { Context, type DateTime, type Effect, type Option } from 'effect'
import type { AttemptFailure, AttemptKind, Delivery } from '#domain/delivery/Delivery.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A delivery as the operator sees it. */
export interface DeliveryRecord extends Delivery {
  readonly accountId: string
  readonly verificationId: string
  readonly eventId: string
  readonly url: string
  /** When its verification was emitted; null when that is not kept any more. */
  readonly emittedAt: DateTime.Utc | null
  /** The process that is sending it now. */
  readonly replicaId: string | null
  /** What the last attempt ended with: the status of its answer, or why there was none; null before the first. */
  readonly lastResult: string | null
}

/** One attempt as it was noted. */
export interface AttemptRecord {
  /** Counts every attempt, those that an operator asked for too. */
  readonly number: number
  readonly kind: AttemptKind
  readonly startedAt: DateTime.Utc
  readonly tookMillis: number
  /** What the receiver answered; null when it did not. */
  readonly status: number | null
  readonly failure: AttemptFailure | null
}

/** How many deliveries are on their way or given up, over all accounts. */
export interface DeliveryCounts {
  readonly pending: number
  /** Those of the pending that failed at least once. */
  readonly failing: number
  readonly exhausted: number
  readonly oldestDueAt: Option.Option<DateTime.Utc>
}

/** Which deliveries; null does not choose. */
export interface DeliveryFilter {
  readonly accountId: string | null
  readonly state: Delivery['state'] | null
  /** The host of the receiver, with its port where `webhook_url` has one. */
  readonly host: string | null
  /** When the verification was emitted: from `since` on, before `until`. */
  readonly since: DateTime.Utc | null
  readonly until: DateTime.Utc | null
}

export const allDeliveries: DeliveryFilter = { accountId: null, state: null, host: null, since: null, until: null }

/** Which deliveries of an account are sent again. */
export interface ResendFilter extends Omit<DeliveryFilter, 'accountId'> {
  readonly state: Delivery['state']
}

/** Deliveries as an operator looks them up, and sends again. */
export class DeliveryRecords extends Context.Service<
  DeliveryRecords,
  {
    readonly find: (
      accountId: string,
      verificationId: string,
    ) => Effect.Effect<
      Option.Option<{ readonly delivery: DeliveryRecord; readonly attempts: ReadonlyArray<AttemptRecord> }>,
      StorageUnavailable
    >
    /** Most recent first. */
    readonly list: (
      filter: DeliveryFilter,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<DeliveryRecord>, StorageUnavailable>
    /** Has it sent again at `at`, with the same event id and bytes. False when there is no such delivery. */
    readonly resend: (
      accountId: string,
      verificationId: string,
      at: DateTime.Utc,
    ) => Effect.Effect<boolean, StorageUnavailable>
    /** How many `resendAll` would send again. */
    readonly resendable: (
      accountId: string,
      which: ResendFilter,
      most: number,
    ) => Effect.Effect<number, StorageUnavailable>
    /**
     * Sends those of an account again at `at` that are in this state and are not to be sent again anyway, at most `most`.
     * How many they were.
     */
    readonly resendAll: (
      accountId: string,
      which: ResendFilter,
      at: DateTime.Utc,
      most: number,
    ) => Effect.Effect<number, StorageUnavailable>
    /** @param now an instant before which a delivery is late */
    readonly count: (now: DateTime.Utc) => Effect.Effect<DeliveryCounts, StorageUnavailable>
  }
>()('cotejo/ports/DeliveryRecords') {}
