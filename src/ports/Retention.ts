import { Context, type DateTime, type Effect } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** What is removed once it was kept long enough, in steps that hold nobody up. */
export class Retention extends Context.Service<
  Retention,
  {
    /**
     * Takes the next step for this process, if one is due: nobody else takes one before `until`, whatever becomes of
     * this process. False when none is due, or another was quicker.
     */
    readonly takeTurn: (now: DateTime.Utc, until: DateTime.Utc) => Effect.Effect<boolean, StorageUnavailable>
    /** The names of settings of which replicas have different values: while there are any, nothing is to be removed. */
    readonly differingSettings: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
    /** When the next step falls due; to be told at the end of one. */
    readonly nextAt: (dueAt: DateTime.Utc) => Effect.Effect<void, StorageUnavailable>
    readonly nextDueAt: Effect.Effect<DateTime.Utc, StorageUnavailable>
    /**
     * Removes the content of at most `limit` verifications that ended before an instant (contract 3.12), their
     * webhooks and the attempts at them included, and says of how many. One whose webhook is still to be sent is left
     * for a later time.
     */
    readonly retire: (endedBefore: DateTime.Utc, limit: number) => Effect.Effect<number, StorageUnavailable>
    /**
     * Destroys the keys of days of which nothing is left that was made with them. Those of a day that has not been over
     * for a while are left.
     */
    readonly destroyKeys: (now: DateTime.Utc) => Effect.Effect<number, StorageUnavailable>
  }
>()('cotejo/ports/Retention') {}
