import { isCharged, type ProcessorPayment, type ProcessorTransfer, settlementOf } from './Books.ts'

const balanceTransactionDocument = (payment: ProcessorPayment, id: string) => ({
  id,
  object: 'balance_transaction',
  amount: payment.amountCentavos,
  created: payment.created,
  currency: settlementOf(payment),
  source: payment.chargeId,
  type: 'charge',
})

/** Where the money of a payment went; null until it is captured. */
const balanceTransactionOf = (payment: ProcessorPayment, isExpanded: boolean) => {
  const id = payment.chargeId.replace(/^\w+?_/, 'txn_')
  if (payment.status !== 'succeeded') return null
  return isExpanded ? balanceTransactionDocument(payment, id) : id
}

/** A charge as Stripe's API shows it, with only the fields that are read here. */
const chargeDocument = (payment: ProcessorPayment, isBalanceExpanded: boolean) => {
  const isCaptured = payment.status === 'succeeded'
  return {
    id: payment.chargeId,
    object: 'charge',
    amount: payment.amountCentavos,
    amount_captured: isCaptured ? payment.amountCentavos : 0,
    amount_refunded: payment.refundedCentavos,
    balance_transaction: balanceTransactionOf(payment, isBalanceExpanded),
    captured: isCaptured,
    created: payment.created,
    currency: payment.currency,
    disputed: payment.isDisputed,
    livemode: payment.isLive,
    metadata: {},
    paid: payment.status !== 'processing',
    payment_intent: payment.id,
    refunded: payment.refundedCentavos > 0 && payment.refundedCentavos >= payment.amountCentavos,
    status: payment.status === 'processing' ? 'pending' : 'succeeded',
    transfer_group: payment.group,
  }
}

const latestCharge = (payment: ProcessorPayment, expanded: ReadonlyArray<string | undefined>) =>
  expanded.length === 0
    ? payment.chargeId
    : chargeDocument(payment, expanded.includes('latest_charge.balance_transaction'))

/**
 * A payment intent as Stripe's API shows it.
 *
 * @param expanded the properties to show, not only to name
 */
export const intentDocument = (payment: ProcessorPayment, expanded: ReadonlyArray<string | undefined>) => ({
  id: payment.id,
  object: 'payment_intent',
  amount: payment.amountCentavos,
  amount_capturable: payment.status === 'requires_capture' ? payment.amountCentavos : 0,
  amount_received: payment.status === 'succeeded' ? payment.amountCentavos : 0,
  capture_method: 'automatic',
  created: payment.created,
  currency: payment.currency,
  latest_charge: isCharged(payment) ? latestCharge(payment, expanded) : null,
  livemode: payment.isLive,
  metadata: {},
  status: payment.status,
  transfer_group: payment.group,
})

/** A transfer as Stripe's API shows it. */
export const transferDocument = (transfer: ProcessorTransfer) => ({
  id: transfer.id,
  object: 'transfer',
  amount: transfer.amountCentavos,
  amount_reversed: 0,
  created: transfer.created,
  currency: transfer.currency,
  description: null,
  destination: transfer.destination,
  livemode: transfer.isLive,
  metadata: transfer.metadata,
  reversed: false,
  source_transaction: transfer.sourceTransaction,
  source_type: 'card',
  transfer_group: transfer.group,
})
