import { Context, Effect, Layer } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import { currency, toPesos } from '#domain/account/Money.ts'
import { Accounts } from '#ports/Accounts.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import type { Consumo } from '#wire/Respuesta.ts'

/**
 * Billing mode, price in pesos and settled balance of the presented key's account. The balance is null in mode
 * `connect` (contract 2.19).
 */
export class ReadConsumption extends Context.Service<
  ReadConsumption,
  { readonly read: (principal: Principal) => Effect.Effect<typeof Consumo.Type, StorageUnavailable> }
>()('cotejo/application/ReadConsumption') {
  static readonly layer = Layer.effect(
    ReadConsumption,
    Effect.gen(function* () {
      const accounts = yield* Accounts

      const read = Effect.fnUntraced(function* ({ account }: Principal) {
        const saldo = account.mode === 'consumo' ? toPesos((yield* accounts.balance(account.id)).settledCentavos) : null
        return {
          modo: account.mode,
          moneda: currency,
          monto_por_verificacion: toPesos(account.plan.priceCentavos),
          saldo,
          tenant: account.id,
        }
      })

      return ReadConsumption.of({ read })
    }),
  )
}
