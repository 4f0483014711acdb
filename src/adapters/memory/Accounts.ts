import { DateTime, Effect, Layer, Option } from 'effect'
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
          const row = tables().accounts.get(key?.accountId ?? '')
          if (key === undefined || row === undefined) return Option.none()
          const { keyId, expiresAt, revokedAt } = key
          return Option.some({
            account: row.account,
            keyId,
            expiresAt,
            isRevoked: revokedAt !== null,
            isActive: row.active,
          })
        }),
      noteUses: (uses) =>
        Effect.sync(() => {
          for (const { accountId, keyId, firstAt, lastAt } of uses) {
            const key = Array.from(tables().keys.values()).find(
              (one) => one.accountId === accountId && one.keyId === keyId,
            )
            if (key === undefined) continue
            key.firstUsedAt = DateTime.min(key.firstUsedAt ?? firstAt, firstAt)
            key.lastUsedAt = DateTime.max(key.lastUsedAt ?? lastAt, lastAt)
          }
        }),
      balance: (accountId) =>
        Effect.sync(() => tables().accounts.get(accountId)?.balance ?? { settledCentavos: 0, heldCentavos: 0 }),
    })
  }),
)
