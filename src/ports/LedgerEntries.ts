import { Context, type DateTime, type Effect } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** What an entry is: money that came, a charge, a charge given back, or a correction of the balance. */
type EntryKind = 'abono' | 'cargo' | 'devolucion' | 'ajuste'

/** An entry of the books, as it changed the balance of its account. */
export interface LedgerEntry {
  readonly accountId: string
  /** In the order of writing. */
  readonly entryId: number
  readonly kind: EntryKind
  /** Below zero where it left the balance. */
  readonly centavos: number
  readonly verificationId: string | null
  /** The partner's `solicitud_id` of that verification. */
  readonly requestId: string | null
  readonly reference: string | null
  readonly reason: string | null
  readonly recordedAt: DateTime.Utc
}

/** From `since` on, before `until`; null does not bound. */
export interface EntryFilter {
  readonly accountId: string | null
  readonly since: DateTime.Utc | null
  readonly until: DateTime.Utc | null
}

/** What entries sum up to, in centavos: `opening` and `moved` are `closing`; that and `later` is what is settled now. */
export interface EntrySums {
  readonly opening: number
  readonly entries: number
  readonly moved: number
  readonly later: number
  /** The balances that the accounts have. */
  readonly settled: number
}

/** The entries of the books. */
export class LedgerEntries extends Context.Service<
  LedgerEntries,
  {
    /** Most recent first. */
    readonly list: (
      filter: EntryFilter & { readonly accountId: string },
      limit: number,
    ) => Effect.Effect<ReadonlyArray<LedgerEntry>, StorageUnavailable>
    /**
     * Hands over all entries, by account and in the order of writing, a page at a time and as of one instant, and
     * tells what they sum up to.
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
