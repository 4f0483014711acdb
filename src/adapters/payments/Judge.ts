import type { Environment } from '#domain/account/ApiKey.ts'
import type { TransferRemark } from '#domain/delivery/Transfer.ts'
import type { PaymentNotVerified } from '#ports/Payments.ts'

/** The fields of a payment intent that decide, with its latest charge. */
export interface Payment {
  /** Only `succeeded` counts. */
  readonly status: string
  /** In lower case, as the processor writes it. */
  readonly currency: string
  readonly receivedCentavos: number
  /** Whether real money was moved. */
  readonly isLive: boolean
  /** Null before the first payment attempt. */
  readonly charge: Charge | null
}

export interface Charge {
  readonly id: string
  /** The group of its transfers; null if the payment has no group and any can be chosen. */
  readonly transferGroup: string | null
  readonly status: string
  readonly isPaid: boolean
  readonly refundedCentavos: number
  /** Fully refunded. */
  readonly isRefunded: boolean
  /** Remains true after the dispute is won. */
  readonly isDisputed: boolean
  /** The currency of the balance that the charge was credited to, in lower case; null if the processor does not tell. */
  readonly settledIn: string | null
}

/** The only currency of the service, as the processor writes it. */
export const processorCurrency = 'mxn'

/** Whether no transfer in our currency can come from the payment: it must be paid and settled in it. */
const isForeign = ({ currency, charge }: Payment): boolean =>
  currency !== processorCurrency || (charge?.settledIn ?? processorCurrency) !== processorCurrency

/** Whether the amount left after refunds is less than required. */
const isRefundedBelow = ({ receivedCentavos }: Payment, charge: Charge, centavos: number): boolean =>
  charge.isRefunded || receivedCentavos - charge.refundedCentavos < centavos

/**
 * Why a payment does not back a verification (contract 1.12, 1.17); null if it does. Permanent reasons are checked
 * before reasons that may still change.
 *
 * @param payment null if the processor has no payment with this id
 * @param priceCentavos the price of a verification
 */
export const judge = (
  payment: Payment | null,
  priceCentavos: number,
  environment: Environment,
): PaymentNotVerified['reason'] | null => {
  if (payment === null) return 'pago_inexistente'
  if (payment.isLive !== (environment === 'production')) return 'otro_ambiente'
  if (isForeign(payment)) return 'otra_moneda'
  if (payment.status !== 'succeeded') return 'pago_no_confirmado'
  if (payment.receivedCentavos < priceCentavos) return 'monto_insuficiente'
  const { charge } = payment
  if (charge === null || !charge.isPaid || charge.status !== 'succeeded') return 'cargo_no_pagado'
  if (charge.isDisputed) return 'disputado'
  return isRefundedBelow(payment, charge, priceCentavos) ? 'reembolsado' : null
}

/** What happened to a payment after it backed a verification of this amount. */
export const remarkOf = (payment: Payment, amountCentavos: number): TransferRemark | null => {
  const { charge } = payment
  if (charge === null) return null
  if (charge.isDisputed) return 'disputado'
  return isRefundedBelow(payment, charge, amountCentavos) ? 'reembolsado' : null
}
