import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LeverError, SimulatorClient } from '#simulator/package/SimulatorClient.ts'
import { type Sandbox, startSandbox, validBody } from '#tools/service/sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({})
})
afterAll(() => sandbox.stop())

const world = () => new SimulatorClient(sandbox.base).world({ congelado: true })

describe('a world in a test', () => {
  it('says what the processor transferred, and has it fail: 402 cobro_no_verificado', async () => {
    await using one = await world()
    const { tenant, llave } = one.account('connect')
    const paid = { estado: 'succeeded', moneda: 'MXN', monto: 100, tenant } as const
    const { payment_intent_id } = await one.putPayment(paid)
    const backed = (id: string, solicitud_id: string) =>
      sandbox.create(llave, { solicitud_id, cobro: { modo: 'connect', payment_intent_id: id } })
    const { body } = await backed(payment_intent_id, 'sol-1')
    await one.advance(600)
    expect(await one.transfers()).toMatchObject([
      { payment_intent_id, monto: 100, moneda: 'MXN', verificacion_id: body['verificacion_id'] },
    ])
    await one.breakProcessor({ llamada: 'consultar_pago', falla: 'error_500', veces: 1 })
    expect((await backed((await one.putPayment(paid)).payment_intent_id, 'sol-2')).status).toBe(402)
    expect((await one.requests(1))[0]).toMatchObject({ estatus: 402, motivo: { regla: 'procesador_fallo' } })
  })

  it('sends a webhook again, and judges its signature', async () => {
    await using one = await world()
    const { llave, secreto_firma } = one.account()
    const { body } = await sandbox.create(llave)
    await one.advance(600)
    await one.resendWebhook(String(body['verificacion_id']))
    await one.setClock({ hasta_lo_siguiente: true })
    const [first, again] = await one.deliveries()
    expect([again?.event_id, again?.cuerpo]).toEqual([first?.event_id, first?.cuerpo])
    const encabezado = first?.encabezados['service-signature'] ?? ''
    const firma = { secreto_firma, encabezado, cuerpo: first?.cuerpo ?? '' }
    expect(await one.checkSignature(firma)).toMatchObject({ valida: true, motivo: null })
    const other = { ...firma, cuerpo: JSON.stringify(validBody()) }
    expect(await one.checkSignature(other)).toMatchObject({ valida: false })
  })

  it('tells a lever that was pulled wrongly from one that answered: 400', async () => {
    await using one = await world()
    await expect(one.advance(-1)).rejects.toThrow(LeverError)
    await expect(one.advance(-1)).rejects.toMatchObject({ status: 400 })
  })
})
