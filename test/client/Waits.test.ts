import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { type Clock, Cotejo, CotejoConnectionError, type Recomendacion, type Verificacion } from '#client/Client.ts'
import { systemClock } from '#client/Clock.ts'
import { apiKey, failureOf, scriptedClient } from '#test/support/client.ts'
import { answer, type Step } from '#test/support/scriptedService.ts'
import { type Codigo, catalog } from '#wire/Errores.ts'

const details = (id: string) => ({
  verificacion_id: id,
  solicitud_id: 'sol-0001',
  consentimiento: { consentimiento_id: 'con_1' },
  cobro: { estatus: null, modo: 'consumo' as const, monto: null, moneda: null, motivo_no_aplicada: null },
  cobertura_fuentes: null,
  creado_en: null,
  resuelto_en: null,
  vigencia_hasta: null,
  version_prompt: null,
  environment: 'sandbox' as const,
  source: 'synthetic_fixture' as const,
  real_motor_e2e: 'NO_MEDIDO' as const,
})
const recomendacion: Recomendacion = {
  accion: 'puede_continuar',
  mensaje: 'Puede continuar.',
  sustento_documental: { nivel: 'alto', factores: [] },
}
const verification = (estado: Verificacion['estado'], id = 'ver_1'): Verificacion =>
  estado === 'emitida' ? { ...details(id), estado, recomendacion } : { ...details(id), estado, recomendacion: null }
const underWay = verification('en_proceso')
const emitted = verification('emitida')
const pending = answer(200, underWay)
const refusal = (codigo: Codigo, headers: Record<string, string> = {}) =>
  answer(catalog[codigo].status, { codigo, mensaje: catalog[codigo].mensaje }, headers)
const dropped: Step = (response) => void response.socket?.destroy()

/** 5 s × 1.5 up to 30 s, until 11 minutes have passed. */
const recommended = [5_000, 7_500, 11_250, 16_875, 25_312.5, ...Array.from({ length: 20 }, () => 30_000)]

describe('waitFor', () => {
  it('asks after 5 s, then 1.5 times as late up to 30 s, until the end', async () => {
    const { cotejo, service, slept } = await scriptedClient([
      ...Array.from({ length: 7 }, () => pending),
      answer(200, emitted),
    ])
    expect(await cotejo.waitFor(underWay)).toEqual(emitted)
    expect(slept).toEqual(recommended.slice(0, 8))
    expect(new Set(service.seen.map(({ method, path }) => `${method} ${path}`))).toEqual(
      new Set(['GET /v1/verificaciones/ver_1']),
    )
    expect(service.seen).toHaveLength(8)
  })

  it('answers what it last saw when 11 minutes have passed: en_proceso', async () => {
    const { cotejo, service, slept } = await scriptedClient([pending])
    expect(await cotejo.waitFor('ver_1')).toEqual(underWay)
    expect(slept).toEqual(recommended)
    expect(service.seen).toHaveLength(recommended.length)
  })

  it('asks nobody about what has ended', async () => {
    const { cotejo, service, slept } = await scriptedClient([pending])
    const ended = verification('no_concluyente')
    expect(await cotejo.waitFor(ended)).toBe(ended)
    expect([service.seen, slept]).toEqual([[], []])
  })

  it('goes on at its own pace after failures that may pass, none of them repeated in between', async () => {
    const steps = [dropped, refusal('base_no_alcanzable'), refusal('error_interno'), answer(200, emitted)]
    const { cotejo, service, slept } = await scriptedClient(steps)
    expect(await cotejo.waitFor('ver_1')).toEqual(emitted)
    expect(slept).toEqual(recommended.slice(0, 4))
    expect(service.seen).toHaveLength(4)
  })

  it('leaves the service alone for as long as it asks: Retry-After', async () => {
    const steps = [refusal('limite_excedido', { 'retry-after': '60' }), pending, answer(200, emitted)]
    const { cotejo, slept } = await scriptedClient(steps)
    expect(await cotejo.waitFor('ver_1')).toEqual(emitted)
    expect(slept).toEqual([5_000, 60_000, 30_000])
  })

  it('looks once more when 11 minutes have passed, however long it is asked to wait: Retry-After', async () => {
    const steps = [refusal('limite_excedido', { 'retry-after': '3600' }), answer(200, emitted)]
    const { cotejo, slept } = await scriptedClient(steps)
    expect(await cotejo.waitFor('ver_1')).toEqual(emitted)
    expect(slept).toEqual([5_000, 660_000])
  })

  it('rejects with the last failure when 11 minutes have passed without an answer', async () => {
    const { cotejo, service } = await scriptedClient([dropped])
    expect(await failureOf(cotejo.waitFor('ver_1'))).toBeInstanceOf(CotejoConnectionError)
    expect(service.seen).toHaveLength(recommended.length)
  })

  it('rejects at once with what will not pass: 404 verificacion_no_encontrada', async () => {
    const { cotejo, service } = await scriptedClient([pending, refusal('verificacion_no_encontrada')])
    expect(await failureOf(cotejo.waitFor('ver_1'))).toMatchObject({ codigo: 'verificacion_no_encontrada' })
    expect(service.seen).toHaveLength(2)
  })

  it('keeps to the pace that was asked for', async () => {
    const polling = { firstWaitMs: 10, factor: 2, longestWaitMs: 30, giveUpAfterMs: 100 }
    const { cotejo, slept } = await scriptedClient([pending], { polling })
    await cotejo.waitFor('ver_1')
    expect(slept).toEqual([10, 20, 30, 30, 30])
  })

  it('gives up when its time is reached to the millisecond', async () => {
    const polling = { firstWaitMs: 50, factor: 1, longestWaitMs: 50, giveUpAfterMs: 100 }
    const { cotejo, slept } = await scriptedClient([pending], { polling })
    await cotejo.waitFor('ver_1')
    expect(slept).toEqual([50, 50])
  })

  it('goes so much faster as it is told, but for what the service asks for: Retry-After', async () => {
    const steps = [refusal('limite_excedido', { 'retry-after': '60' }), pending, pending, answer(200, emitted)]
    const { cotejo, slept } = await scriptedClient(steps, { timeScale: 2 })
    expect(await cotejo.waitFor('ver_1')).toEqual(emitted)
    expect(slept).toEqual([2_500, 60_000, 15_000, 15_000])
  })

  it('follows the time of a simulator from its first answer on: Simulador-Velocidad', async () => {
    const fast = answer(200, underWay, { 'simulador-velocidad': '50' })
    const { cotejo, slept } = await scriptedClient([fast, fast, answer(200, emitted)])
    expect(await cotejo.waitFor('ver_1')).toEqual(emitted)
    expect(slept).toEqual([5_000, 150, 225])
  })

  it('waits for no more than a timer can: 2 ** 31 - 1 ms', async () => {
    const polling = { firstWaitMs: 3e9, giveUpAfterMs: 3e9 }
    const { cotejo, slept } = await scriptedClient([answer(200, emitted)], { polling })
    await cotejo.waitFor('ver_1')
    expect(slept).toEqual([2 ** 31 - 1])
  })

  it('asks once for all who wait for one verification, and for each verification by itself', async () => {
    const steps = [pending, pending, pending, answer(200, emitted)]
    const { cotejo, service } = await scriptedClient(steps)
    const ends = await Promise.all([cotejo.waitFor('ver_1'), cotejo.waitFor(underWay), cotejo.waitFor('ver_1')])
    expect(ends).toEqual([emitted, emitted, emitted])
    expect(service.seen).toHaveLength(4)
    await Promise.all([cotejo.waitFor('ver_1'), cotejo.waitFor('ver_2')])
    expect(
      service.seen
        .slice(4)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['/v1/verificaciones/ver_1', '/v1/verificaciones/ver_2'])
  })
})

describe('webhookArrived', () => {
  /** With the real clock, whose first wait takes 5 s. */
  const waiting = async () => {
    const { service } = await scriptedClient([pending])
    return { service, cotejo: new Cotejo({ baseUrl: service.base, apiKey }) }
  }

  it('ends the wait for its verification at once, before anything is asked', async () => {
    const { cotejo, service } = await waiting()
    const ends = [cotejo.waitFor(underWay), cotejo.waitFor('ver_1')]
    expect(cotejo.webhookArrived(emitted)).toBe(true)
    expect(await Promise.all(ends)).toEqual([emitted, emitted])
    expect(service.seen).toEqual([])
  })

  it('ends the sleep of its wait too', async () => {
    const { service } = await waiting()
    const slept = Promise.withResolvers<void>()
    const clock: Clock = {
      now: systemClock.now,
      sleep: (ms, signal) => {
        const sleep = systemClock.sleep(ms, signal)
        sleep.catch(() => slept.resolve())
        return sleep
      },
    }
    const cotejo = new Cotejo({ baseUrl: service.base, apiKey }, clock)
    const caller = new AbortController()
    const end = cotejo.waitFor('ver_1', { signal: caller.signal })
    cotejo.webhookArrived(emitted)
    await Promise.all([end, slept.promise])
    expect(getEventListeners(caller.signal, 'abort')).toEqual([])
  })

  it('while the service is asked, leaves that answer alone', async () => {
    const arrived = Promise.withResolvers<void>()
    const { cotejo, service } = await scriptedClient([() => arrived.resolve()])
    const end = cotejo.waitFor('ver_1')
    await arrived.promise
    expect(cotejo.webhookArrived(emitted)).toBe(true)
    expect(await end).toEqual(emitted)
    expect(service.seen).toHaveLength(1)
  })

  it('leaves the waits for other verifications as they are', async () => {
    const { cotejo } = await waiting()
    const caller = new AbortController()
    const other = cotejo.waitFor('ver_2', { signal: caller.signal })
    expect(cotejo.webhookArrived(emitted)).toBe(false)
    expect(cotejo.webhookArrived(verification('emitida', 'ver_2'))).toBe(true)
    expect(await other).toMatchObject({ verificacion_id: 'ver_2', estado: 'emitida' })
  })

  it('does nothing when it comes again, or when nobody waits', async () => {
    const { cotejo } = await waiting()
    expect(cotejo.webhookArrived(emitted)).toBe(false)
    const end = cotejo.waitFor('ver_1')
    expect([cotejo.webhookArrived(emitted), cotejo.webhookArrived(emitted)]).toEqual([true, false])
    expect(await end).toEqual(emitted)
    expect(cotejo.webhookArrived(emitted)).toBe(false)
  })
})

describe('a signal', () => {
  const reason = new Error('the caller has gone')

  it('that is aborted already keeps waitFor from asking', async () => {
    const { cotejo, service, slept } = await scriptedClient([pending])
    expect(await failureOf(cotejo.waitFor('ver_1', { signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect([service.seen, slept]).toEqual([[], []])
  })

  it('ends the wait of its caller and of nobody else', async () => {
    const arrived = Promise.withResolvers<void>()
    const asked: Step = () => arrived.resolve()
    const { cotejo } = await scriptedClient([asked])
    const caller = new AbortController()
    const mine = cotejo.waitFor('ver_1', { signal: caller.signal })
    const other = cotejo.waitFor('ver_1')
    await arrived.promise
    caller.abort(reason)
    expect(await failureOf(mine)).toBe(reason)
    expect(cotejo.webhookArrived(emitted)).toBe(true)
    expect(await other).toEqual(emitted)
  })

  it('of the last one who waits ends the asking, and a later wait begins again', async () => {
    const gone = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const asked: Step = (response) => {
      response.on('close', gone.resolve)
      arrived.resolve()
    }
    const { cotejo, service } = await scriptedClient([asked, answer(200, emitted)])
    const caller = new AbortController()
    const end = cotejo.waitFor('ver_1', { signal: caller.signal })
    await arrived.promise
    caller.abort(reason)
    expect(await failureOf(end)).toBe(reason)
    await gone.promise
    expect(cotejo.webhookArrived(emitted)).toBe(false)
    expect(await cotejo.waitFor('ver_1')).toEqual(emitted)
    expect(service.seen).toHaveLength(2)
  })
})
