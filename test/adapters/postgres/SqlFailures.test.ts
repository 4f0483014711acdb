import { Cause, Effect, Exit } from 'effect'
import { SqlError } from 'effect/sql'
import { expect, it } from 'vitest'
import { toStorageFailure } from '#adapters/postgres/connection/SqlFailures.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'

/** What a failed statement means: that the storage is away, and why, or a defect of ours. */
const meaning = (reason: SqlError.SqlErrorReason): string => {
  const exit = Effect.runSyncExit(toStorageFailure(new SqlError.SqlError({ reason })))
  const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : null
  return error instanceof StorageUnavailable
    ? [error.kind, error.reason, error.code].filter((part) => part !== null).join(' ')
    : `defect: ${error instanceof Error ? error.message : ''}`
}
const unknown = (code: string | null) => new SqlError.UnknownError({ cause: code === null ? {} : { code } })

it.each([
  ...['08000', '08006', '25006', '40001', '40P01', '53100', '53200', '55P03', '55006'],
  ...['57014', '57P01', '57P03', '58030'],
])('the condition %s of the database passes', (code) => {
  expect(meaning(unknown(code))).toBe(`unreached UnknownError ${code}`)
})

it.each(['22P02', '23505', '23514', '42601', '42804', 'P0001', 'XX000', '21000'])(
  'a statement that the database refuses with %s is a defect of ours',
  (code) => {
    expect(meaning(unknown(code))).toBe(`defect: the database refused a statement: UnknownError ${code}`)
  },
)

it.each<readonly [string, string]>([
  ...['42P01', '42703', '42883'].map((code) => [code, 'schema the schema is older than this program'] as const),
  ['42501', 'role the role of DATABASE_URL may not do this'],
  ['3D000', 'unreached the database in DATABASE_URL does not exist'],
  ['53300', 'unreached the database has no free connection'],
  ['08P01', 'unreached a pooler in front of the database refuses the connection'],
])('%s says what an operator has to do', (code, told) => {
  expect(meaning(unknown(code))).toBe(`${told} ${code}`)
})

it.each([
  ['ConnectionError', new SqlError.ConnectionError({ cause: {} })],
  ['AuthenticationError 28P01', new SqlError.AuthenticationError({ cause: { code: '28P01' } })],
  ['DeadlockError 99999', new SqlError.DeadlockError({ cause: { code: '99999' } })],
  ['SerializationError 99999', new SqlError.SerializationError({ cause: { code: '99999' } })],
  ['LockTimeoutError 99999', new SqlError.LockTimeoutError({ cause: { code: '99999' } })],
  ['StatementTimeoutError 99999', new SqlError.StatementTimeoutError({ cause: { code: '99999' } })],
  ['UnknownError', unknown(null)],
])('%s passes, whatever the database calls it', (told, reason) => {
  expect(meaning(reason)).toBe(`unreached ${told}`)
})
