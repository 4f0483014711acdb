import { DateTime, Effect, Layer, Option } from 'effect'
import { largestBalance } from '#domain/account/Money.ts'
import {
  AccountAdministration,
  AccountExists,
  AccountUnknown,
  BalanceTooLarge,
  ReferenceTaken,
} from '#ports/AccountAdministration.ts'
import { type AccountRow, MemoryDatabase } from './MemoryDatabase.ts'

type Administration = typeof AccountAdministration.Service
type Tables = (typeof MemoryDatabase.Service)['tables']

const changingIn =
  (tables: Tables) =>
  (accountId: string, use: (row: AccountRow) => void): Effect.Effect<void, AccountUnknown> =>
    Effect.suspend(() => {
      const row = tables().accounts.get(accountId)
      return row === undefined ? Effect.fail(new AccountUnknown({ accountId })) : Effect.sync(() => use(row))
    })

const accountsIn = (tables: Tables) => {
  const change = changingIn(tables)
  const recordOf = ({ account, balance, active }: AccountRow) => ({
    account,
    balance,
    active,
    destination: tables().processors.get(account.id)?.destination ?? null,
    movedTo: null,
  })
  return {
    open: (account) =>
      Effect.suspend(() => {
        const { accounts } = tables()
        if (accounts.has(account.id)) return Effect.fail(new AccountExists({ accountId: account.id }))
        accounts.set(account.id, {
          account,
          balance: { settledCentavos: 0, heldCentavos: 0 },
          active: true,
          rows: [],
          byId: new Map(),
          byRequestId: new Map(),
          created: [],
          ledger: [],
        })
        return Effect.void
      }),
    list: Effect.sync(() => Array.from(tables().accounts.values(), recordOf)),
    find: (accountId) =>
      Effect.sync(() => Option.map(Option.fromUndefinedOr(tables().accounts.get(accountId)), recordOf)),
    changePlan: (accountId, plan) =>
      change(accountId, (row) => {
        row.account = { ...row.account, plan }
      }),
    changeMode: (accountId, mode) =>
      change(accountId, (row) => {
        row.account = { ...row.account, mode }
      }),
    creditOnce: Effect.fnUntraced(function* (accountId, amountCentavos, reference, reason) {
      const row = tables().accounts.get(accountId)
      if (row === undefined) return yield* new AccountUnknown({ accountId })
      const earlier = row.ledger.find((entry) => entry.reference === reference)
      if (earlier?.kind === 'abono' && earlier.centavos === amountCentavos) return false
      if (earlier !== undefined)
        return yield* new ReferenceTaken({ accountId, reference, amountCentavos: earlier.centavos })
      const settledCentavos = row.balance.settledCentavos + amountCentavos
      if (settledCentavos > largestBalance) return yield* new BalanceTooLarge({ accountId })
      row.balance = { ...row.balance, settledCentavos }
      const entry = { kind: 'abono', centavos: amountCentavos, verificationId: null, reference, reason } as const
      row.ledger.push({ ...entry, recordedAt: yield* DateTime.now })
      return true
    }),
    setActive: (accountId, active) =>
      change(accountId, (row) => {
        row.active = active
      }),
  } satisfies Partial<Administration>
}

const keysIn = (tables: Tables) => {
  const change = changingIn(tables)
  return {
    issueKey: (accountId: string, keyId: string, digest: string, expiresAt: DateTime.Utc | null = null) =>
      Effect.flatMap(DateTime.now, (issuedAt) =>
        change(accountId, () =>
          tables().keys.set(digest, {
            accountId,
            keyId,
            issuedAt,
            expiresAt,
            revokedAt: null,
            firstUsedAt: null,
            lastUsedAt: null,
          }),
        ),
      ),
    listKeys: (accountId: string) =>
      Effect.sync(() => Array.from(tables().keys.values()).filter((key) => key.accountId === accountId)),
    revokeKey: (accountId: string, keyId: string) =>
      Effect.map(DateTime.now, (now) => {
        const key = Array.from(tables().keys.values()).find((one) => one.accountId === accountId && one.keyId === keyId)
        if (key !== undefined) key.revokedAt ??= now
        return key !== undefined
      }),
    revokeAllKeys: (accountId: string) =>
      Effect.map(DateTime.now, (now) => {
        const keys = Array.from(tables().keys.values()).filter(
          (key) => key.accountId === accountId && key.revokedAt === null,
        )
        for (const key of keys) key.revokedAt = now
        return keys.length
      }),
  } satisfies Partial<Administration>
}

export const layer = Layer.effect(
  AccountAdministration,
  Effect.map(MemoryDatabase, ({ tables }) => AccountAdministration.of({ ...accountsIn(tables), ...keysIn(tables) })),
)
