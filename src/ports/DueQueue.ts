import type { DateTime, Effect, Option } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** What all work has in common that processes claim when it is due. */
export interface DueQueue<C> {
  /** Gives back every claim of this process but these: the answer to their claim was lost, or their work failed halfway. */
  readonly releaseAllExcept: (held: ReadonlyArray<C>) => Effect.Effect<void, StorageUnavailable>
  /** When the next that nobody holds falls due. */
  readonly nextDueAt: Effect.Effect<Option.Option<DateTime.Utc>, StorageUnavailable>
  /** Waits until there may be work that was not there before. A hint: callers also poll. */
  readonly awaitWork: Effect.Effect<void>
}
