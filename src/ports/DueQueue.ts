import type { DateTime, Effect, Option } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** Operations common to every kind of work that processes claim when it is due. */
export interface DueQueue<C> {
  /**
   * Releases every claim of this process except `held`. The others were left by a claim whose answer was lost, or by
   * work that failed halfway.
   */
  readonly releaseAllExcept: (held: ReadonlyArray<C>) => Effect.Effect<void, StorageUnavailable>
  /** When the next unclaimed item is due. */
  readonly nextDueAt: Effect.Effect<Option.Option<DateTime.Utc>, StorageUnavailable>
  /** Waits for a signal that new work may exist. The signal can be missed, so callers also poll. */
  readonly awaitWork: Effect.Effect<void>
}
