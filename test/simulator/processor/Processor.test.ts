import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { platformOf } from '#simulator/processor/Platform.ts'
import { type ApiAnswer, startProcessor, type TestProcessor } from '#tools/peers/processor.ts'

let simulated: TestProcessor
beforeEach(async () => {
  simulated = await startProcessor()
})
afterEach(() => simulated.stop())

const errorOf = ({ status, body }: ApiAnswer) => ({ status, ...body })
const charged = async (change: Parameters<TestProcessor['pay']>[0] = {}) =>
  simulated.chargeOf(await simulated.pay(change))
const make = (form: Record<string, string>) => simulated.call('POST', '/v1/transfers', { form })
const transferCount = async () => (await simulated.run(simulated.processor.transfers)).length

const library = () => {
  const { protocol, hostname, port } = new URL(simulated.address)
  expect(protocol).toBe('http:')
  return new Stripe(simulated.platform.restrictedKey, {
    protocol: 'http',
    host: hostname,
    port,
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

describe('a request', () => {
  it.each([
    ['without a key', null, /API key/],
    ['with an unknown key', 'rk_test_unknown1234', /^Invalid API Key provided: rk_test_\*\*\*1234$/],
  ])('%s answers 401 in Stripe’s form', async (_, key, message) => {
    const answer = await simulated.call('GET', '/v1/payment_intents/pi_1', { key })
    expect(errorOf(answer)).toEqual({
      status: 401,
      error: { type: 'invalid_request_error', message: expect.stringMatching(message) },
    })
    expect(answer.headers.get('request-id')).toMatch(/^req_[0-9A-Za-z]{14}$/)
  })

  it.each([
    ['GET', '/v1/charges'],
    ['POST', '/v1/payment_intents/pi_1'],
    ['DELETE', '/v1/transfers'],
    ['GET', '/'],
  ])('%s %s is an unknown route: 404 in Stripe’s form', async (method, path) => {
    expect(errorOf(await simulated.call(method, path))).toEqual({
      status: 404,
      error: { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` },
    })
  })

  it('sees what is of its own platform and mode, and nothing else', async () => {
    const other = platformOf('another')
    await simulated.run(simulated.processor.registerKey(other.restrictedKey, false, other.destination))
    await simulated.run(simulated.processor.registerKey('rk_live_1', true, simulated.platform.destination))
    await simulated.run(simulated.processor.registerKey('rk_test_2', false, simulated.platform.destination))
    const id = await simulated.pay()
    await make(simulated.order(await simulated.chargeOf(id)))
    const seen = async (key: string) => [
      (await simulated.call('GET', `/v1/payment_intents/${id}`, { key })).status,
      (await simulated.call('GET', '/v1/transfers', { key })).body['data'],
    ]
    expect(await seen('rk_test_2')).toEqual([200, [expect.objectContaining({ object: 'transfer' })]])
    expect(await seen(other.restrictedKey)).toEqual([404, []])
    expect(await seen('rk_live_1')).toEqual([404, []])
  })
})

it('a processor that goes on from what was kept repeats no transfer of an earlier key', async () => {
  const form = simulated.order(await charged())
  const again = () => simulated.call('POST', '/v1/transfers', { form, idempotencyKey: 'traslado-1' })
  const first = await again()
  const kept = simulated.processor.save.keep()
  await simulated.run(simulated.processor.reset)
  simulated.processor.save.put(kept)
  expect((await again()).body['id']).toBe(first.body['id'])
  expect(await transferCount()).toBe(1)
})

describe('a payment', () => {
  it('is read by the library with its charge expanded', async () => {
    const id = await simulated.pay({ amountCentavos: 150_00, refundedCentavos: 30_00, isDisputed: true })
    const intent = await library().paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(intent).toMatchObject({
      id: expect.stringMatching(/^pi_[0-9A-Za-z]{22}$/),
      object: 'payment_intent',
      status: 'succeeded',
      currency: 'mxn',
      amount: 150_00,
      amount_received: 150_00,
      livemode: false,
      latest_charge: {
        id: expect.stringMatching(/^ch_[0-9A-Za-z]{22}$/),
        object: 'charge',
        status: 'succeeded',
        paid: true,
        amount_refunded: 30_00,
        refunded: false,
        disputed: true,
        payment_intent: id,
      },
    })
  })

  it.each(['expand[]', 'expand[0]'])('expands what %s names, and names its charge otherwise', async (parameter) => {
    const id = await simulated.pay()
    const charge = await simulated.chargeOf(id)
    expect(charge).toMatch(/^ch_/)
    const expanded = await simulated.call('GET', `/v1/payment_intents/${id}?${parameter}=latest_charge`)
    expect(expanded.body['latest_charge']).toMatchObject({ id: charge })
    expect((await simulated.call('GET', `/v1/payment_intents/${id}?${parameter}=source`)).status).toBe(400)
  })

  it.each([
    [{}, 'mxn'],
    [{ settledIn: 'usd' }, 'usd'],
  ])('%j has a balance transaction in %s, from which transfers in that currency come', async (change, currency) => {
    const id = await simulated.pay(change)
    const path = `/v1/payment_intents/${id}`
    const named = await simulated.call('GET', `${path}?expand[]=latest_charge`)
    expect(named.body['latest_charge']).toMatchObject({ balance_transaction: expect.stringMatching(/^txn_/) })
    const { body } = await simulated.call('GET', `${path}?expand[]=latest_charge.balance_transaction`)
    expect(body['latest_charge']).toMatchObject({ balance_transaction: { object: 'balance_transaction', currency } })
    const answer = await make(simulated.order(await simulated.chargeOf(id)))
    expect(answer.status).toBe(currency === 'mxn' ? 200 : 400)
  })

  it.each([
    ['requires_payment_method', null, 0],
    ['canceled', null, 0],
    ['processing', { paid: false, status: 'pending' }, 0],
    ['requires_capture', { paid: true, status: 'succeeded', captured: false }, 0],
    ['succeeded', { paid: true, status: 'succeeded', captured: true }, 100_00],
  ] as const)('%s has such a charge', async (status, charge, received) => {
    const id = await simulated.pay({ status })
    const { body } = await simulated.call('GET', `/v1/payment_intents/${id}?expand[]=latest_charge`)
    expect(body['amount_received']).toBe(received)
    if (charge === null) expect(body['latest_charge']).toBeNull()
    else expect(body['latest_charge']).toMatchObject(charge)
  })

  it('that is changed keeps its id, its charge, and what is not said', async () => {
    const id = await simulated.pay({ status: 'succeeded', isDisputed: true })
    const charge = await simulated.chargeOf(id)
    await simulated.pay({ id, refundedCentavos: 100_00 })
    const { body } = await simulated.call('GET', `/v1/payment_intents/${id}?expand[]=latest_charge`)
    expect(body['latest_charge']).toMatchObject({ id: charge, disputed: true, refunded: true, amount_refunded: 100_00 })
  })

  it.each(['pi_unknown', 'pi_%2e%2e%2fx', '%zz'])('%s that there is not answers 404 resource_missing', async (id) => {
    const answer = await simulated.call('GET', `/v1/payment_intents/${id}`)
    expect(errorOf(answer)).toMatchObject({ status: 404, error: { code: 'resource_missing', param: 'intent' } })
  })
})

describe('a transfer', () => {
  it('made by the library is the one in the books', async () => {
    const id = await simulated.pay()
    const source = await simulated.chargeOf(id)
    const made = await library().transfers.create({
      amount: 100_00,
      currency: 'mxn',
      destination: simulated.platform.destination,
      source_transaction: source,
      transfer_group: 'ver_1',
      metadata: { verificacion_id: 'ver_1' },
    })
    expect(made).toMatchObject({
      id: expect.stringMatching(/^tr_[0-9A-Za-z]{22}$/),
      object: 'transfer',
      amount: 100_00,
      metadata: { verificacion_id: 'ver_1' },
    })
    expect(await simulated.run(simulated.processor.transfers)).toEqual([
      {
        id: made.id,
        destination: simulated.platform.destination,
        isLive: false,
        amountCentavos: 100_00,
        currency: 'mxn',
        sourceTransaction: source,
        paymentIntentId: id,
        group: 'ver_1',
        metadata: { verificacion_id: 'ver_1' },
        created: made.created,
      },
    ])
  })

  it.each<[string, Record<string, string>, Record<string, unknown>]>([
    ['of an unknown charge', { source_transaction: 'ch_1' }, { code: 'resource_missing', param: 'source_transaction' }],
    ['to an unknown destination', { destination: 'acct_1' }, { code: 'resource_missing', param: 'destination' }],
    ['in another currency', { currency: 'usd' }, { message: expect.stringContaining('currency') }],
    ['of more than the charge', { amount: '10001' }, { message: expect.stringContaining('exceed') }],
    ['of no charge', { source_transaction: '' }, { code: 'balance_insufficient' }],
    ['without an amount', { amount: '' }, { code: 'parameter_missing', param: 'amount' }],
    ['of a broken amount', { amount: '1.5' }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['with a strange parameter', { colour: 'red' }, { code: 'parameter_unknown', param: 'colour' }],
  ])('%s is refused with 400', async (_, changes, error) => {
    const answer = await make(simulated.order(await charged(), changes))
    expect(errorOf(answer)).toMatchObject({ status: 400, error: { type: 'invalid_request_error', ...error } })
    expect(await transferCount()).toBe(0)
  })

  it('may say what it is for, and tells in Unix seconds when it was made', async () => {
    const before = Math.floor(Date.now() / 1_000)
    const { status, body } = await make(simulated.order(await charged(), { description: 'Verificación' }))
    expect([status, body['object']]).toEqual([200, 'transfer'])
    const { body: payment } = await simulated.call('GET', `/v1/payment_intents/${await simulated.pay()}`)
    for (const { created } of [body, payment]) {
      expect(Number(created)).toBeGreaterThanOrEqual(before)
      expect(Number(created)).toBeLessThanOrEqual(Date.now() / 1_000)
    }
  })

  it('of a charge that has not succeeded is refused', async () => {
    const id = await simulated.pay()
    const source = await simulated.chargeOf(id)
    await simulated.pay({ id, status: 'processing' })
    expect((await make(simulated.order(source))).status).toBe(400)
  })

  it('is refused when the charge has not that much left', async () => {
    const source = await charged()
    const amounts = ['6000', '4001', '4000', '1']
    const statuses: Array<number> = []
    for (const amount of amounts) {
      statuses.push((await make(simulated.order(source, { amount }))).status)
    }
    expect(statuses).toEqual([200, 400, 200, 400])
  })
})
