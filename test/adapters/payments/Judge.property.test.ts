import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Charge, judge, type Payment, remarkOf } from '#adapters/payments/Judge.ts'

type Verdict = ReturnType<typeof judge>

const price = 100_00

const charge: Charge = {
  id: 'ch_1',
  transferGroup: null,
  status: 'succeeded',
  isPaid: true,
  refundedCentavos: 0,
  isRefunded: false,
  isDisputed: false,
  settledIn: null,
}
const payment: Payment = { status: 'succeeded', currency: 'mxn', receivedCentavos: price, isLive: false, charge }
const withCharge = (changes: Partial<Charge>): Payment => ({ ...payment, charge: { ...charge, ...changes } })

describe('a payment', () => {
  it.each<[string, Verdict, Payment | null]>([
    ['that is confirmed, in MXN, of the price', null, payment],
    ['of more than the price', null, { ...payment, receivedCentavos: price + 1 }],
    ['whose refunds leave the price', null, { ...withCharge({ refundedCentavos: 50 }), receivedCentavos: price + 50 }],
    ['that the processor does not have', 'pago_inexistente', null],
    ['of real money in the sandbox', 'otro_ambiente', { ...payment, isLive: true }],
    ['in dollars', 'otra_moneda', { ...payment, currency: 'usd' }],
    ['that settles in MXN', null, withCharge({ settledIn: 'mxn' })],
    ['that settles in dollars', 'otra_moneda', withCharge({ settledIn: 'usd' })],
    ['in a currency that begins alike', 'otra_moneda', { ...payment, currency: 'mxv' }],
    ...[
      'requires_payment_method',
      'requires_confirmation',
      'requires_action',
      'processing',
      'requires_capture',
      'canceled',
      '',
      'SUCCEEDED',
    ].map((status): [string, Verdict, Payment] => [
      `with the status ${JSON.stringify(status)}`,
      'pago_no_confirmado',
      { ...payment, status },
    ]),
    ['a centavo below the price', 'monto_insuficiente', { ...payment, receivedCentavos: price - 1 }],
    ['of nothing', 'monto_insuficiente', { ...payment, receivedCentavos: 0 }],
    ['without a charge', 'cargo_no_pagado', { ...payment, charge: null }],
    ['whose charge is not paid', 'cargo_no_pagado', withCharge({ isPaid: false })],
    ['whose charge is pending', 'cargo_no_pagado', withCharge({ status: 'pending' })],
    ['whose charge failed', 'cargo_no_pagado', withCharge({ status: 'failed' })],
    ['whose charge is disputed', 'disputado', withCharge({ isDisputed: true })],
    ['refunded by a centavo below the price', 'reembolsado', withCharge({ refundedCentavos: 1 })],
    ['refunded as a whole', 'reembolsado', withCharge({ refundedCentavos: price, isRefunded: true })],
    ['refunded as a whole, whatever the amounts say', 'reembolsado', withCharge({ isRefunded: true })],
  ])('%s is judged %s', (_, reason, judged) => {
    expect(judge(judged, price, 'sandbox')).toBe(reason)
  })

  it('of real money counts in production, and there alone', () => {
    const live = { ...payment, isLive: true }
    expect(judge(live, price, 'production')).toBeNull()
    expect(judge(live, price, 'sandbox')).toBe('otro_ambiente')
    expect(judge(payment, price, 'production')).toBe('otro_ambiente')
  })
})

const environments = fc.constantFrom('sandbox' as const, 'production' as const)
const centavos = fc.integer({ min: 1, max: 1_000_000_00 })
/** Anything but the words that count. */
const words = fc.string({ maxLength: 20 }).filter((word) => word !== 'mxn' && word !== 'succeeded')

/** Payments that fulfil every condition for their price. */
const goodCases = fc
  .record({ environment: environments, price: centavos, more: fc.nat(1_000_000), kept: fc.nat(1_000_000) })
  .map(({ environment, price, more, kept }) => {
    const refundedCentavos = Math.max(0, more - kept)
    return {
      environment,
      price,
      payment: {
        ...payment,
        receivedCentavos: price + more,
        isLive: environment === 'production',
        charge: { ...charge, refundedCentavos },
      },
    }
  })
type Good = typeof goodCases extends fc.Arbitrary<infer A> ? A : never

/** One condition after the other, broken alone. */
const breaks: Record<string, readonly [Verdict, (good: Good, word: string) => Payment | null]> = {
  'it exists': ['pago_inexistente', () => null],
  'it is of the environment': ['otro_ambiente', ({ payment }) => ({ ...payment, isLive: !payment.isLive })],
  'it is in MXN': ['otra_moneda', ({ payment }, word) => ({ ...payment, currency: word })],
  'it is confirmed': ['pago_no_confirmado', ({ payment }, word) => ({ ...payment, status: word })],
  'it is of the price': [
    'monto_insuficiente',
    ({ payment, price }) => ({
      ...payment,
      receivedCentavos: price - 1,
      charge: { ...payment.charge, refundedCentavos: 0 },
    }),
  ],
  'it was charged': ['cargo_no_pagado', ({ payment }) => ({ ...payment, charge: null })],
  'its charge is paid': [
    'cargo_no_pagado',
    ({ payment }) => ({ ...payment, charge: { ...payment.charge, isPaid: false } }),
  ],
  'its charge succeeded': [
    'cargo_no_pagado',
    ({ payment }, word) => ({ ...payment, charge: { ...payment.charge, status: word } }),
  ],
  'it is not disputed': [
    'disputado',
    ({ payment }) => ({ ...payment, charge: { ...payment.charge, isDisputed: true } }),
  ],
  'refunds leave the price': [
    'reembolsado',
    ({ payment, price }) => ({
      ...payment,
      charge: { ...payment.charge, refundedCentavos: payment.receivedCentavos - price + 1 },
    }),
  ],
  'it is not refunded': [
    'reembolsado',
    ({ payment }) => ({ ...payment, charge: { ...payment.charge, isRefunded: true } }),
  ],
}

describe('the verdict', () => {
  it('is that a payment backs a verification when every condition holds', () => {
    fc.assert(
      fc.property(goodCases, ({ payment, price, environment }) => {
        expect(judge(payment, price, environment)).toBeNull()
        expect(remarkOf(payment, price)).toBeNull()
      }),
    )
  })

  it.each(Object.keys(breaks))('turns when of all conditions only "%s" does not hold', (condition) => {
    const [reason, broken] = breaks[condition] ?? [null, () => null]
    fc.assert(
      fc.property(goodCases, words, (good, word) => {
        expect(judge(broken(good, word), good.price, good.environment)).toBe(reason)
      }),
    )
  })

  it('is the same however many conditions do not hold: the payment does not back it', () => {
    const anyPayment: fc.Arbitrary<Payment> = fc.record({
      status: fc.oneof(fc.constant('succeeded'), words),
      currency: fc.oneof(fc.constant('mxn'), words),
      receivedCentavos: fc.nat(300),
      isLive: fc.boolean(),
      charge: fc.option(
        fc.record({
          id: words,
          transferGroup: fc.constant(null),
          status: fc.oneof(fc.constant('succeeded'), words),
          isPaid: fc.boolean(),
          refundedCentavos: fc.nat(300),
          isRefunded: fc.boolean(),
          isDisputed: fc.boolean(),
          settledIn: fc.option(fc.constantFrom('mxn', 'usd')),
        }),
      ),
    })
    fc.assert(
      fc.property(anyPayment, fc.nat(300), environments, (any, price, environment) => {
        const { charge } = any
        const backs =
          any.isLive === (environment === 'production') &&
          any.status === 'succeeded' &&
          any.currency === 'mxn' &&
          charge?.settledIn !== 'usd' &&
          charge !== null &&
          any.receivedCentavos - charge.refundedCentavos >= price &&
          charge.isPaid &&
          charge.status === 'succeeded' &&
          !charge.isRefunded &&
          !charge.isDisputed
        expect(judge(any, price, environment) === null).toBe(backs)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the remark on a payment', () => {
  it.each<[string, ReturnType<typeof remarkOf>, Payment]>([
    ['that nothing happened to', null, payment],
    ['without a charge', null, { ...payment, charge: null }],
    ['whose refunds leave the price', null, { ...withCharge({ refundedCentavos: 50 }), receivedCentavos: price + 50 }],
    ['refunded below the price', 'reembolsado', withCharge({ refundedCentavos: 1 })],
    ['refunded as a whole', 'reembolsado', withCharge({ refundedCentavos: price, isRefunded: true })],
    ['disputed', 'disputado', withCharge({ isDisputed: true })],
    ['disputed and refunded', 'disputado', withCharge({ isDisputed: true, isRefunded: true })],
  ])('%s is %s', (_, remark, remarked) => {
    expect(remarkOf(remarked, price)).toBe(remark)
  })
})
