import type { DateTime, Effect, Option } from 'effect'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'

/** Work that falls due by the port `Time`: one kind of row, one worker. */
export interface DueWork {
  readonly name: string
  /** Does what is due now, awaiting it, and says how much that was. A batch: repeat until zero. */
  readonly runDue: Effect.Effect<number, StorageUnavailable>
  /** When the next of it falls due. */
  readonly nextDueAt: Effect.Effect<Option.Option<DateTime.Utc>, StorageUnavailable>
  /** Waits until there may be new work. A hint only. */
  readonly awaitWork: Effect.Effect<void>
}
