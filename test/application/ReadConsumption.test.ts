import { Effect, Layer } from 'effect'
import { expect, it } from 'vitest'
import { ReadConsumption } from '#application/ReadConsumption.ts'
import { Accounts } from '#ports/Accounts.ts'

const plan = { priceCentavos: 149_50, requestsPerMinute: 60, monthlyQuota: null }

it.each([
  ['consumo', 1_234.56],
  ['connect', null],
] as const)('an account of mode %s is told its price and what it has settled: %s', async (modo, saldo) => {
  const balance = { settledCentavos: 1_234_56, heldCentavos: 149_50 }
  const accounts = Layer.mock(Accounts, { balance: (id) => (id === 'luna' ? Effect.succeed(balance) : Effect.die(id)) })
  const read = ReadConsumption.use((one) => one.read({ account: { id: 'luna', mode: modo, plan }, keyId: 'k1' }))
  const told = await Effect.runPromise(Effect.provide(read, Layer.provide(ReadConsumption.layer, accounts)))
  expect(told).toEqual({ modo, moneda: 'MXN', monto_por_verificacion: 149.5, saldo, tenant: 'luna' })
})
