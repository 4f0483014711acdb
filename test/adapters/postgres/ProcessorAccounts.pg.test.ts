import { Effect, Option, Redacted } from 'effect'
import { expect, it } from 'vitest'
import { ProcessorAccounts } from '#ports/ProcessorAccounts.ts'
import { postgresStorage } from '#test/support/storage.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated, openAccount } from '#tools/service/server.ts'

it('a key of a processor that a replica cannot read is StorageUnavailable there, and no missing one', async () => {
  const url = await testDatabase(migrated)
  await openAccount(url, 'sol')
  const restrictedKey = Redacted.make('rk_test_1')
  const put = ProcessorAccounts.use((port) => port.put('sol', { restrictedKey, destination: 'acct_1' }))
  const read = ProcessorAccounts.use((port) => port.credentialsOf('sol'))
  const stranger = postgresStorage(url, 'otro', undefined, 'another')
  await Effect.runPromise(Effect.provide(put, postgresStorage(url, 'uno')))
  expect(await Effect.runPromise(Effect.flip(Effect.provide(read, stranger)))).toMatchObject({
    _tag: 'StorageUnavailable',
  })
})

it('a destination that is changed without the key is not paid: the key opens beside its own alone', async () => {
  const url = await testDatabase(migrated)
  await openAccount(url, 'sol', { mode: 'connect' })
  const own = { restrictedKey: Redacted.make('rk_test_1'), destination: 'acct_1' }
  const put = ProcessorAccounts.use((port) => port.put('sol', own))
  const read = ProcessorAccounts.use((port) => port.credentialsOf('sol'))
  const storage = postgresStorage(url, 'uno')
  await Effect.runPromise(Effect.provide(put, storage))
  expect(await Effect.runPromise(Effect.provide(read, storage))).toEqual(Option.some(own))
  await query(url, "UPDATE processor_accounts SET destination = 'acct_2'")
  expect(await Effect.runPromise(Effect.flip(Effect.provide(read, storage)))).toMatchObject({
    _tag: 'StorageUnavailable',
  })
})
