import { DateTime, Effect, Layer } from 'effect'
import { largestBalance } from '#domain/account/Money.ts'
import { AccountUnknown, BalanceTooLarge, ReferenceTaken } from '#ports/AccountAdministration.ts'
import { BalanceCorrections, BalanceTooSmall, NotCharged } from '#ports/BalanceCorrections.ts'
import { type AccountRow, type LedgerRow, MemoryDatabase } from './MemoryDatabase.ts'

const enter = (row: AccountRow, entry: LedgerRow): void => {
  row.ledger.push(entry)
  row.balance = { ...row.balance, settledCentavos: row.balance.settledCentavos + entry.centavos }
}

export const layer = Layer.effect(
  BalanceCorrections,
  Effect.gen(function* () {
    const { tables } = yield* MemoryDatabase
    return BalanceCorrections.of({
      refund: Effect.fnUntraced(function* (accountId, verificationId, reason) {
        const recordedAt = yield* DateTime.now
        const account = tables().accounts.get(accountId)
        const row = account?.byId.get(verificationId)
        if (account === undefined || row === undefined) return yield* new NotCharged({ found: 'nothing' })
        const { terms, state } = row.verification
        if (terms.mode === 'connect') return yield* new NotCharged({ found: 'connect' })
        if (state._tag !== 'emitida' || terms.priceCentavos === 0) return yield* new NotCharged({ found: 'no charge' })
        const { priceCentavos: centavos } = terms
        const isRefunded = account.ledger.some(
          (entry) => entry.kind === 'devolucion' && entry.verificationId === verificationId,
        )
        if (isRefunded) return { done: false, centavos }
        if (account.balance.settledCentavos > largestBalance - centavos)
          return yield* new BalanceTooLarge({ accountId })
        enter(account, { kind: 'devolucion', centavos, verificationId, reference: null, reason, recordedAt })
        return { done: true, centavos }
      }),
      correct: Effect.fnUntraced(function* (accountId, { centavos, reference, reason }) {
        const recordedAt = yield* DateTime.now
        const account = tables().accounts.get(accountId)
        if (account === undefined) return yield* new AccountUnknown({ accountId })
        const earlier = account.ledger.find((entry) => entry.reference === reference)
        if (earlier?.kind === 'ajuste' && earlier.centavos === centavos) return false
        if (earlier !== undefined)
          return yield* new ReferenceTaken({ accountId, reference, amountCentavos: earlier.centavos })
        const { settledCentavos, heldCentavos } = account.balance
        const freeCentavos = settledCentavos - heldCentavos
        if (freeCentavos + centavos < 0) return yield* new BalanceTooSmall({ freeCentavos })
        if (settledCentavos > largestBalance - centavos) return yield* new BalanceTooLarge({ accountId })
        enter(account, { kind: 'ajuste', centavos, verificationId: null, reference, reason, recordedAt })
        return true
      }),
    })
  }),
)
