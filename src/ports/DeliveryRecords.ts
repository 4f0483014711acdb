import { Context, type DateTime, type Effect, type Option } from 'effect'
import type { AttemptFailure, AttemptKind, Delivery } from '#domain/delivery/Delivery.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A delivery as operators see it. */
export interface DeliveryRecord extends Delivery {
  readonly accountId: string
  readonly verificationId: string
  readonly eventId: string
  readonly url: string
  /** When its verification was emitted; null if that is no longer stored. */
  readonly emittedAt: DateTime.Utc | null
  /** The process that is sending it now; null if none. */
  readonly replicaId: string | null
  /** The result of the last attempt: the response's status, or why no response came. Null before the first attempt. */
  readonly lastResult: string | null
}

export interface AttemptRecord {
  /** Counts all attempts, including those that an operator requested. */
  readonly number: number
  readonly kind: AttemptKind
  readonly startedAt: DateTime.Utc
  readonly tookMillis: number
  /** The receiver's status; null if it did not respond. */
  readonly status: number | null
  readonly failure: AttemptFailure | null
}

/** Pending and failed deliveries of all accounts. */
export interface DeliveryCounts {
  readonly pending: number
  /** Pending deliveries that failed at least once. */
  readonly failing: number
  readonly exhausted: number
  readonly oldestDueAt: Option.Option<DateTime.Utc>
}

/** Selects deliveries; null does not filter. */
export interface DeliveryFilter {
  readonly accountId: string | null
  readonly state: Delivery['state'] | null
  /** The receiver's host, with the port if `webhook_url` has one. */
  readonly host: string | null
  /** When the verification was emitted: at or after `since`, and before `until`. */
  readonly since: DateTime.Utc | null
  readonly until: DateTime.Utc | null
}

export const allDeliveries: DeliveryFilter = { accountId: null, state: null, host: null, since: null, until: null }

/** Lists and resends deliveries for operators. */
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
    /**
     * Schedules another attempt at `at`, with the same event id and body. Returns false if the delivery does not exist.
     */
    readonly resend: (
      accountId: string,
      verificationId: string,
      at: DateTime.Utc,
    ) => Effect.Effect<boolean, StorageUnavailable>
    /** @param now a pending delivery that was due before this instant is late */
    readonly count: (now: DateTime.Utc) => Effect.Effect<DeliveryCounts, StorageUnavailable>
  }
>()('cotejo/ports/DeliveryRecords') {}
