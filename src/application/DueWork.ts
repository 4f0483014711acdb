import { Cause, type DateTime, Effect, Option } from 'effect'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'

/** Work that becomes due by the port `Time`: one kind of row, one worker. */
export interface DueWork {
  readonly name: string
  /**
   * Starts what is due, as far as there is room. Returns how many items it started; call it again until it returns 0.
   */
  readonly startDue: Effect.Effect<number, StorageUnavailable>
  /** Waits until all started work has ended. */
  readonly settled: Effect.Effect<void>
  readonly nextDueAt: Effect.Effect<Option.Option<DateTime.Utc>, StorageUnavailable>
  /** Waits until there may be new work or free room. This is only a hint. */
  readonly awaitWork: Effect.Effect<void>
}

/** The same work, except that nothing is due while it is not allowed. */
export const onlyWhile = (isAllowed: Effect.Effect<boolean>, work: DueWork): DueWork => ({
  ...work,
  startDue: Effect.flatMap(isAllowed, (allowed) => (allowed ? work.startDue : Effect.succeed(0))),
  nextDueAt: Effect.flatMap(isAllowed, (allowed) => (allowed ? work.nextDueAt : Effect.succeedNone)),
})

const isOfStorage = (cause: Cause.Cause<unknown>): boolean =>
  Option.exists(Cause.findErrorOption(cause), (error) => error instanceof StorageUnavailable)

/** Logs work that failed and will be retried: a warning if the database did not answer, otherwise an error. */
export const logFailure = (cause: Cause.Cause<unknown>, ...message: ReadonlyArray<unknown>) =>
  isOfStorage(cause) ? Effect.logWarning(...message, cause) : Effect.logError(...message, cause)
