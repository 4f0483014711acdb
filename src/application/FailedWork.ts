import { Cause, Effect, Option } from 'effect'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'

const isOfStorage = (cause: Cause.Cause<unknown>): boolean =>
  Option.exists(Cause.findErrorOption(cause), (error) => error instanceof StorageUnavailable)

/** Tells of work that failed and is tried again: a warning where the database did not answer, and else an error. */
export const tellFailed = (cause: Cause.Cause<unknown>, ...message: ReadonlyArray<unknown>) =>
  isOfStorage(cause) ? Effect.logWarning(...message, cause) : Effect.logError(...message, cause)
