import { DateTime, Effect, Layer } from 'effect'
import { AccountUnknown } from '#ports/AccountAdministration.ts'
import { SigningSecretAdministration } from '#ports/SigningSecretAdministration.ts'
import { MemoryDatabase } from './MemoryDatabase.ts'

export const layer = Layer.effect(
  SigningSecretAdministration,
  Effect.gen(function* () {
    const { tables } = yield* MemoryDatabase

    return SigningSecretAdministration.of({
      issue: Effect.fnUntraced(function* (accountId, secret) {
        const issuedAt = yield* DateTime.now
        const { accounts, secrets } = tables()
        if (!accounts.has(accountId)) return yield* new AccountUnknown({ accountId })
        if (secrets.has(accountId)) return false
        secrets.set(accountId, { actual: { secret, issuedAt }, siguiente: null })
        return true
      }),
      rotate: (accountId, secret) =>
        Effect.map(DateTime.now, (issuedAt) => {
          const row = tables().secrets.get(accountId)
          if (row !== undefined) row.siguiente = { secret, issuedAt }
          return row !== undefined
        }),
      activate: (accountId) =>
        Effect.sync(() => {
          const row = tables().secrets.get(accountId)
          if (row === undefined || row.siguiente === null) return false
          tables().secrets.set(accountId, { actual: row.siguiente, siguiente: null })
          return true
        }),
      abort: (accountId) =>
        Effect.sync(() => {
          const row = tables().secrets.get(accountId)
          if (row === undefined || row.siguiente === null) return false
          row.siguiente = null
          return true
        }),
      isTried: (accountId) =>
        Effect.sync(() => {
          const next = tables().secrets.get(accountId)?.siguiente ?? null
          return Array.from(tables().deliveries.values()).some(
            (row) =>
              row.accountId === accountId &&
              row.attempts.some(
                ({ startedAt, outcome }) =>
                  next !== null &&
                  DateTime.isGreaterThan(startedAt, next.issuedAt) &&
                  outcome._tag === 'Answered' &&
                  outcome.status >= 200 &&
                  outcome.status < 300,
              ),
          )
        }),
      list: (accountId) =>
        Effect.sync(() => {
          const row = tables().secrets.get(accountId)
          if (row === undefined) return []
          const { actual, siguiente } = row
          const next = siguiente === null ? [] : [{ role: 'siguiente' as const, issuedAt: siguiente.issuedAt }]
          return [{ role: 'actual' as const, issuedAt: actual.issuedAt }, ...next]
        }),
    })
  }),
)
