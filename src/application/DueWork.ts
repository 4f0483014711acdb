import { type DateTime, Effect, type Option } from 'effect'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'

/** Work that falls due by the port `Time`: one kind of row, one worker. */
export interface DueWork {
  readonly name: string
  /** Takes up what is due now, as far as there is room, and says how much that was. Repeat until zero. */
  readonly startDue: Effect.Effect<number, StorageUnavailable>
  /** Waits until all that was taken up has ended. */
  readonly settled: Effect.Effect<void>
  /** When the next of it falls due. */
  readonly nextDueAt: Effect.Effect<Option.Option<DateTime.Utc>, StorageUnavailable>
  /** Waits until there may be new work, or room for it. A hint only. */
  readonly awaitWork: Effect.Effect<void>
}

/** The same work, but for the times when it may not be taken: then there is none. */
export const onlyWhile = (isAllowed: Effect.Effect<boolean>, work: DueWork): DueWork => ({
  ...work,
  startDue: Effect.flatMap(isAllowed, (allowed) => (allowed ? work.startDue : Effect.succeed(0))),
  nextDueAt: Effect.flatMap(isAllowed, (allowed) => (allowed ? work.nextDueAt : Effect.succeedNone)),
})
