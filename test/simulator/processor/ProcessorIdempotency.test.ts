import { Duration } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { platformOf } from '#simulator/processor/Platform.ts'
import { type ApiAnswer, startProcessor, type TestProcessor } from '#tools/peers/processor.ts'

let simulated: TestProcessor
beforeEach(async () => {
  simulated = await startProcessor()
})
afterEach(() => simulated.stop())

const errorOf = ({ status, body }: ApiAnswer) => ({ status, ...body })
const charged = async () => simulated.chargeOf(await simulated.pay())
const make = (form: Record<string, string>, idempotencyKey = 'k1', signal: AbortSignal | null = null) =>
  simulated.call('POST', '/v1/transfers', { form, idempotencyKey, signal })
const transferCount = async () => (await simulated.run(simulated.processor.transfers)).length
const put = (...fault: Parameters<TestProcessor['processor']['faults']['put']>) =>
  simulated.run(simulated.processor.faults.put(...fault))

describe('an idempotency key', () => {
  it('brings the answer that it brought first, and makes nothing twice', async () => {
    const form = simulated.order(await charged(), { amount: '1000' })
    const first = await make(form)
    const second = await make(Object.fromEntries(Object.entries(form).toReversed()))
    expect([second.status, second.body]).toEqual([200, first.body])
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    expect(await transferCount()).toBe(1)
    expect((await make(form, 'k2')).body['id']).not.toBe(first.body['id'])
  })

  it('keeps a refusal too, once the transfer was begun, even when it would succeed by now', async () => {
    const id = await simulated.pay({ amountCentavos: 50_00 })
    const form = simulated.order(await simulated.chargeOf(id))
    const refused = await make(form)
    await simulated.pay({ id, amountCentavos: 100_00 })
    const again = await make(form)
    expect([refused.status, again.status, again.body]).toEqual([400, 400, refused.body])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await make(form, 'k2')).status).toBe(200)
  })

  it('keeps nothing of parameters that are refused before', async () => {
    const form = simulated.order(await charged())
    expect((await make({ ...form, amount: 'x' })).status).toBe(400)
    expect((await make(form)).status).toBe(200)
  })

  it('with other parameters answers 400 idempotency_error', async () => {
    const form = simulated.order(await charged(), { amount: '1000' })
    await make(form)
    expect(errorOf(await make({ ...form, amount: '1001' }))).toMatchObject({
      status: 400,
      error: { type: 'idempotency_error' },
    })
    expect(await transferCount()).toBe(1)
  })

  it('whose first request is under way answers 409, until that one is given up', async () => {
    const form = simulated.order(await charged())
    await put('crear_transferencia', 'sin_respuesta', 1)
    const impatience = new AbortController()
    // Of two at once, one hangs; only then the other one is answered.
    const both = [make(form, 'k1', impatience.signal), make(form, 'k1', impatience.signal)]
    expect(errorOf(await Promise.race(both))).toMatchObject({
      status: 409,
      error: { type: 'idempotency_error', code: 'idempotency_key_in_use' },
    })
    impatience.abort()
    expect((await Promise.allSettled(both)).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect.poll(async () => (await make(form)).status).toBe(200)
    expect(await transferCount()).toBe(1)
  })

  it('of one platform says nothing of another, nor of the other mode of its own', async () => {
    const { processor, platform } = simulated
    const other = platformOf('another')
    const live = `${platform.restrictedKey}_live`
    await simulated.run(processor.registerKey(other.restrictedKey, false, other.destination))
    await simulated.run(processor.registerKey(live, true, platform.destination))
    const form = simulated.order(await charged(), { amount: '1000' })
    expect((await make(form)).status).toBe(200)
    // Nothing there has that charge.
    for (const key of [other.restrictedKey, live]) {
      const answer = await simulated.call('POST', '/v1/transfers', { key, form, idempotencyKey: 'k1' })
      expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([400, null])
    }
    expect(await transferCount()).toBe(1)
  })

  it('is forgotten a day later', async () => {
    const form = simulated.order(await charged(), { amount: '1000' })
    const first = await make(form)
    simulated.wait(Duration.hours(23))
    expect((await make(form)).body['id']).toBe(first.body['id'])
    simulated.wait(Duration.hours(1))
    expect((await make(form)).body['id']).not.toBe(first.body['id'])
  })
})

describe('a fault', () => {
  it('error_500 does nothing, and stays the answer of the key', async () => {
    const form = simulated.order(await charged())
    await put('crear_transferencia', 'error_500', 1)
    const answers = [await make(form), await make(form)]
    expect(answers.map(({ status }) => status)).toEqual([500, 500])
    expect(answers[0]?.body).toMatchObject({ error: { type: 'api_error' } })
    expect(answers[1]?.headers.get('idempotent-replayed')).toBe('true')
    expect(await transferCount()).toBe(0)
  })

  it('error_500_tras_ejecutar makes the transfer, and stays the answer of the key', async () => {
    const form = simulated.order(await charged())
    await put('crear_transferencia', 'error_500_tras_ejecutar', 1)
    expect([(await make(form)).status, (await make(form)).status]).toEqual([500, 500])
    expect(await transferCount()).toBe(1)
  })

  it('limite_429 does nothing, as often as it was told, and is not kept', async () => {
    const form = simulated.order(await charged())
    await put('crear_transferencia', 'limite_429', 2)
    const statuses = [await make(form), await make(form), await make(form)].map(({ status }) => status)
    expect(statuses).toEqual([429, 429, 200])
  })

  it('respuesta_perdida makes the transfer and drops the connection; the key has the answer', async () => {
    const form = simulated.order(await charged())
    await put('crear_transferencia', 'respuesta_perdida', 2)
    await expect(make(form)).rejects.toThrow('fetch failed')
    await expect(make(form)).rejects.toThrow('fetch failed')
    const again = await make(form)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(await transferCount()).toBe(1)
  })

  it('meets its own call alone, and those of one call come in order', async () => {
    const id = await simulated.pay()
    await put('listar_transferencias', 'error_500', 1)
    await put('consultar_pago', 'limite_429', 1)
    await put('consultar_pago', 'error_500', 1)
    const statuses = []
    for (const path of [
      `payment_intents/${id}`,
      `payment_intents/${id}`,
      `payment_intents/${id}`,
      'transfers',
      'transfers',
    ]) {
      statuses.push((await simulated.call('GET', `/v1/${path}`)).status)
    }
    expect(statuses).toEqual([429, 500, 200, 500, 200])
  })

  it('is gone with everything else after a reset', async () => {
    await charged()
    await put('listar_transferencias', 'error_500', 1)
    await simulated.run(simulated.processor.reset)
    expect((await simulated.call('GET', '/v1/transfers')).status).toBe(401)
    const { restrictedKey, destination } = simulated.platform
    await simulated.run(simulated.processor.registerKey(restrictedKey, false, destination))
    expect((await simulated.call('GET', '/v1/transfers')).body['data']).toEqual([])
  })
})

describe('the end of the processor', () => {
  it('does not wait for requests that are never answered', async () => {
    const one = await startProcessor()
    await one.run(one.processor.faults.put('listar_transferencias', 'sin_respuesta', 1))
    const both = [one.call('GET', '/v1/transfers'), one.call('GET', '/v1/transfers')]
    expect((await Promise.race(both)).status).toBe(200)
    const start = performance.now()
    await one.stop()
    // As long as a server waits for requests under way that is not told otherwise.
    expect(performance.now() - start).toBeLessThan(20_000)
    await Promise.allSettled(both)
  })
})
