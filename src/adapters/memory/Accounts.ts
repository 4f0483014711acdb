import { Effect, Layer, Option } from 'effect'
import { Accounts } from '#ports/Accounts.ts'
import { MemoryDatabase } from './MemoryDatabase.ts'

export const layer = Layer.effect(
  Accounts,
  Effect.gen(function* () {
    const { tables } = yield* MemoryDatabase
    return Accounts.of({
      authenticate: (apiKeyDigest) =>
        Effect.sync(() => {
          const key = tables().keys.get(apiKeyDigest)
          const row = key?.revokedAt === null ? tables().accounts.get(key.accountId) : undefined
          return key === undefined || !row?.active
            ? Option.none()
            : Option.some({ account: row.account, keyId: key.keyId, expiresAt: key.expiresAt })
        }),
      balance: (accountId) =>
        Effect.sync(() => tables().accounts.get(accountId)?.balance ?? { settledCentavos: 0, heldCentavos: 0 }),
    })
  }),
)
