import { Effect, Layer } from 'effect'
import { AccountAdministration, AccountExists } from '#ports/AccountAdministration.ts'
import { MemoryDatabase } from './MemoryDatabase.ts'

export const layer = Layer.effect(
  AccountAdministration,
  Effect.gen(function* () {
    const { tables } = yield* MemoryDatabase
    return AccountAdministration.of({
      open: ({ account, apiKeyDigest, creditCentavos }) =>
        Effect.suspend(() => {
          const { accounts, keys } = tables()
          if (accounts.has(account.id)) return Effect.fail(new AccountExists({ accountId: account.id }))
          accounts.set(account.id, {
            account,
            balance: { settledCentavos: creditCentavos, heldCentavos: 0 },
            rows: [],
            byId: new Map(),
            byRequestId: new Map(),
            created: new Map(),
          })
          keys.set(apiKeyDigest, { keyId: apiKeyDigest, accountId: account.id })
          return Effect.void
        }),
      list: Effect.sync(() => Array.from(tables().accounts.values(), ({ account, balance }) => ({ account, balance }))),
    })
  }),
)
