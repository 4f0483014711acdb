import { Effect, Layer, Option } from 'effect'
import { AccountUnknown } from '#ports/AccountAdministration.ts'
import { ProcessorAccounts } from '#ports/ProcessorAccounts.ts'
import { MemoryDatabase } from './MemoryDatabase.ts'

export const layer = Layer.effect(
  ProcessorAccounts,
  Effect.gen(function* () {
    const { tables } = yield* MemoryDatabase
    return ProcessorAccounts.of({
      credentialsOf: (accountId) => Effect.sync(() => Option.fromUndefinedOr(tables().processors.get(accountId))),
      accounts: Effect.sync(() => Array.from(tables().processors.keys()).toSorted()),
      put: (accountId, credentials) =>
        Effect.suspend(() => {
          if (!tables().accounts.has(accountId)) return Effect.fail(new AccountUnknown({ accountId }))
          tables().processors.set(accountId, credentials)
          return Effect.void
        }),
    })
  }),
)
