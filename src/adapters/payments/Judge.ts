import type { Environment } from '#domain/account/ApiKey.ts'
import type { TransferRemark } from '#domain/delivery/Transfer.ts'
import type { PaymentNotVerified } from '#ports/Payments.ts'

/** A payment intent as far as it decides, with its latest charge. */
export interface Payment {
  /** `succeeded` is the only one that counts. */
  readonly status: string
  /** In lower case, as the processor writes it. */
  readonly currency: string
  readonly receivedCentavos: number
  /** Whether real money was moved. */
  readonly isLive: boolean
  /** Null until somebody tried to pay. */
  readonly charge: Charge | null
}

export interface Charge {
  readonly id: string
  /** The group that its transfers are in; null when whoever transfers may choose. */
  readonly transferGroup: string | null
  readonly status: string
  readonly isPaid: boolean
  readonly refundedCentavos: number
  /** Refunded as a whole. */
  readonly isRefunded: boolean
  /** It stays so when the dispute is won. */
  readonly isDisputed: boolean
}

/** The only currency of the service, as the processor writes it. */
export const processorCurrency = 'mxn'

/** Whether the payment less its refunds is below the amount. */
const isRefundedBelow = ({ receivedCentavos }: Payment, charge: Charge, centavos: number): boolean =>
  charge.isRefunded || receivedCentavos - charge.refundedCentavos < centavos

/**
 * Why a payment does not back a verification (contract 1.12, 1.17), or null if it does. Permanent reasons are checked
 * before temporary ones.
 *
 * @param payment null when the processor has none of this id
 * @param priceCentavos what a verification costs
 */
export const judge = (
  payment: Payment | null,
  priceCentavos: number,
  environment: Environment,
): PaymentNotVerified['reason'] | null => {
  if (payment === null) return 'pago_inexistente'
  if (payment.isLive !== (environment === 'production')) return 'otro_ambiente'
  if (payment.currency !== processorCurrency) return 'otra_moneda'
  if (payment.status !== 'succeeded') return 'pago_no_confirmado'
  if (payment.receivedCentavos < priceCentavos) return 'monto_insuficiente'
  const { charge } = payment
  if (charge === null || !charge.isPaid || charge.status !== 'succeeded') return 'cargo_no_pagado'
  if (charge.isDisputed) return 'disputado'
  return isRefundedBelow(payment, charge, priceCentavos) ? 'reembolsado' : null
}

/** What happened to a payment since it backed a verification of this amount. */
export const remarkOf = (payment: Payment, amountCentavos: number): TransferRemark | null => {
  const { charge } = payment
  if (charge === null) return null
  if (charge.isDisputed) return 'disputado'
  return isRefundedBelow(payment, charge, amountCentavos) ? 'reembolsado' : null
}
