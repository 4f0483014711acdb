import { describe, expect, it } from 'vitest'
import { settle } from '#domain/account/Settlement.ts'
import type { Terms } from '#domain/verification/Terms.ts'

const balance = { settledCentavos: 500, heldCentavos: 300 }
const prepaid: Terms = { mode: 'consumo', priceCentavos: 100, paymentIntentId: null }
const connected: Terms = { mode: 'connect', priceCentavos: 100, paymentIntentId: 'pi_1' }
const untouched = { balance, chargedCentavos: null, transfer: null, freedPayment: null }

describe('the end of a verification', () => {
  it.each([
    [
      'that is charged takes the price from the balance',
      prepaid,
      'emitida',
      { balance: { settledCentavos: 400, heldCentavos: 200 }, chargedCentavos: 100 },
    ],
    ['that is charged and costs nothing books nothing', { ...prepaid, priceCentavos: 0 }, 'emitida', {}],
    [
      'that is charged one centavo books it',
      { ...prepaid, priceCentavos: 1 },
      'emitida',
      {
        balance: { settledCentavos: 499, heldCentavos: 299 },
        chargedCentavos: 1,
      },
    ],
    [
      'that is released gives the price back',
      prepaid,
      'no_concluyente',
      {
        balance: { settledCentavos: 500, heldCentavos: 200 },
      },
    ],
    [
      'that is charged in mode connect transfers the price',
      connected,
      'emitida',
      {
        transfer: { paymentIntentId: 'pi_1', amountCentavos: 100 },
      },
    ],
    [
      'that is charged in mode connect without a price transfers nothing',
      { ...connected, priceCentavos: 0 },
      'emitida',
      {},
    ],
    [
      'that is charged in mode connect without a payment transfers nothing',
      { ...connected, paymentIntentId: null },
      'emitida',
      {},
    ],
    ['that is released in mode connect frees the payment', connected, 'no_concluyente', { freedPayment: 'pi_1' }],
  ] as const)('%s', (_, terms, end, changes) => {
    expect(settle(balance, terms, end)).toStrictEqual({ ...untouched, ...changes })
  })
})
