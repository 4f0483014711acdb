import type { Balance } from './Account.ts'

/** Whether the balance covers one more verification in addition to those in progress (contract 1.14). */
export const covers = (balance: Balance, priceCentavos: number): boolean =>
  balance.settledCentavos - balance.heldCentavos >= priceCentavos

/** Holds the price while the verification is `en_proceso` (contract 1.14). */
export const hold = (balance: Balance, priceCentavos: number): Balance => ({
  ...balance,
  heldCentavos: balance.heldCentavos + priceCentavos,
})

/** Releases a held price: the verification ended `no_concluyente` (contract 1.13). */
export const release = (balance: Balance, priceCentavos: number): Balance => ({
  ...balance,
  heldCentavos: balance.heldCentavos - priceCentavos,
})

/** Charges a held price: the verification was emitted. */
export const charge = (balance: Balance, priceCentavos: number): Balance => ({
  settledCentavos: balance.settledCentavos - priceCentavos,
  heldCentavos: balance.heldCentavos - priceCentavos,
})

/** `cobro.estatus` of an emitted verification (contract 2.11). */
export const statusWhenEmitted = { consumo: 'cargada', connect: 'transferencia_encolada' } as const
