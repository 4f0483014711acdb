import { Context, type DateTime, type Effect } from 'effect'
import type { BillingMode } from '#domain/verification/Terms.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

export interface Partner {
  readonly accountId: string
  readonly mode: BillingMode
  /**
   * How many verifications its available balance (without holds) pays for; null if suspended or not paid from a
   * balance.
   */
  readonly verificationsLeft: number | null
  /** The earliest expiry of its keys that were used in the last week; null if none of them expires. */
  readonly keyExpiresAt: DateTime.Utc | null
}

/** Accounts by name, for the metrics. */
export class Partners extends Context.Service<
  Partners,
  {
    /** Up to `most` accounts: first those with the latest verifications, then those without any. */
    readonly recent: (most: number) => Effect.Effect<ReadonlyArray<Partner>, StorageUnavailable>
  }
>()('cotejo/ports/Partners') {}
