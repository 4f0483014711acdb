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

/** Selects transfers; null does not filter. */
export interface TransferFilter {
  readonly accountId: string | null
  readonly state: Transfer['state'] | null
  /** When the verification was emitted: at or after `since`, and before `until`. */
  readonly since: DateTime.Utc | null
  readonly until: DateTime.Utc | null
}

export const allTransfers: TransferFilter = { accountId: null, state: null, since: null, until: null }

/** Lists transfers for operators. */
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
  }
>()('cotejo/ports/TransferRecords') {}
