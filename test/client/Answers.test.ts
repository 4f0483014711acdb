import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Clock, Cotejo, CotejoAnswerError, CotejoConnectionError, CotejoError } from '#client/Client.ts'
import { apiKey, failureOf } from '#test/support/client.ts'

const verification = { verificacion_id: 'ver_1', estado: 'en_proceso', consentimiento: {}, cobro: {} }
const consumption = { modo: 'consumo', moneda: 'MXN', tenant: 'luna', monto_por_verificacion: 250 }

interface Answer {
  readonly status?: number
  readonly body: unknown
  readonly headers?: Record<string, string>
}

/** A client whose requests go nowhere: what it sent, how long it slept, and what it is answered. */
const clientOf = (answers: ReadonlyArray<Answer | Error | string>, maxRetries = 0) => {
  const sent: Array<readonly [url: string, init: object]> = []
  const slept: Array<number> = []
  const fetch = async (url: string, { signal: _, ...init }: { readonly signal: AbortSignal }) => {
    sent.push([url, init])
    const answer = answers[Math.min(sent.length, answers.length) - 1] ?? ''
    if (answer instanceof Error || typeof answer === 'string') throw answer
    const { status = 200, body, headers = {} } = answer
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return { status, headers: new Headers(headers), text: async () => text }
  }
  const clock: Clock = { now: () => 0, sleep: async (ms) => void slept.push(ms) }
  const cotejo = new Cotejo({ baseUrl: 'https://api.example.com/base/', apiKey, fetch, maxRetries }, clock)
  return { cotejo, sent, slept }
}

describe('an answer that is not of the interface', () => {
  it.each(['modo', 'moneda', 'tenant', 'monto_por_verificacion'])('is a consumption without %s', async (name) => {
    const { cotejo } = clientOf([{ body: { ...consumption, [name]: null } }])
    expect(await failureOf(cotejo.consumption())).toBeInstanceOf(CotejoAnswerError)
  })

  it.each([
    { verificacion_id: 3 },
    { estado: null },
    { consentimiento: 'x' },
    { cobro: undefined },
    { estado: 'emitida' },
    { estado: 'emitida', recomendacion: null },
    { estado: 'emitida', recomendacion: 'x' },
  ])('is a verification with %j', async (changes) => {
    const { cotejo } = clientOf([{ body: { ...verification, ...changes } }])
    const failure = await failureOf(cotejo.retrieve('ver_1'))
    expect(failure).toBeInstanceOf(CotejoAnswerError)
    expect(failure).toMatchObject({ name: 'CotejoAnswerError', codigo: null, status: 200, retryable: false })
    expect(failure).toMatchObject({
      message: '200 the answer is not of the interface',
      mensaje: 'the answer is not of the interface',
    })
  })

  it('is not one with a recommendation', async () => {
    const emitted = { ...verification, estado: 'emitida', recomendacion: {} }
    expect(await clientOf([{ body: emitted }]).cotejo.retrieve('ver_1')).toEqual(emitted)
  })

  it.each([
    ['an error with 200', { body: { codigo: 'llave_invalida', mensaje: 'x' } }],
    ['a good one with 201', { status: 201, body: verification }],
    ['no JSON', { body: '<html>' }],
    ['a code that looks like none', { status: 400, body: { codigo: 'X Y', mensaje: 'x' } }],
    ['an error without a text', { status: 400, body: { codigo: 'llave_invalida' } }],
  ])('is %s', async (_, answer) => {
    expect(await failureOf(clientOf([answer]).cotejo.retrieve('ver_1'))).toBeInstanceOf(CotejoAnswerError)
  })
})

describe('a refusal', () => {
  const refusal = { codigo: 'consumo_agotado', mensaje: 'Sin saldo.' }

  it('tells its code, text, status and request', async () => {
    const headers = { 'service-request-id': 'req_0a', 'retry-after': '3' }
    const failure = await failureOf(clientOf([{ status: 402, body: refusal, headers }]).cotejo.list())
    expect(failure).toBeInstanceOf(CotejoError)
    expect(failure).not.toBeInstanceOf(CotejoAnswerError)
    expect(failure).toMatchObject({ ...refusal, name: 'CotejoError', message: '402 consumo_agotado', status: 402 })
    expect(failure).toMatchObject({ requestId: 'req_0a', retryAfterSeconds: 3, retryable: false })
  })

  it.each(['', 'req_', 'xreq_0a', 'req_0a-', `req_${'a'.repeat(65)}`])(
    'has no request that is called %j',
    async (id) => {
      const headers = { 'service-request-id': id }
      const failure = await failureOf(clientOf([{ status: 402, body: refusal, headers }]).cotejo.list())
      expect(failure).toMatchObject({ requestId: null, retryAfterSeconds: null })
    },
  )
})

describe('nothing that is answered', () => {
  it.each([
    [new Error('x', { cause: { code: 'ECONNREFUSED' } }), ' (ECONNREFUSED)'],
    [new Error('x', { cause: { code: 'E_1' } }), ' (E_1)'],
    [new Error('x', { cause: { code: 'my key' } }), ''],
    [new Error('x', { cause: { code: 'Ekey' } }), ''],
    [new Error('x', { cause: { code: 'keyE' } }), ''],
    [new Error('x'), ''],
    ['x', ''],
  ])('is a failure to connect that says no more than a code: %s', async (thrown, code) => {
    const failure = await failureOf(clientOf([thrown]).cotejo.list())
    expect(failure).toBeInstanceOf(CotejoConnectionError)
    const message = `the service cannot be reached${code}`
    expect(failure).toMatchObject({ name: 'CotejoConnectionError', message, mensaje: message, codigo: null })
    expect(failure).toMatchObject({ status: null, requestId: null, retryAfterSeconds: null, retryable: true })
  })
})

describe('the wait before the next attempt', () => {
  it.each([
    [500, undefined, [750, 1_500, 3_000, 6_000]],
    [503, undefined, [75_000, 150_000, 150_000, 150_000]],
    [429, '20', [20_250, 20_500, 21_000, 22_000]],
    [429, '120', [120_250, 120_500, 121_000, 122_000]],
    [429, '121', []],
  ])('after %i with Retry-After %s, where the dice fall in the middle, is %j', async (status, seconds, waits) => {
    const drawn = vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation((numbers) => {
      if (numbers instanceof Uint32Array) numbers.fill(2 ** 31)
      return numbers
    })
    onTestFinished(() => drawn.mockRestore())
    const headers: Record<string, string> = seconds === undefined ? {} : { 'retry-after': seconds }
    const body = { codigo: 'error_interno', mensaje: 'x' }
    const { cotejo, slept } = clientOf([{ status, body, headers }], 4)
    await failureOf(cotejo.list())
    expect(slept).toEqual(waits)
  })
})
