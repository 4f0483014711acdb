import { Option } from 'effect'
import { expect, it } from 'vitest'
import { couldBePaymentIntent, keyRefusal } from '#adapters/payments/Credentials.ts'
import { readPage, readPayment, readTransfer } from '#adapters/payments/StripeDocuments.ts'
import { intent, made, order, page } from '#test/support/stripeAnswers.ts'

const charge = {
  ...{ id: 'ch_1', transferGroup: null, status: 'succeeded', isPaid: true, refundedCentavos: 0 },
  ...{ isRefunded: false, isDisputed: false, settledIn: null },
}
const payment = { status: 'succeeded', currency: 'mxn', receivedCentavos: 100_00, isLive: false, charge }

it.each([
  [{}, {}],
  [{ status: 'canceled' }, { status: 'canceled' }],
  [{ currency: 'usd' }, { currency: 'usd' }],
  [{ amount_received: 1 }, { receivedCentavos: 1 }],
  [{ livemode: true }, { isLive: true }],
  [{ latest_charge: null }, { charge: null }],
])('of a payment %j is read as %j', (changes, read) => {
  expect(Option.getOrNull(readPayment(intent(changes), 'pi_1'))).toEqual({ ...payment, ...read })
})

it.each([
  [{ id: 'py_2' }, { id: 'py_2' }],
  [{ transfer_group: 'grupo' }, { transferGroup: 'grupo' }],
  [{ status: 'failed' }, { status: 'failed' }],
  [{ paid: false }, { isPaid: false }],
  [{ amount_refunded: 7 }, { refundedCentavos: 7 }],
  [{ refunded: true }, { isRefunded: true }],
  [{ disputed: true }, { isDisputed: true }],
  [{ balance_transaction: null }, {}],
  [{ balance_transaction: 'txn_1' }, {}],
  [{ balance_transaction: { object: 'balance_transaction', currency: 'usd' } }, { settledIn: 'usd' }],
])('of its charge %j is read as %j', (changes, read) => {
  expect(Option.getOrNull(readPayment(intent({}, changes), 'pi_1'))?.charge).toEqual({ ...charge, ...read })
})

it.each([
  intent({ id: 'pi_2' }),
  intent({ object: 'charge' }),
  intent({ amount_received: -1 }),
  intent({ amount_received: 1.5 }),
  intent({ amount_received: '100' }),
  intent({ latest_charge: 'ch_1' }),
  intent({}, { id: '../ch_1' }),
  intent({}, { object: 'refund' }),
  intent({}, { amount_refunded: -1 }),
  intent({}, { balance_transaction: { object: 'balance_transaction' } }),
  null,
])('nothing is read of a payment as %j', (document) => {
  expect(readPayment(document, 'pi_1')).toEqual(Option.none())
})

const own = { transferId: 'tr_1', verificationId: 'ver_1', paymentIntentId: 'pi_1', amountCentavos: 100_00 }
it.each([
  [{}, { ...own, isReversed: false }],
  [{ reversed: true }, { ...own, isReversed: true }],
  [{ id: 'tr_9' }, { ...own, transferId: 'tr_9', isReversed: false }],
  [{ amount: 99_99 }, null],
  [{ currency: 'usd' }, null],
  [{ metadata: { verificacion_id: 'ver_2', payment_intent_id: 'pi_1' } }, null],
  [{ metadata: { verificacion_id: 'ver_1' } }, null],
  [{ metadata: {} }, null],
  [{ id: 'ch_1' }, null],
])('the transfer that was ordered, with %j, is read as %j', (changes, read) => {
  expect(Option.getOrNull(readTransfer(made(changes), order()))).toEqual(read)
})

it('of a page those of this service are read, and of one charge where one is named', () => {
  const others = [
    made({ id: 'tr_2', source_transaction: 'ch_2' }),
    made({ id: 'tr_3', metadata: {} }),
    made({ id: 'tr_4', reversed: true }),
  ]
  const read = (chargeId: string | null, more: boolean) =>
    Option.getOrNull(readPage(page([made(), ...others], more), chargeId))
  expect(read(null, false)?.transfers.map(({ transferId }) => transferId)).toEqual(['tr_1', 'tr_2', 'tr_4'])
  expect(read('ch_1', true)?.transfers.map(({ isReversed }) => isReversed)).toEqual([false, true])
  expect([read(null, false)?.next, read(null, true)?.next]).toEqual([null, 'tr_4'])
  expect(readPage(page([], false), null)).toEqual(Option.some({ transfers: [], next: null }))
  expect(readPage(page([], true), null)).toEqual(Option.none())
})

it.each([
  ['', 'sin_credenciales', 'sin_credenciales'],
  ['rk_test_k', null, 'otro_ambiente'],
  ['sk_test_k', null, 'otro_ambiente'],
  ['rk_live_k', 'otro_ambiente', null],
  ['sk_live_k', 'otro_ambiente', 'llave_rechazada'],
  ['pk_live_k', 'llave_rechazada', 'llave_rechazada'],
  [`rk_live_${'k'.repeat(201)}`, 'llave_rechazada', 'llave_rechazada'],
  ['rk_live_k\n', 'llave_rechazada', 'llave_rechazada'],
])('the key %j is refused in the sandbox: %s, in production: %s', (key, sandbox, production) => {
  expect([keyRefusal(key, 'sandbox'), keyRefusal(key, 'production')]).toEqual([sandbox, production])
})

it.each([
  ['pi_1', true],
  [`pi_${'a'.repeat(197)}`, true],
  [`pi_${'a'.repeat(198)}`, false],
  ['pi_', false],
  ['pi_1/2', false],
  ['pi_1.', false],
  ['pi_1?x', false],
  ['ch_1', false],
])('%s could be a payment: %s', (id, isOne) => {
  expect(couldBePaymentIntent(id)).toBe(isOne)
})
