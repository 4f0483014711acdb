import { channel } from 'node:diagnostics_channel'
import { Effect, Predicate } from 'effect'
import type { SqlError } from 'effect/sql'
import { errorCodeOf } from '#domain/ErrorCode.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'

/** What the database said of a statement that it refused, values included, for the tests: no program of ours listens. */
const refused = channel('cotejo:statement-refused')

/** SQLSTATE classes that tell of the database's condition and not of our statement: they pass. */
const transient = /^(?:08|25|40|53|55|57|58)/

/** A table, column or function is not there: the database is at an earlier revision than the code. */
const schemaBehind: ReadonlySet<string> = new Set(['42P01', '42703', '42883'])

/** What a pooler says to whoever asks for timeouts as the connection begins. */
export const refusesStartup = '08P01'

/** The role may not do it: it is not the one for this, or its rights were not granted yet. */
const lacksRight = '42501'

/** There is no database of that name. It may be made later, as one that is away may come back. */
const noDatabase = '3D000'

/** All connections are taken, or all that this role may have. */
const noConnection = '53300'

const passing: ReadonlySet<string> = new Set([
  'ConnectionError',
  'AuthenticationError',
  'DeadlockError',
  'SerializationError',
  'LockTimeoutError',
  'StatementTimeoutError',
])

/**
 * What a failed statement means. Only its kind and SQLSTATE are kept: a message may carry values.
 * A statement that the database refuses for what it is or what it holds is a defect of ours.
 */
export const toStorageFailure = ({ reason }: SqlError.SqlError): Effect.Effect<never, StorageUnavailable> => {
  const state = errorCodeOf(reason.cause) ?? ''
  const summary = [reason._tag, state].filter(Predicate.isTruthy).join(' ')
  if (schemaBehind.has(state)) {
    return Effect.fail(new StorageUnavailable({ reason: `the schema is older than this program (${state})` }))
  }
  if (state === lacksRight) {
    return Effect.fail(new StorageUnavailable({ reason: `the role of DATABASE_URL may not do this (${state})` }))
  }
  if (state === refusesStartup) {
    return Effect.fail(
      new StorageUnavailable({ reason: `a pooler before the database refuses the connection (${state})` }),
    )
  }
  if (state === noConnection) {
    return Effect.fail(new StorageUnavailable({ reason: `the database has no free connection (${state})` }))
  }
  if (state === noDatabase) {
    return Effect.fail(
      new StorageUnavailable({ reason: `there is no database of the name in DATABASE_URL (${state})` }),
    )
  }
  const ours = state !== '' && !transient.test(state)
  if (passing.has(reason._tag) || !ours) return Effect.fail(new StorageUnavailable({ reason: summary }))
  refused.publish(reason.cause)
  return Effect.die(new Error(`the database refused a statement: ${summary}`))
}
