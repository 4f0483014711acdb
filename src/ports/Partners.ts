import { Context, type Effect } from 'effect'
import type { BillingMode } from '#domain/account/Account.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** Accounts by name, for the metrics. */
export class Partners extends Context.Service<
  Partners,
  {
    /** By their latest verification, and then those that have none yet; so many at most. */
    readonly recent: (
      most: number,
    ) => Effect.Effect<ReadonlyArray<{ readonly accountId: string; readonly mode: BillingMode }>, StorageUnavailable>
  }
>()('cotejo/ports/Partners') {}
