import { Context, type DateTime, type Effect } from 'effect'
import type { MadeTransfer } from './Payments.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A transfer at the processor, and the account whose key found it. */
export interface FoundTransfer extends MadeTransfer {
  readonly accountId: string
}

/** Recovery after the database was restored to an older state. No replica takes work between `begin` and `end`. */
export class Recovery extends Context.Service<
  Recovery,
  {
    /** Pauses all work and releases all claims. If a recovery is already open, it continues. */
    readonly begin: Effect.Effect<void, StorageUnavailable>
    /** Records transfers whose payments back no verification in the ledger. Those already recorded do not change. */
    readonly note: (transfers: ReadonlyArray<FoundTransfer>) => Effect.Effect<void, StorageUnavailable>
    /** Which of these transfer ids were recorded. */
    readonly noted: (transferIds: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, StorageUnavailable>
    /**
     * Resumes work. Verifications `en_proceso` get their full time again, starting at `now`. Returns how many they are.
     */
    readonly end: (now: DateTime.Utc) => Effect.Effect<number, StorageUnavailable>
  }
>()('cotejo/ports/Recovery') {}
