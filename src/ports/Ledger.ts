import { Context, type Effect } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A row of an account's ledger that contradicts the rest. */
export interface Discrepancy {
  /** A description of the promise that is broken. */
  readonly promise: string
  readonly accountId: string
  /** The verification or payment; null if it concerns the whole account. */
  readonly subject: string | null
  /** What is stored, and what is expected. */
  readonly found: string
  readonly expected: string
}

/** Checks the ledger by recomputing it from the rows that it depends on. */
export class Ledger extends Context.Service<
  Ledger,
  {
    /**
     * Checks every promise about money and webhooks over all accounts in one snapshot, without blocking other work.
     * Returns an empty list if all hold, and at most the first hundred breaches of each promise.
     */
    readonly check: Effect.Effect<
      { readonly accounts: number; readonly promises: number; readonly discrepancies: ReadonlyArray<Discrepancy> },
      StorageUnavailable
    >
    /**
     * Stores the number of discrepancies of a check, for the metrics.
     *
     * @param ofProcessor discrepancies with the processor's records; null if the processor was not asked, which keeps
     * the last number
     */
    readonly noteCheck: (
      discrepancies: number,
      ofProcessor: { readonly found: number; readonly isComplete: boolean } | null,
    ) => Effect.Effect<void, StorageUnavailable>
  }
>()('cotejo/ports/Ledger') {}
