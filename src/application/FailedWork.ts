import { Cause, Effect, Option } from 'effect'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'

const isOfStorage = (cause: Cause.Cause<unknown>): boolean =>
  Option.exists(Cause.findErrorOption(cause), (error) => error instanceof StorageUnavailable)

/** Tells of work that failed and is tried again: a `warn` where the database did not answer, and else somebody has to look. */
export const tellFailed = (message: string, cause: Cause.Cause<unknown>, facts: Record<string, unknown> = {}) =>
  isOfStorage(cause) ? Effect.logWarning(message, facts, cause) : Effect.logError(message, facts, cause)
