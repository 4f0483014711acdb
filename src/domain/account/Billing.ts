import type { Balance } from './Account.ts'

/** Whether the balance covers one more verification beside those under way. */
export const covers = (balance: Balance, priceCentavos: number): boolean =>
  balance.settledCentavos - balance.heldCentavos >= priceCentavos

/** Sets the price aside while the verification is `en_proceso`. */
export const hold = (balance: Balance, priceCentavos: number): Balance => ({
  ...balance,
  heldCentavos: balance.heldCentavos + priceCentavos,
})

/** Gives a held price back: the verification ended `no_concluyente`. */
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
