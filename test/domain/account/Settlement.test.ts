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
      'Charge',
      { balance: { settledCentavos: 400, heldCentavos: 200 }, chargedCentavos: 100 },
    ],
    ['that is charged and costs nothing books nothing', { ...prepaid, priceCentavos: 0 }, 'Charge', {}],
    [
      'that is charged one centavo books it',
      { ...prepaid, priceCentavos: 1 },
      'Charge',
      {
        balance: { settledCentavos: 499, heldCentavos: 299 },
        chargedCentavos: 1,
      },
    ],
    [
      'that is released gives the price back',
      prepaid,
      'Release',
      {
        balance: { settledCentavos: 500, heldCentavos: 200 },
      },
    ],
    [
      'that is charged in mode connect transfers the price',
      connected,
      'Charge',
      {
        transfer: { paymentIntentId: 'pi_1', amountCentavos: 100 },
      },
    ],
    [
      'that is charged in mode connect without a price transfers nothing',
      { ...connected, priceCentavos: 0 },
      'Charge',
      {},
    ],
    [
      'that is charged in mode connect without a payment transfers nothing',
      { ...connected, paymentIntentId: null },
      'Charge',
      {},
    ],
    ['that is released in mode connect frees the payment', connected, 'Release', { freedPayment: 'pi_1' }],
    ['that does neither changes no book', prepaid, 'DeliverWebhook', {}],
    ['that does neither in mode connect changes no book', connected, 'DeliverWebhook', {}],
  ] as const)('%s', (_, terms, consequence, changes) => {
    expect(settle(balance, terms, ['DeliverWebhook', consequence])).toStrictEqual({ ...untouched, ...changes })
  })
})
