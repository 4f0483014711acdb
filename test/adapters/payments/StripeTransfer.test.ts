import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TransferOutcome } from '#domain/delivery/Transfer.ts'
import type { Behaviour } from '#test/support/receivers.ts'
import {
  credentialsWith,
  http,
  inTurn,
  intent,
  made,
  order,
  page,
  paymentsOver,
  refusal,
} from '#test/support/stripeAnswers.ts'
import { startPayments, startProcessor, type TestPayments, type TestProcessor } from '#tools/peers/processor.ts'

let simulated: TestProcessor
let payments: TestPayments
const started: Array<{ readonly stop: () => Promise<void> }> = []

beforeAll(async () => {
  simulated = await startProcessor()
  payments = startPayments(simulated.address)
})
afterAll(() => Promise.all([payments.stop(), simulated.stop()]))
afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.stop()))
})

const testKey = credentialsWith('rk_test_1')
const over = async (behave: Behaviour) => {
  const adapter = await paymentsOver(behave)
  started.push(adapter)
  return adapter
}
const none = http(200, page([]))
const failed = (reason: string, isFinal: boolean): TransferOutcome => ({
  _tag: 'Failed',
  reason,
  isFinal,
  remark: null,
})

describe('a transfer', () => {
  it('is of the amount from the charge to the destination, under the idempotency key', async () => {
    const { server, transfer } = await over(inTurn(http(200, intent()), none, http(200, made())))
    expect(await transfer(testKey, order())).toEqual({ _tag: 'Transferred', transferId: 'tr_1', remark: null })
    const create = server.received().slice(server.received().indexOf('POST'))
    expect(create).toMatch(/^POST \/v1\/transfers HTTP\/1\.1\r\n/)
    expect(create).toContain('\r\nIdempotency-Key: cotejo-pi_1-1\r\n')
    expect(Object.fromEntries(new URLSearchParams(create.split('\r\n\r\n')[1]))).toEqual({
      amount: '10000',
      currency: 'mxn',
      destination: 'acct_1',
      source_transaction: 'ch_1',
      transfer_group: 'cotejo-pi_1',
      'metadata[verificacion_id]': 'ver_1',
      'metadata[payment_intent_id]': 'pi_1',
    })
  })

  it.each([
    [null, {}],
    [null, { amountCentavos: 150_00, refundedCentavos: 50_00 }],
    ['reembolsado', { refundedCentavos: 50_00 }],
    ['reembolsado', { refundedCentavos: 100_00 }],
    ['disputado', { isDisputed: true, refundedCentavos: 100_00 }],
  ] as const)('is made, with the remark %s, from a payment that is %j', async (remark, change) => {
    const paymentIntentId = await simulated.pay(change)
    const one = order({ paymentIntentId, verificationId: paymentIntentId, idempotencyKey: `${paymentIntentId}-1` })
    const outcome = await payments.transfer(simulated.credentials, one)
    expect(outcome).toEqual({ _tag: 'Transferred', transferId: expect.stringMatching(/^tr_/), remark })
  })

  it('that fails has the remark too', async () => {
    const paymentIntentId = await simulated.pay({ isDisputed: true, amountCentavos: 99_99 })
    const outcome = await payments.transfer(simulated.credentials, order({ paymentIntentId }))
    expect(outcome).toEqual({ _tag: 'Failed', reason: 'transferencia_rechazada', isFinal: true, remark: 'disputado' })
  })

  it.each([
    ['pago_inexistente', 'that the processor does not have', http(404, refusal('x', { code: 'resource_missing' }))],
    ['cargo_inexistente', 'that was never charged', http(200, intent({}, null))],
    [
      'procesador_fallo',
      'about which the processor fails',
      http(500, refusal('api_error'), 'Idempotent-Replayed: true'),
    ],
    ['respuesta_ilegible', 'about which it answers garbage', http(200, {})],
  ])('ends in %s, not for ever, and nothing is made from a payment %s', async (reason, _, answer) => {
    const { server, transfer } = await over(inTurn(answer, http(200, made())))
    expect(await transfer(testKey, order())).toEqual(failed(reason, false))
    expect(server.received()).not.toContain('POST')
  })
})

describe('before a transfer', () => {
  const other = { verificacion_id: 'ver_2', payment_intent_id: 'pi_1' }

  it.each([
    ['for this verification', {}],
    ['for another verification, under whichever key', { metadata: other }],
    ['and taken back', { reversed: true }],
    ['of another amount', { amount: 1 }],
  ])('one of the payment that was made %s is found, and none is made', async (_, changes) => {
    const { server, transfer } = await over(
      inTurn(http(200, intent()), http(200, page([made(changes)])), http(200, made({ id: 'tr_2' }))),
    )
    expect(await transfer(testKey, order())).toEqual({ _tag: 'Transferred', transferId: 'tr_1', remark: null })
    expect(server.received()).toContain('GET /v1/transfers?transfer_group=cotejo-pi_1&limit=100 HTTP/1.1')
    expect(server.received()).not.toContain('POST')
  })

  it.each([
    ['from another charge', { source_transaction: 'ch_2' }],
    ['from no charge', { source_transaction: null }],
    ['by somebody else', { metadata: {}, currency: 'usd' }],
  ])('one that was made %s does not count', async (_, changes) => {
    const { transfer } = await over(
      inTurn(http(200, intent()), http(200, page([made(changes)])), http(200, made({ id: 'tr_2' }))),
    )
    expect(await transfer(testKey, order())).toEqual({ _tag: 'Transferred', transferId: 'tr_2', remark: null })
  })

  it('it is looked for in the group of the payment and in the own one, and made in that of the payment', async () => {
    const grouped = http(200, intent({}, { transfer_group: 'renta 7' }))
    const { server, transfer } = await over(inTurn(grouped, none, none, http(200, made())))
    expect(await transfer(testKey, order())).toMatchObject({ _tag: 'Transferred' })
    expect(server.received().match(/GET \/v1\/transfers\S+/g)).toEqual([
      'GET /v1/transfers?transfer_group=renta%207&limit=100',
      'GET /v1/transfers?transfer_group=cotejo-pi_1&limit=100',
    ])
    expect(server.received()).toContain('&transfer_group=renta%207&')
  })

  it.each<[string, string]>([
    ['respuesta_ilegible', http(200, page([], true))],
    ['respuesta_ilegible', http(200, { object: 'list', data: [] })],
    ['respuesta_ilegible', http(200, page([made({ id: 'x' })]))],
    ['procesador_fallo', http(500, refusal('api_error'))],
    ['limite_del_procesador', http(429, refusal('rate_limit_error'))],
  ])('nothing is made, and it ends in %s, not for ever, when it cannot be seen', async (reason, answer) => {
    const { server, transfer } = await over(inTurn(http(200, intent()), answer))
    expect(await transfer(testKey, order())).toEqual(failed(reason, false))
    expect(server.received().match(/(?:GET|POST) \/v1\/transfers/g)).toEqual(['GET /v1/transfers'])
  })
})

describe('the transfers of a payment', () => {
  it('are all of its own, whatever the number of pages and whatever else is in its group', async () => {
    const [id, other] = [await simulated.pay({ amountCentavos: 1_000, group: 'renta' }), await simulated.pay()]
    const source = await simulated.chargeOf(id)
    const paid = { transfer_group: 'renta', 'metadata[payment_intent_id]': id }
    const ids: Array<unknown> = []
    for (let made = 0; made < 205; made++) {
      const form = simulated.order(source, { ...paid, amount: '2' })
      ids.push((await simulated.call('POST', '/v1/transfers', { form })).body['id'])
    }
    const form = simulated.order(await simulated.chargeOf(other), { transfer_group: 'renta' })
    await simulated.call('POST', '/v1/transfers', { form })
    const expected = ids.toReversed().map((transferId) => ({
      transferId,
      verificationId: 'ver_1',
      paymentIntentId: id,
      amountCentavos: 2,
      isReversed: false,
    }))
    expect(await payments.transfersOf(simulated.credentials, id)).toEqual(expected)
    expect(await payments.transfersOf(simulated.credentials, 'pi_none')).toEqual([])
  })

  it.each([
    ['respuesta_ilegible', http(200, page([made()], true))],
    ['llave_rechazada', http(401, refusal('invalid_request_error'))],
    ['procesador_fallo', http(500, refusal('api_error'))],
  ])('are not known, for %s', async (reason, answer) => {
    const { transfersOf } = await over(inTurn(http(200, intent()), answer))
    expect(await transfersOf(testKey, 'pi_1')).toBe(reason)
  })

  it('are not known of a processor that goes on without end: it is left after five pages', async () => {
    const { server, transfersOf } = await over(inTurn(http(200, intent()), http(200, page([made()], true))))
    expect(await transfersOf(testKey, 'pi_1')).toBe('respuesta_ilegible')
    expect(server.received().match(/GET \/v1\/transfers/g)).toHaveLength(5)
  })
})

describe('the latest transfers to a destination', () => {
  it('are those of this service, newest first, page by page', async () => {
    const { server, latestTransfers } = await over(
      inTurn(
        http(200, page([made(), made({ id: 'tr_2', metadata: {}, source_transaction: null })], true)),
        http(200, page([made({ id: 'tr_3', reversed: true })])),
      ),
    )
    const one = { verificationId: 'ver_1', paymentIntentId: 'pi_1', amountCentavos: 100_00 }
    expect(await latestTransfers(testKey)).toEqual([
      { ...one, transferId: 'tr_1', isReversed: false },
      { ...one, transferId: 'tr_3', isReversed: true },
    ])
    expect(server.received().match(/GET \/v1\/transfers\S+/g)).toEqual([
      'GET /v1/transfers?destination=acct_1&limit=100',
      'GET /v1/transfers?destination=acct_1&limit=100&starting_after=tr_2',
    ])
  })

  it('are 10,000 at most', async () => {
    const { server, latestTransfers } = await over(inTurn(http(200, page([made()], true))))
    expect(await latestTransfers(testKey)).toHaveLength(100)
    expect(server.received().match(/GET /g)).toHaveLength(100)
  })
})
