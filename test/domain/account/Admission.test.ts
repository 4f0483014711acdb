import { DateTime } from 'effect'
import { describe, expect, it } from 'vitest'
import { type Admission, type Candidate, type Facts, judge } from '#domain/account/Admission.ts'
import { monthOf } from '#domain/account/Quota.ts'

const now = 1_792_000_000_000
const createdAt = DateTime.makeUnsafe('2026-10-31T23:00:00.000Z')

const candidate: Candidate = {
  plan: { requestsPerMinute: 2, monthlyQuota: 3 },
  terms: { mode: 'consumo', priceCentavos: 100, paymentIntentId: null },
  fingerprint: 'this body',
  quotaMonth: monthOf(createdAt),
  createdAt,
}
const connected: Candidate = {
  ...candidate,
  terms: { mode: 'connect', priceCentavos: 100, paymentIntentId: 'pi_1' },
}
const facts: Facts = {
  accountIsOpen: true,
  earlier: null,
  now,
  rate: [{ at: now - 5_000, count: 1 }],
  created: [{ month: '2026-10', created: 2 }],
  balance: { settledCentavos: 250, heldCentavos: 150 },
  paymentIsTaken: false,
}
const view = { _tag: 'Ended', id: 'ver_1', document: null } as const
/** What a verdict leaves as it was. */
const untouched = { rate: facts.rate, created: facts.created, balance: facts.balance, claimedPayment: null }
/** The plan has two, and the first of them leaves the window in 55 s. */
const left = { requests: 0, seconds: 55 }
const window = [
  { at: now - 5_000, count: 1 },
  { at: now, count: 1 },
]

describe('an admission', () => {
  it('in mode consumo holds the price, and counts the request and the verification', () => {
    expect(judge('whole', candidate, facts)).toStrictEqual({
      admission: { _tag: 'Created', rate: left },
      rate: window,
      created: [{ month: '2026-10', created: 3 }],
      balance: { settledCentavos: 250, heldCentavos: 250 },
      claimedPayment: null,
    })
  })

  it('in mode connect claims the payment, and holds nothing', () => {
    expect(judge('whole', connected, facts)).toStrictEqual({
      admission: { _tag: 'Created', rate: left },
      rate: window,
      created: [{ month: '2026-10', created: 3 }],
      balance: facts.balance,
      claimedPayment: 'pi_1',
    })
  })

  it('counts the request, and nothing else, where the balance does not cover it [consumo_agotado]', () => {
    const balance = { settledCentavos: 249, heldCentavos: 150 }
    expect(judge('whole', candidate, { ...facts, balance })).toStrictEqual({
      ...untouched,
      admission: { _tag: 'BalanceInsufficient' },
      rate: window,
      balance,
    })
  })

  it.each([
    ['backs another verification', connected, { ...facts, paymentIsTaken: true }],
    ['is not named', { ...connected, terms: { ...connected.terms, paymentIntentId: null } }, facts],
  ])('counts the request, and nothing else, where the payment %s [pago_requerido]', (_, asked, known) => {
    expect(judge('whole', asked, known)).toStrictEqual({
      ...untouched,
      admission: { _tag: 'PaymentTaken' },
      rate: window,
    })
  })

  it('does not look whether a payment is taken in mode consumo', () => {
    expect(judge('whole', candidate, { ...facts, paymentIsTaken: true }).admission).toEqual({
      _tag: 'Created',
      rate: left,
    })
  })

  it.each<[Admission, string | null]>([
    [{ _tag: 'Replayed', view }, 'this body'],
    [{ _tag: 'Conflict' }, 'another body'],
    [{ _tag: 'Conflict' }, null],
  ])('is %j, and changes nothing, where the body that came before was: %s', (admission, fingerprint) => {
    const rate = [{ at: now, count: 2 }]
    expect(judge('whole', candidate, { ...facts, rate, earlier: { fingerprint, view } })).toStrictEqual({
      ...untouched,
      rate,
      admission,
    })
  })

  it('of a closed account changes nothing, be it one that came before', () => {
    const known = { ...facts, accountIsOpen: false, earlier: { fingerprint: 'this body', view } }
    expect(judge('whole', candidate, known)).toStrictEqual({ ...untouched, admission: { _tag: 'AccountClosed' } })
  })

  it('beyond the rate changes nothing, whatever the quota [limite_excedido]', () => {
    const rate = [{ at: now - 5_000, count: 2 }]
    const created = [{ month: '2026-10', created: 3 }]
    expect(judge('whole', candidate, { ...facts, rate, created })).toStrictEqual({
      ...untouched,
      rate,
      created,
      admission: { _tag: 'RateExceeded', retryAfterSeconds: 55 },
    })
  })

  it('beyond the quota changes nothing, not even the rate [limite_excedido]', () => {
    const created = [{ month: '2026-10', created: 3 }]
    expect(judge('whole', candidate, { ...facts, created })).toStrictEqual({
      ...untouched,
      created,
      // Until midnight of Mexico City.
      admission: { _tag: 'QuotaExceeded', retryAfterSeconds: 7 * 3_600 },
    })
  })

  it.each([
    ['has none', null],
    ['is for more', 4],
  ])('goes on where the quota %s', (_, monthlyQuota) => {
    const asked = { ...candidate, plan: { ...candidate.plan, monthlyQuota } }
    const created = [{ month: '2026-10', created: 3 }]
    expect(judge('whole', asked, { ...facts, created }).admission).toEqual({ _tag: 'Created', rate: left })
  })

  it('while it screens consumes the rate, and creates nothing', () => {
    expect(judge('precheck', connected, { ...facts, paymentIsTaken: true })).toStrictEqual({
      ...untouched,
      admission: { _tag: 'Prechecked', rate: left },
      rate: window,
    })
  })

  it('after the precheck leaves the rate alone, and judges the rest', () => {
    const rate = [{ at: now, count: 2 }]
    expect(judge('prechecked', connected, { ...facts, rate })).toStrictEqual({
      admission: { _tag: 'Created', rate: null },
      rate,
      created: [{ month: '2026-10', created: 3 }],
      balance: facts.balance,
      claimedPayment: 'pi_1',
    })
    const created = [{ month: '2026-10', created: 3 }]
    expect(judge('prechecked', connected, { ...facts, created }).admission._tag).toBe('QuotaExceeded')
  })
})
