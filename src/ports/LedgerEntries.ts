import { Context, type DateTime, type Effect } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** The kind of an entry: deposit, charge, refund or correction of the balance. */
type EntryKind = 'abono' | 'cargo' | 'devolucion' | 'ajuste'

/** A ledger entry: one change of an account's balance. */
export interface LedgerEntry {
  readonly accountId: string
  /** Increases in the order of writing. */
  readonly entryId: number
  readonly kind: EntryKind
  /** Negative if the balance decreased. */
  readonly centavos: number
  readonly verificationId: string | null
  /** The `solicitud_id` of the verification. */
  readonly requestId: string | null
  readonly reference: string | null
  readonly reason: string | null
  readonly recordedAt: DateTime.Utc
}

/** At or after `since`, and before `until`; null does not limit. */
export interface EntryFilter {
  readonly accountId: string | null
  readonly since: DateTime.Utc | null
  readonly until: DateTime.Utc | null
}

/** Sums in centavos: `opening` + `moved` = `closing`, and `closing` + `later` = `settled`. */
export interface EntrySums {
  readonly opening: number
  readonly entries: number
  readonly moved: number
  readonly later: number
  /** The current balances of the accounts. */
  readonly settled: number
}

export class LedgerEntries extends Context.Service<
  LedgerEntries,
  {
    /** Most recent first. */
    readonly list: (
      filter: EntryFilter & { readonly accountId: string },
      limit: number,
    ) => Effect.Effect<ReadonlyArray<LedgerEntry>, StorageUnavailable>
    /**
     * Passes every entry to a callback, one page at a time, ordered by account and time of writing. Returns the sums.
     * All is read in one snapshot.
     */
    readonly each: <R>(
      filter: EntryFilter,
      take: (page: ReadonlyArray<LedgerEntry>) => Effect.Effect<void, never, R>,
    ) => Effect.Effect<EntrySums, StorageUnavailable, R>
    /** Entries of one verification, oldest first. */
    readonly ofVerification: (
      accountId: string,
      verificationId: string,
    ) => Effect.Effect<ReadonlyArray<LedgerEntry>, StorageUnavailable>
  }
>()('cotejo/ports/LedgerEntries') {}
