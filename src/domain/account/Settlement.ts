import type { Terms } from '#domain/verification/Terms.ts'
import type { Final } from '#domain/verification/Verification.ts'
import type { Balance } from './Account.ts'
import { charge, release } from './Billing.ts'

/** What the end of a verification does to the books (contract 1.11, 1.12). */
export interface Settlement {
  /** Of the account, afterwards. */
  readonly balance: Balance
  /** Booked as charged; none when it costs nothing. */
  readonly chargedCentavos: number | null
  /** To be transferred; none when it costs nothing. */
  readonly transfer: { readonly paymentIntentId: string; readonly amountCentavos: number } | null
  /** The payment that may back another verification now. */
  readonly freedPayment: string | null
}

/** Settles a verification that ended so, by the terms that were fixed when it was created. */
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
