import { Context, type Effect } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** Something in the books of an account that does not agree with the rest. */
export interface Discrepancy {
  /** The promise that is broken, in words. */
  readonly promise: string
  readonly accountId: string
  /** The verification or payment concerned; null when it is the account as a whole. */
  readonly subject: string | null
  /** What stands there and what ought to. */
  readonly found: string
  readonly expected: string
}

/** The books, recomputed from what they were made of. */
export class Ledger extends Context.Service<
  Ledger,
  {
    /**
     * Checks every promise about money and webhooks over all accounts, as of one instant, while others go on
     * working. Empty when all is well; of each promise the first hundred breaches are named.
     */
    readonly check: Effect.Effect<
      { readonly accounts: number; readonly promises: number; readonly discrepancies: ReadonlyArray<Discrepancy> },
      StorageUnavailable
    >
    /**
     * Keeps how many discrepancies a check found, for the metrics.
     *
     * @param ofProcessor what was found by asking the processor; null where it was not asked, and what was found before stands
     */
    readonly noteCheck: (
      discrepancies: number,
      ofProcessor: { readonly found: number; readonly toldAll: boolean } | null,
    ) => Effect.Effect<void, StorageUnavailable>
  }
>()('cotejo/ports/Ledger') {}
