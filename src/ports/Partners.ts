import { Context, type DateTime, type Effect } from 'effect'
import type { BillingMode } from '#domain/verification/Terms.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

export interface Partner {
  readonly accountId: string
  readonly mode: BillingMode
  /** What its balance still pays, held money left out; null where no balance pays, and of a suspended account. */
  readonly verificationsLeft: number | null
  /** When the first of its keys that it used within a week expires; null where none does. */
  readonly keyExpiresAt: DateTime.Utc | null
}

/** Accounts by name, for the metrics. */
export class Partners extends Context.Service<
  Partners,
  {
    /** By their latest verification, and then those that have none yet; so many at most. */
    readonly recent: (most: number) => Effect.Effect<ReadonlyArray<Partner>, StorageUnavailable>
  }
>()('cotejo/ports/Partners') {}
