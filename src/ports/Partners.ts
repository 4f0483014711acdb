import { Context, type DateTime, type Effect } from 'effect'
import type { BillingMode } from '#domain/verification/Terms.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

export interface Partner {
  readonly accountId: string
  readonly mode: BillingMode
  /** How many verifications the balance, less held money, covers; null in mode `connect` and for a suspended account. */
  readonly verificationsLeft: number | null
  /** Earliest expiry among the keys that the account used within a week; null if none expires. */
  readonly keyExpiresAt: DateTime.Utc | null
}

/** Accounts by name, for the metrics. */
export class Partners extends Context.Service<
  Partners,
  {
    /** Up to `most` partners, latest verification first, then partners without one. */
    readonly recent: (most: number) => Effect.Effect<ReadonlyArray<Partner>, StorageUnavailable>
  }
>()('cotejo/ports/Partners') {}
