import { Context, type DateTime, type Effect } from 'effect'
import type { Room } from '#domain/helpers/FairShares.ts'
import type { Subject } from '#domain/person/Subject.ts'
import type { Trace } from '#domain/verification/Trace.ts'
import type { Final, InProgress, Verification } from '#domain/verification/Verification.ts'
import type { DueQueue } from './DueQueue.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A verification `en_proceso` claimed by one worker, until it parks, concludes or loses it. */
export interface Claim {
  readonly verification: Verification & { readonly state: InProgress }
  /** Null if this replica cannot read it: it lacks the sealing key, or does not know the format. */
  readonly subject: Subject | null
  /** How many workers died while they held it. */
  readonly crashes: number
  /** The stored trace of the partner's request. */
  readonly trace: Trace | null
  /** Incremented with each claim. A worker that lost its claim has an old epoch, so its writes have no effect. */
  readonly epoch: number
}

/** The end of a verification. It is written together with all its effects in one transaction. */
export interface Ending {
  readonly state: Final
  /**
   * The document of every later reading, replay and webhook: JSON in UTF-8, the same bytes each time. Null if it did
   * not pass the output control.
   */
  readonly document: Uint8Array | null
  /** The id of the webhook's event; not used if the verification is not emitted. */
  readonly eventId: string
}

/** The queue of verifications to resolve. Workers claim them when due; only the holder of a claim can write. */
export class Resolutions extends Context.Service<
  Resolutions,
  DueQueue<Claim> & {
    /** Claims unclaimed verifications due at `now`, shared fairly among accounts. */
    readonly claim: (now: DateTime.Utc, room: Room) => Effect.Effect<ReadonlyArray<Claim>, StorageUnavailable>
    /** Stores progress and releases the claim until `dueAt`. Returns false if the claim was lost. */
    readonly park: (claim: Claim, state: InProgress, dueAt: DateTime.Utc) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Releases a verification that this replica cannot read, unchanged, for another replica to claim from `dueAt` on.
     * Returns false if the claim was lost.
     */
    readonly putBack: (claim: Claim, dueAt: DateTime.Utc) => Effect.Effect<boolean, StorageUnavailable>
    /** Writes state, charge or release, webhook and erasure in one transaction. Returns false if the claim was lost. */
    readonly conclude: (claim: Claim, ending: Ending) => Effect.Effect<boolean, StorageUnavailable>
  }
>()('cotejo/ports/Resolutions') {}
