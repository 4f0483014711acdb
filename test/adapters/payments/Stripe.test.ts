import { Cause, Effect, Exit } from 'effect'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { couldBePaymentIntent, keyRefusal } from '#adapters/payments/Credentials.ts'
import { connections } from '#adapters/payments/Stripe.ts'
import { platformOf } from '#simulator/processor/Platform.ts'
import { answers, type Behaviour, type Receiver } from '#test/support/receivers.ts'
import { credentialsWith, http, inTurn, intent, order, paymentsOver, refusal } from '#test/support/stripeAnswers.ts'
import {
  credentialsOf,
  startPayments,
  startProcessor,
  type TestPayments,
  type TestProcessor,
} from '#tools/peers/processor.ts'

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
const put = (...fault: Parameters<TestProcessor['processor']['faults']['put']>) =>
  simulated.run(simulated.processor.faults.put(...fault))

/** The adapter over a processor that does this with every connection, until the end of the test. */
const over = async (behave: Behaviour) => {
  const adapter = await paymentsOver(behave)
  started.push(adapter)
  return adapter
}

describe('a payment at the simulated processor', () => {
  type Change = NonNullable<Parameters<TestProcessor['pay']>[0]>

  it.each<[string | null, Change]>([
    [null, {}],
    [null, { amountCentavos: 150_00, refundedCentavos: 50_00 }],
    ['otra_moneda', { currency: 'usd' }],
    ['otra_moneda', { settledIn: 'usd' }],
    ['otra_moneda', { currency: 'usd', settledIn: 'mxn' }],
    ['pago_no_confirmado', { status: 'processing' }],
    ['pago_no_confirmado', { status: 'requires_capture' }],
    ['pago_no_confirmado', { status: 'canceled' }],
    ['monto_insuficiente', { amountCentavos: 99_99 }],
    ['reembolsado', { refundedCentavos: 1 }],
    ['reembolsado', { refundedCentavos: 100_00 }],
    ['disputado', { isDisputed: true }],
  ])('is judged %s when it is %j', async (reason, change) => {
    expect(await payments.verify(simulated.credentials, await simulated.pay(change))).toBe(reason)
  })

  it('that the platform does not have is pago_inexistente, also when another one has it', async () => {
    const other = platformOf('another partner')
    await simulated.run(simulated.processor.registerKey(other.restrictedKey, false, other.destination))
    expect(await payments.verify(simulated.credentials, 'pi_unknown')).toBe('pago_inexistente')
    expect(await payments.verify(credentialsOf(other), await simulated.pay())).toBe('pago_inexistente')
  })

  it('of real money is otro_ambiente, even when a key of test mode shows it', async () => {
    await simulated.run(simulated.processor.registerKey('rk_test_odd', true, simulated.platform.destination))
    const id = await simulated.pay({ isLive: true })
    const credentials = { ...credentialsWith('rk_test_odd'), destination: simulated.platform.destination }
    expect(await payments.verify(credentials, id)).toBe('otro_ambiente')
  })

  it('is judged without its balance when the key may not read it', async () => {
    const refused = http(403, refusal('invalid_request_error'))
    const { server, verify } = await over(inTurn(refused, http(200, intent({}, { balance_transaction: 'txn_1' }))))
    expect(await verify(testKey, 'pi_1')).toBeNull()
    expect(server.received()).toContain('expand[0]=latest_charge HTTP/1.1')
  })

  it('is llave_rechazada when the processor does not know the key', async () => {
    expect(await payments.verify(testKey, await simulated.pay())).toBe('llave_rechazada')
  })

  it.each([
    ['error_500', 'procesador_fallo'],
    ['limite_429', 'limite_del_procesador'],
    ['respuesta_perdida', 'sin_respuesta'],
  ] as const)('under the fault %s is %s, and is verified once that is over', async (fault, reason) => {
    const id = await simulated.pay()
    await put('consultar_pago', fault, 1)
    expect(await payments.verify(simulated.credentials, id)).toBe(reason)
    expect(await payments.verify(simulated.credentials, id)).toBeNull()
  })

  it('that is never answered is sin_respuesta, and is verified once that is over', async () => {
    const id = await simulated.pay()
    await put('consultar_pago', 'sin_respuesta', 1)
    const silence = new Promise<void>(simulated.onSilence)
    const verified = payments.verify(simulated.credentials, id)
    await silence
    await payments.wait(2)
    expect(await verified).toBe('sin_respuesta')
    expect(await payments.verify(simulated.credentials, id)).toBeNull()
  })
})

describe('what is asked', () => {
  const requestOf = (server: Receiver) => {
    const [head = '', body] = server.received().split('\r\n\r\n')
    const [line, ...headers] = head.split('\r\n')
    const named = Object.fromEntries(
      headers.map((header) => [header.split(': ')[0]?.toLowerCase(), header.split(': ')[1]]),
    )
    return { line, named, body }
  }

  it('of a payment is the intent with its charge, in a version that is named, without telemetry', async () => {
    const { server, verify } = await over(answers(http(200, intent(), 'Request-Id: req_1')))
    await verify(testKey, 'pi_1')
    const { line, named, body } = requestOf(server)
    expect(line).toBe('GET /v1/payment_intents/pi_1?expand[0]=latest_charge.balance_transaction HTTP/1.1')
    expect(named).toMatchObject({ authorization: 'Bearer rk_test_1', 'stripe-version': '2026-10-28.endive' })
    expect(Object.keys(named)).not.toContain('x-stripe-client-telemetry')
    expect(named['x-stripe-client-user-agent']).not.toMatch(/telemetry|platform/)
    expect(body).toBe('')
  })
})

describe('an id', () => {
  const hostile = [
    '',
    '.',
    '..',
    'pi_',
    'pi_/../../v1/charges',
    'pi_1/capture',
    'pi_1?expand[]=x',
    'pi_1#x',
    'pi_1%2f',
    'pi_1.',
    'pi_\\1',
    'pi_1\r\nX: y',
    'pi_\0',
    'pi_ñ',
    'pi_１',
    'pi_1 ',
    ' pi_1',
    'ch_1',
    'PI_1',
    'seti_1',
    `pi_${'x'.repeat(198)}`,
    'pi_1\n',
    '__proto__',
  ]

  it.each(hostile)('%j is pago_inexistente, and nobody is asked', async (id) => {
    const { server, verify, transfer } = await over(answers(http(200, intent())))
    expect(await verify(testKey, id)).toBe('pago_inexistente')
    expect(await transfer(testKey, order({ paymentIntentId: id }))).toEqual({
      _tag: 'Failed',
      reason: 'pago_inexistente',
      isFinal: false,
      remark: null,
    })
    expect(server.connections()).toBe(0)
  })

  it.each(['pi_1', 'pi_3MtwBwLkdIwHu7ix28a3tqPa', 'pi_demo-1', `pi_${'x'.repeat(197)}`])(
    '%s may be asked for',
    (id) => {
      expect(couldBePaymentIntent(id)).toBe(true)
    },
  )
})

describe('a key', () => {
  it.each([
    ['rk_live_1', 'otro_ambiente'],
    ['sk_live_1', 'otro_ambiente'],
    ['pk_test_1', 'llave_rechazada'],
    ['rk_test_ñ', 'llave_rechazada'],
    ['rk_test_1\r\nX: y', 'llave_rechazada'],
    ['rk_test_', 'llave_rechazada'],
    ['', 'sin_credenciales'],
  ])('in the sandbox, %j is %s, and is shown to nobody', async (key, reason) => {
    const { server, verify, transfer, transfersOf } = await over(answers(http(200, intent())))
    const credentials = credentialsWith(key)
    expect(await verify(credentials, 'pi_1')).toBe(reason)
    expect(await transfersOf(credentials, 'pi_1')).toBe(reason)
    expect(await transfer(credentials, order())).toEqual({ _tag: 'Failed', reason, isFinal: false, remark: null })
    expect(server.connections()).toBe(0)
  })

  it.each([
    ['rk_test_1', 'otro_ambiente'],
    ['sk_test_1', 'otro_ambiente'],
    ['sk_live_1', 'llave_rechazada'],
    ['rk_live_1', null],
  ])('in production, %j is %s', (key, reason) => {
    expect(keyRefusal(key, 'production')).toBe(reason)
  })

  it.each(['rk_test_1', 'sk_test_1'])('%s is shown in the sandbox', async (key) => {
    const { verify } = await over(answers(http(200, intent())))
    expect(await verify(credentialsWith(key), 'pi_1')).toBeNull()
  })
})

describe('what it tells', () => {
  it('holds no key, no amount and no word of the processor', async () => {
    const words = { code: 'canary_code', param: 'canary_param', message: 'canary_message', doc_url: 'canary_url' }
    const { run } = await over(inTurn(http(400, refusal('canary_type', words), 'Request-Id: canary_request')))
    const credentials = credentialsWith('rk_test_canary_key')
    const told = (exit: Exit.Exit<unknown, unknown>): string =>
      Exit.isFailure(exit) ? `${Cause.pretty(exit.cause)} ${JSON.stringify(exit.cause)}` : ''
    const tellings = [
      told(await run((port) => Effect.exit(port.verify(credentials, 'pi_1', 123_45)))),
      told(await run((port) => Effect.exit(port.transfersOf(credentials, 'pi_1')))),
    ]
    for (const told of tellings) {
      expect(told).toContain('solicitud_rechazada')
      expect(told).not.toMatch(/canary|12345|123\.45/)
    }
    expect(await run((port) => port.transfer(credentials, order()))).toEqual({
      _tag: 'Failed',
      reason: 'solicitud_rechazada',
      isFinal: false,
      remark: null,
    })
  })

  it('says nothing of a notice that the processor sends', async () => {
    const warn = vi.spyOn(process, 'emitWarning')
    const { verify } = await over(answers(http(200, intent(), 'Stripe-Notice: canary')))
    expect(await verify(testKey, 'pi_1')).toBeNull()
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })
})

describe('an address', () => {
  it.each([
    ['production', 'http://127.0.0.1:1'],
    ['sandbox', 'ftp://127.0.0.1'],
    ['sandbox', 'not an address'],
  ] as const)('is refused in %s when it is %s', async (environment, host) => {
    const adapter = startPayments(host, environment)
    await expect(adapter.verify(testKey, 'pi_1')).rejects.toThrow('needs https')
  })
})

it('connections to the processor are 256, each made within five seconds, and verified', () => {
  const settings = { environment: 'production', host: null } as const
  expect(connections(settings)).toEqual({
    connections: 256,
    connect: { timeout: 5_000, rejectUnauthorized: true },
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16_384,
    allowH2: false,
  })
  expect(connections({ ...settings, certificates: 'one' }).connect.ca?.at(-1)).toBe('one')
})
