import { Context, type DateTime, type Effect } from 'effect'
import type { Room } from '#domain/helpers/FairShares.ts'
import type { Subject } from '#domain/person/Subject.ts'
import type { Trace } from '#domain/verification/Trace.ts'
import type { Final, InProgress, Verification } from '#domain/verification/Verification.ts'
import type { DueQueue } from './DueQueue.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A verification `en_proceso` that one worker holds, until it parks, concludes or loses it. */
export interface Claim {
  readonly verification: Verification & { readonly state: InProgress }
  /** Null when it cannot be read here: it is sealed by a key, or in a form, that this replica does not know. */
  readonly subject: Subject | null
  /** How many workers died while they held it. */
  readonly crashes: number
  /** What was kept of the trace of its request. */
  readonly trace: Trace | null
  /** Fences the writes of a worker that lost its claim. */
  readonly epoch: number
}

/** The end of a verification, to be written with everything that it entails in one transaction. */
export interface Ending {
  readonly state: Final
  /**
   * What every reading, replay and the webhook show from now on, to the byte: JSON in UTF-8. Null where it does not pass
   * the output control.
   */
  readonly document: Uint8Array | null
  /** Of the event that the webhook tells of, if it is emitted. */
  readonly eventId: string
}

/** The work of resolving verifications: claimed when due, written by whoever still holds the claim. */
export class Resolutions extends Context.Service<
  Resolutions,
  DueQueue<Claim> & {
    /** Claims what is due at `now` and nobody holds, fairly over accounts. */
    readonly claim: (now: DateTime.Utc, room: Room) => Effect.Effect<ReadonlyArray<Claim>, StorageUnavailable>
    /** Keeps progress and gives the claim back until `dueAt`. False when the claim was lost. */
    readonly park: (claim: Claim, state: InProgress, dueAt: DateTime.Utc) => Effect.Effect<boolean, StorageUnavailable>
    /** Leaves one that cannot be read here, as it is, to whoever claims it from `dueAt` on. False when the claim was lost. */
    readonly putBack: (claim: Claim, dueAt: DateTime.Utc) => Effect.Effect<boolean, StorageUnavailable>
    /** Ends it: state, charge or release, webhook and erasure at once. False when the claim was lost. */
    readonly conclude: (claim: Claim, ending: Ending) => Effect.Effect<boolean, StorageUnavailable>
  }
>()('cotejo/ports/Resolutions') {}
