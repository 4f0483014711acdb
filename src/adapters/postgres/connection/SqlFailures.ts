import { channel } from 'node:diagnostics_channel'
import { Effect } from 'effect'
import type { SqlError } from 'effect/sql'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'

/** Publishes refused statements, with values, for tests only. No production code subscribes. */
const refused = channel('cotejo:statement-refused')

/** SQLSTATE classes of temporary conditions of the database, not of errors in our statements. */
const transient = /^(?:08|25|40|53|55|57|58)/

/** A pooler's error for a connection that requests timeouts at startup. */
export const refusesStartup = '08P01'

const schemaBehind = { kind: 'schema', reason: 'the schema is older than this program' } as const

/** Failures that an operator can resolve, by SQLSTATE. */
const known = new Map<string, Pick<StorageUnavailable, 'kind' | 'reason'>>([
  // A table, column or function does not exist.
  ['42P01', schemaBehind],
  ['42703', schemaBehind],
  ['42883', schemaBehind],
  // The role is wrong, or its rights were not granted yet.
  ['42501', { kind: 'role', reason: 'the role of DATABASE_URL may not do this' }],
  [refusesStartup, { kind: 'unreached', reason: 'a pooler in front of the database refuses the connection' }],
  // All connections of the server or of this role are in use.
  ['53300', { kind: 'unreached', reason: 'the database has no free connection' }],
  // The database may be created later, so this counts as temporary.
  ['3D000', { kind: 'unreached', reason: 'the database in DATABASE_URL does not exist' }],
])

const passing: ReadonlySet<string> = new Set([
  'ConnectionError',
  'AuthenticationError',
  'DeadlockError',
  'SerializationError',
  'LockTimeoutError',
  'StatementTimeoutError',
])

/**
 * Maps an SQL error. Only its kind and SQLSTATE are kept, because a message may contain values. If the database rejects
 * a statement or its values, that is a defect of ours.
 */
export const toStorageFailure = ({ reason }: SqlError.SqlError): Effect.Effect<never, StorageUnavailable> => {
  const code = errorCodeOf(reason.cause)
  const isOurs = code !== null && !transient.test(code)
  const failure = known.get(code ?? '') ?? (passing.has(reason._tag) || !isOurs ? { reason: reason._tag } : null)
  if (failure !== null) return Effect.fail(new StorageUnavailable({ ...failure, code }))
  refused.publish(reason.cause)
  return Effect.die(new Error(`the database refused a statement: ${reason._tag} ${code}`))
}
