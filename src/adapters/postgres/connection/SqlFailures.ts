import { channel } from 'node:diagnostics_channel'
import { Effect } from 'effect'
import type { SqlError } from 'effect/sql'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'

/** What the database said of a statement that it refused, values included, for the tests: no program of ours listens. */
const refused = channel('cotejo:statement-refused')

/** SQLSTATE classes that tell of the database's condition and not of our statement: they pass. */
const transient = /^(?:08|25|40|53|55|57|58)/

/** What a pooler says to whoever asks for timeouts as the connection begins. */
export const refusesStartup = '08P01'

const schemaBehind = { kind: 'schema', reason: 'the schema is older than this program' } as const

/** Failures that an operator ends, by SQLSTATE. */
const known = new Map<string, Pick<StorageUnavailable, 'kind' | 'reason'>>([
  // A table, column or function is not there.
  ['42P01', schemaBehind],
  ['42703', schemaBehind],
  ['42883', schemaBehind],
  // It is not the role for this, or its rights were not granted yet.
  ['42501', { kind: 'role', reason: 'the role of DATABASE_URL may not do this' }],
  [refusesStartup, { kind: 'unreached', reason: 'a pooler before the database refuses the connection' }],
  // All connections are taken, or all that this role may have.
  ['53300', { kind: 'unreached', reason: 'the database has no free connection' }],
  // It may be made later, as one that is away may come back.
  ['3D000', { kind: 'unreached', reason: 'there is no database of the name in DATABASE_URL' }],
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
 * What a failed statement means. Only its kind and SQLSTATE are kept: a message may carry values.
 * A statement that the database refuses for what it is or what it holds is a defect of ours.
 */
export const toStorageFailure = ({ reason }: SqlError.SqlError): Effect.Effect<never, StorageUnavailable> => {
  const code = errorCodeOf(reason.cause)
  const isOurs = code !== null && !transient.test(code)
  const told = known.get(code ?? '') ?? (passing.has(reason._tag) || !isOurs ? { reason: reason._tag } : null)
  if (told !== null) return Effect.fail(new StorageUnavailable({ ...told, code }))
  refused.publish(reason.cause)
  return Effect.die(new Error(`the database refused a statement: ${reason._tag} ${code}`))
}
