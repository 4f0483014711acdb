import type { Terms } from '#domain/verification/Terms.ts'
import type { Final } from '#domain/verification/Verification.ts'
import type { Balance } from './Account.ts'
import { charge, release } from './Billing.ts'

/** The effect of a verification's end on the account (contract 1.11, 1.12, 1.13). */
export interface Settlement {
  readonly balance: Balance
  /** The charged price; null if it costs nothing. */
  readonly chargedCentavos: number | null
  /** The transfer to queue; null if it costs nothing. */
  readonly transfer: { readonly paymentIntentId: string; readonly amountCentavos: number } | null
  /** The payment that may now back another verification (contract 1.16). */
  readonly freedPayment: string | null
}

/**
 * Settles an ended verification by the terms that were fixed at its creation. Only `emitida` charges or transfers;
 * after `no_concluyente` the hold or the payment is released (contract 1.13).
 */
export const settle = (balance: Balance, terms: Terms, end: Final['_tag']): Settlement => {
  const { mode, priceCentavos, paymentIntentId } = terms
  const untouched = { balance, chargedCentavos: null, transfer: null, freedPayment: null }
  const amountCentavos = priceCentavos > 0 ? priceCentavos : null
  if (end === 'emitida') {
    if (mode === 'consumo') {
      return { ...untouched, balance: charge(balance, priceCentavos), chargedCentavos: amountCentavos }
    }
    if (paymentIntentId === null || amountCentavos === null) return untouched
    return { ...untouched, transfer: { paymentIntentId, amountCentavos } }
  }
  return mode === 'consumo'
    ? { ...untouched, balance: release(balance, priceCentavos) }
    : { ...untouched, freedPayment: paymentIntentId }
}
