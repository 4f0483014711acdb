import { Context, type DateTime, type Effect } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** Removes data whose retention period is over, in steps that do not block other work. */
export class Retention extends Context.Service<
  Retention,
  {
    /**
     * Takes the next step for this process if one is due. No other process can take a step before `until`, even if this
     * process dies. Returns false if no step is due or another process took it.
     */
    readonly takeTurn: (now: DateTime.Utc, until: DateTime.Utc) => Effect.Effect<boolean, StorageUnavailable>
    /** The names of settings that differ between replicas. While there are any, nothing must be removed. */
    readonly differingSettings: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
    /** Sets when the next step is due. Call it at the end of a step. */
    readonly nextAt: (dueAt: DateTime.Utc) => Effect.Effect<void, StorageUnavailable>
    readonly nextDueAt: Effect.Effect<DateTime.Utc, StorageUnavailable>
    /**
     * Removes the content of up to `limit` verifications that ended before an instant (contract 3.12), with their
     * webhooks and attempts, and all clearances recorded before it (contract 3.15). Returns how many verifications. One
     * whose webhook is still pending is left for a later step.
     */
    readonly retire: (endedBefore: DateTime.Utc, limit: number) => Effect.Effect<number, StorageUnavailable>
    /** Destroys the keys of days whose data is all removed. Keys of recent days are kept. Returns how many. */
    readonly destroyKeys: (now: DateTime.Utc) => Effect.Effect<number, StorageUnavailable>
  }
>()('cotejo/ports/Retention') {}
