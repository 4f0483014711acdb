import { Effect, Layer } from 'effect'
import { largestBalance } from '#domain/account/Money.ts'
import { AccountUnknown, BalanceTooLarge, ReferenceTaken } from '#ports/AccountAdministration.ts'
import { BalanceCorrections, BalanceTooSmall, NotCharged } from '#ports/BalanceCorrections.ts'
import { type AccountRow, MemoryDatabase } from './MemoryDatabase.ts'

const add = (row: AccountRow, centavos: number): void => {
  row.balance = { ...row.balance, settledCentavos: row.balance.settledCentavos + centavos }
}

export const layer = Layer.effect(
  BalanceCorrections,
  Effect.gen(function* () {
    const { tables } = yield* MemoryDatabase
    return BalanceCorrections.of({
      refund: Effect.fnUntraced(function* (accountId, verificationId) {
        const account = tables().accounts.get(accountId)
        const row = account?.byId.get(verificationId)
        if (account === undefined || row === undefined) return yield* new NotCharged({ found: 'nothing' })
        const { terms, state } = row.verification
        if (terms.mode === 'connect') return yield* new NotCharged({ found: 'connect' })
        if (state._tag !== 'emitida' || terms.priceCentavos === 0) return yield* new NotCharged({ found: 'no charge' })
        const { priceCentavos: centavos } = terms
        if (account.refunded.has(verificationId)) return { done: false, centavos }
        if (account.balance.settledCentavos > largestBalance - centavos)
          return yield* new BalanceTooLarge({ accountId })
        account.refunded.add(verificationId)
        add(account, centavos)
        return { done: true, centavos }
      }),
      correct: Effect.fnUntraced(function* (accountId, { centavos, reference }) {
        const account = tables().accounts.get(accountId)
        if (account === undefined) return yield* new AccountUnknown({ accountId })
        const earlier = account.entered.get(reference)
        if (earlier?.kind === 'ajuste' && earlier.centavos === centavos) return false
        if (earlier !== undefined)
          return yield* new ReferenceTaken({ accountId, reference, amountCentavos: earlier.centavos })
        const { settledCentavos, heldCentavos } = account.balance
        const freeCentavos = settledCentavos - heldCentavos
        if (freeCentavos + centavos < 0) return yield* new BalanceTooSmall({ freeCentavos })
        if (settledCentavos > largestBalance - centavos) return yield* new BalanceTooLarge({ accountId })
        account.entered.set(reference, { kind: 'ajuste', centavos })
        add(account, centavos)
        return true
      }),
    })
  }),
)
