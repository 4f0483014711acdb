import { Context, type DateTime, type Effect } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A row among those of every account, in their order. */
export interface Place {
  readonly accountId: string
  readonly verificationId: string
}

/** What came of resealing a batch. */
export interface Resealed {
  readonly resealed: number
  /** Changed by a worker meanwhile, and left as that worker wrote it. */
  readonly overtaken: number
  /** Sealed with a key that this process was not given. */
  readonly unreadable: number
  /** Where the next batch begins; null after the last. */
  readonly next: Place | null
}

/** What an operator has done to the storage while the service goes on, in batches that hold nobody up. */
export class Maintenance extends Context.Service<
  Maintenance,
  {
    /** Encrypts what another key sealed with the current one, after a place in the order of rows. */
    readonly reseal: (after: Place | null, limit: number) => Effect.Effect<Resealed, StorageUnavailable>
    /** How many values each key other than the current one still seals. */
    readonly sealedByOthers: Effect.Effect<
      ReadonlyArray<{ readonly keyId: string; readonly values: number }>,
      StorageUnavailable
    >
    /**
     * Removes the content of at most `limit` verifications of an account that ended before an instant
     * (decisions, "What is kept"), and says of how many.
     */
    readonly retire: (
      accountId: string,
      endedBefore: DateTime.Utc,
      limit: number,
    ) => Effect.Effect<number, StorageUnavailable>
  }
>()('cotejo/ports/Maintenance') {}
