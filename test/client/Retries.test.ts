import { getEventListeners } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Clock, Cotejo, CotejoAnswerError, CotejoConnectionError } from '#client/Client.ts'
import { systemClock } from '#client/Clock.ts'
import { apiKey, failureOf, peticionOf, scriptedClient } from '#test/support/client.ts'
import { answer, type Step } from '#test/support/scriptedService.ts'
import { type Codigo, catalog } from '#wire/Errores.ts'

const verification = { verificacion_id: 'ver_1', estado: 'en_proceso', consentimiento: {}, cobro: {} }
const good = answer(200, verification)
const refusal = (codigo: Codigo, headers: Record<string, string> = {}) =>
  answer(catalog[codigo].status, { codigo, mensaje: catalog[codigo].mensaje }, headers)

const dropped: Step = (response) => void response.socket?.destroy()
const droppedWithinTheBody: Step = (response) =>
  void response.writeHead(200, { 'content-length': '1000' }).write('{"verificacion_id":', () => response.destroy())
const silent: Step = () => {}
const silentWithinTheBody: Step = (response) => void response.writeHead(200).write('{"verificacion_id":')

/** Each wait lies between half and all of what it doubles to. */
const expectWaits = (slept: ReadonlyArray<number>, ...longest: ReadonlyArray<number>) => {
  expect(slept).toHaveLength(longest.length)
  for (const [index, most] of longest.entries()) {
    expect(slept[index]).toBeGreaterThanOrEqual(most / 2)
    expect(slept[index]).toBeLessThan(most)
  }
}

/** Each wait of a service without its database is all of what it doubles to, and up to half of it more. */
const expectMinutes = (slept: ReadonlyArray<number>, ...least: ReadonlyArray<number>) =>
  expectWaits(
    slept.map((wait, index) => wait - (least[index] ?? 0) / 2),
    ...least,
  )

describe('a call that may succeed later', () => {
  // A limit of 1 s for the calls that stay without an answer; the others must be answered, however busy the machine.
  it.each<[string, Step, { timeoutMs?: number }?]>([
    ['500 error_interno', refusal('error_interno')],
    ['500 respuesta_retenida', refusal('respuesta_retenida')],
    ['429 limite_excedido', refusal('limite_excedido')],
    ['502 of a gateway', answer(502, '<html>Bad Gateway</html>')],
    ['504 of a gateway', answer(504, '')],
    ['a lost connection', dropped],
    ['a connection lost within the answer', droppedWithinTheBody],
    ['silence', silent, { timeoutMs: 1_000 }],
    ['silence within the answer', silentWithinTheBody, { timeoutMs: 1_000 }],
  ])('is repeated after %s, with waits that double from 1 s', async (_, step, options = {}) => {
    const { cotejo, service, slept } = await scriptedClient([step, step, step, good], options)
    expect(await cotejo.create(peticionOf())).toEqual(verification)
    expect(service.seen).toHaveLength(4)
    expectWaits(slept, 1_000, 2_000, 4_000)
  })

  it.each([
    ['120', 2],
    ['121', 1],
  ])('is repeated after Retry-After: %s where that is two minutes at most: %i requests', async (seconds, requests) => {
    const steps = [refusal('limite_excedido', { 'retry-after': seconds }), good]
    const { cotejo, service } = await scriptedClient(steps)
    await cotejo.create(peticionOf()).catch(() => undefined)
    expect(service.seen).toHaveLength(requests)
  })

  it('is repeated after minutes while the service lacks its database: 503 base_no_alcanzable', async () => {
    const step = refusal('base_no_alcanzable')
    const { cotejo, slept } = await scriptedClient([step, step, step, good])
    expect(await cotejo.create(peticionOf())).toEqual(verification)
    expectMinutes(slept, 60_000, 120_000, 120_000)
  })

  it('is repeated after seconds while the service is overloaded: 503 with Retry-After', async () => {
    const step = refusal('base_no_alcanzable', { 'retry-after': '1' })
    const { cotejo, slept } = await scriptedClient([step, step, step, good])
    expect(await cotejo.create(peticionOf())).toEqual(verification)
    const [first = 0, ...later] = slept
    expect(first).toBeGreaterThanOrEqual(1_000)
    expect(first).toBeLessThan(1_500)
    expectWaits(later, 2_000, 4_000)
  })

  it('says the same each time, with the same Idempotency-Key', async () => {
    const { cotejo, service } = await scriptedClient([dropped, refusal('error_interno'), good])
    const peticion = peticionOf('sol-repetida')
    const created = cotejo.create(peticion)
    peticion.solicitud_id = 'sol-otra'
    await created
    const [first, ...others] = service.seen.map(({ method, path, headers, body }) => ({ method, path, headers, body }))
    expect(first).toMatchObject({ headers: { 'idempotency-key': 'sol-repetida' } })
    expect(others).toEqual([first, first])
  })

  it('is repeated 4 times, and then its last failure is told', async () => {
    const { cotejo, service, slept } = await scriptedClient([dropped, refusal('error_interno')])
    const failure = { codigo: 'error_interno', status: 500, retryable: true }
    expect(await failureOf(cotejo.list())).toMatchObject(failure)
    expect(service.seen).toHaveLength(5)
    expectWaits(slept, 1_000, 2_000, 4_000, 8_000)
  })

  it.each([0, 1, 2])('is repeated at most maxRetries times: %i', async (maxRetries) => {
    const { cotejo, service } = await scriptedClient([refusal('error_interno')], { maxRetries })
    expect(await failureOf(cotejo.consumption())).toMatchObject({ codigo: 'error_interno' })
    expect(service.seen).toHaveLength(1 + maxRetries)
  })

  it('is repeated on reading as on writing, but health is asked once', async () => {
    for (const method of ['list', 'consumption', 'health'] as const) {
      const { cotejo, service } = await scriptedClient([refusal('base_no_alcanzable')])
      expect(await failureOf(cotejo[method]())).toMatchObject({ codigo: 'base_no_alcanzable' })
      expect(service.seen).toHaveLength(method === 'health' ? 1 : 5)
    }
  })

  it('does not wait the same each time', async () => {
    const { cotejo, slept } = await scriptedClient([refusal('error_interno')])
    for (let index = 0; index < 5; index++) await failureOf(cotejo.list())
    expect(new Set(slept.filter((_, index) => index % 4 === 0)).size).toBe(5)
  })
})

describe('Retry-After', () => {
  it('is waited out, and a little more: 429 limite_excedido', async () => {
    const { cotejo, slept } = await scriptedClient([refusal('limite_excedido', { 'retry-after': '20' }), good])
    await cotejo.create(peticionOf())
    expect(slept[0]).toBeGreaterThanOrEqual(20_000)
    expect(slept[0]).toBeLessThan(20_500)
  })

  it('is waited out in full however fast the time of a simulator runs: timeScale shortens the backoff alone', async () => {
    const steps = [refusal('limite_excedido', { 'retry-after': '20' }), refusal('error_interno'), good]
    const { cotejo, slept } = await scriptedClient(steps, { timeScale: 100 })
    await cotejo.create(peticionOf())
    expect(slept[0]).toBeGreaterThanOrEqual(20_000)
    expect(slept[1]).toBeLessThanOrEqual(20)
  })

  it('of more than 2 minutes, as of a monthly quota, is told and not waited for', async () => {
    const { cotejo, service, slept } = await scriptedClient([refusal('limite_excedido', { 'retry-after': '864000' })])
    const failure = { codigo: 'limite_excedido', status: 429, retryAfterSeconds: 864_000, retryable: true }
    expect(await failureOf(cotejo.create(peticionOf()))).toMatchObject(failure)
    expect([service.seen.length, slept]).toEqual([1, []])
  })

  const date = 'Wed, 21 Oct 2026 07:28:00 GMT'

  it.each([
    ['Wed, 21 Oct 2026 07:28:30 GMT', 30],
    ['Wed, 21 Oct 2026 07:27:00 GMT', 0],
  ])('that is a date counts from the date of its answer: %s', async (text, seconds) => {
    const headers = { date, 'retry-after': text }
    const { cotejo, slept } = await scriptedClient([refusal('limite_excedido', headers)], { maxRetries: 1 })
    expect(await failureOf(cotejo.list())).toMatchObject({ retryAfterSeconds: seconds })
    expect(slept[0]).toBeGreaterThanOrEqual(seconds * 1_000)
    expect(slept[0]).toBeLessThan(seconds * 1_000 + 1_000)
  })

  it('that is a date of next month is told and not waited for', async () => {
    const headers = { date, 'retry-after': 'Sun, 01 Nov 2026 07:28:00 GMT' }
    const { cotejo, slept } = await scriptedClient([refusal('limite_excedido', headers)])
    expect(await failureOf(cotejo.list())).toMatchObject({ retryAfterSeconds: 11 * 86_400 })
    expect(slept).toEqual([])
  })

  it.each(['soon', '-1', '1.5', '', '2026-10-21', 'Wed, 99 Oct 2026 07:28:00 GMT'])(
    'of neither seconds nor a date is none: %j',
    async (text) => {
      const { cotejo, slept } = await scriptedClient([refusal('limite_excedido', { 'retry-after': text })], {
        maxRetries: 1,
      })
      expect(await failureOf(cotejo.list())).toMatchObject({ retryAfterSeconds: null })
      expectWaits(slept, 1_000)
    },
  )
})

describe('a call that will not succeed by itself', () => {
  const passing = new Set(['error_interno', 'respuesta_retenida', 'base_no_alcanzable', 'limite_excedido'])
  const codes = Object.keys(catalog).filter((codigo): codigo is Codigo => !passing.has(codigo))
  it.each(codes)('is not repeated: %s', async (codigo) => {
    const { cotejo, service, slept } = await scriptedClient([refusal(codigo)])
    expect(await failureOf(cotejo.create(peticionOf()))).toMatchObject({ codigo, retryable: false })
    expect([service.seen.length, slept]).toEqual([1, []])
  })
})

describe('a failure without an answer', () => {
  it('tells that time ran out', async () => {
    const { cotejo } = await scriptedClient([silent], { timeoutMs: 50, maxRetries: 0 })
    const failure = await failureOf(cotejo.list())
    expect(failure).toBeInstanceOf(CotejoConnectionError)
    expect(failure).toMatchObject({ name: 'CotejoConnectionError', codigo: null, status: null, retryable: true })
    expect(failure).toMatchObject({ message: 'the service did not answer within 50 ms' })
  })

  it('is waited for no longer than a timer can: 2 ** 31 - 1 ms', async () => {
    const timer = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => timer.mockRestore())
    const fetch = async () => Response.json(verification)
    await new Cotejo({ baseUrl: 'https://api.example.com', apiKey, fetch, timeoutMs: 3e9 }).retrieve('ver_1')
    expect(timer.mock.calls.map(([, ms]) => ms)).toEqual([2 ** 31 - 1])
  })

  it('tells why nobody is reached', async () => {
    const { cotejo, service } = await scriptedClient([good], { maxRetries: 0 })
    await service.stop()
    const failure = await failureOf(cotejo.list())
    expect(failure).toBeInstanceOf(CotejoConnectionError)
    expect(failure).toMatchObject({ message: 'the service cannot be reached (ECONNREFUSED)', retryable: true })
  })

  it('is not what an answer of no use is', async () => {
    const { cotejo } = await scriptedClient([answer(502, '')], { maxRetries: 0 })
    expect(await failureOf(cotejo.list())).toBeInstanceOf(CotejoAnswerError)
  })
})

describe('a signal', () => {
  const reason = new Error('the caller has gone')

  it('that is aborted already keeps the call from being sent', async () => {
    const { cotejo, service } = await scriptedClient([good])
    expect(await failureOf(cotejo.create(peticionOf(), { signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(service.seen).toEqual([])
  })

  it.each([
    ['an answer', silent],
    ['the rest of an answer', silentWithinTheBody],
  ])('ends the wait for %s, and nothing is repeated', async (_, step) => {
    const caller = new AbortController()
    const { cotejo, service } = await scriptedClient([
      (response, seen) => {
        step(response, seen)
        setImmediate(() => caller.abort(reason))
      },
    ])
    expect(await failureOf(cotejo.list({}, { signal: caller.signal }))).toBe(reason)
    expect(service.seen).toHaveLength(1)
  })

  it('ends the wait for the next attempt', async () => {
    const caller = new AbortController()
    const { service } = await scriptedClient([refusal('base_no_alcanzable')])
    const clock: Clock = {
      now: systemClock.now,
      sleep: (ms, signal) => {
        setImmediate(() => caller.abort(reason))
        return systemClock.sleep(ms, signal)
      },
    }
    const asked = new Cotejo({ baseUrl: service.base, apiKey }, clock).list({}, { signal: caller.signal })
    expect(await failureOf(asked)).toBe(reason)
    expect(service.seen).toHaveLength(1)
  })

  it('has no listener left when the call is over, and the call no timer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { signal } = new AbortController()
    const fetch = async () => Response.json({ verificaciones: [] })
    await new Cotejo({ baseUrl: 'https://api.example.com', apiKey, fetch }).list({}, { signal })
    expect([getEventListeners(signal, 'abort'), vi.getTimerCount()]).toEqual([[], 0])
  })
})
