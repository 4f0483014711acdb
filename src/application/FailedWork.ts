import { Cause, Effect, Option } from 'effect'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'

const isOfStorage = (cause: Cause.Cause<unknown>): boolean =>
  Option.exists(Cause.findErrorOption(cause), (error) => error instanceof StorageUnavailable)

/** Logs work that failed and will be retried: a warning if the database did not answer, otherwise an error. */
export const tellFailed = (cause: Cause.Cause<unknown>, ...message: ReadonlyArray<unknown>) =>
  isOfStorage(cause) ? Effect.logWarning(...message, cause) : Effect.logError(...message, cause)
