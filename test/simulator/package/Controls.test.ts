import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyWebhook } from '#client/verifyWebhook.ts'
import { SimulatorClient, type World } from '#simulator/package/SimulatorClient.ts'
import { expectError, summaryOf } from '#test/support/expectError.ts'
import { type Answer, type Sandbox, startSandbox, validBody } from '#tools/service/sandbox.ts'

/** What a partner's own suite tries: each test in a world of its own, beside the others. */

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({})
})
afterAll(() => sandbox.stop())

const opened = (settings = {}): Promise<World> =>
  new SimulatorClient(sandbox.base).world({ congelado: true, ...settings })

const idOf = ({ body }: Answer): string => String(body['verificacion_id'])
const balances = async (world: World) => {
  const [{ saldo, saldo_retenido } = { saldo: null, saldo_retenido: null }] = await world.listAccounts()
  return { saldo, saldo_retenido }
}

describe.concurrent('the controls of an account', () => {
  it('suspends it and activates it again, and what is in progress ends', async () => {
    await using world = await opened()
    await using beside = await opened()
    const { tenant, llave } = world.account()
    const id = idOf(await sandbox.create(llave))
    expect(await world.suspendAccount(tenant)).toMatchObject({ tenant, estado: 'suspendida', saldo_retenido: 100 })
    expectError(await sandbox.read(llave, id), 401, 'llave_invalida')
    expectError(await sandbox.create(llave), 401, 'llave_invalida')
    expect(summaryOf(await sandbox.create(beside.account().llave))).toBe('200 en_proceso')
    await world.advance(600)
    expect(await world.deliveries()).toHaveLength(1)
    expect(await world.activateAccount(tenant)).toMatchObject({ estado: 'activa', saldo_retenido: 0 })
    expect((await sandbox.read(llave, id)).body['estado']).toBe('emitida')
  })

  it('changes price, limits and mode for new verifications', async () => {
    await using world = await opened()
    const { tenant, llave } = world.account()
    await sandbox.create(llave)
    const plan = { monto_por_verificacion: 40, limite_por_minuto: 2, cuota_mensual: 3 }
    expect(await world.changeAccount(tenant, plan)).toMatchObject(plan)
    await sandbox.create(llave)
    expect(await balances(world)).toMatchObject({ saldo_retenido: 140 })
    expectError(await sandbox.create(llave), 429, 'limite_excedido')
    await world.changeAccount(tenant, { limite_por_minuto: 600 })
    expect(await world.changeAccount(tenant, {})).toMatchObject({ cuota_mensual: 3 })
    expect(await world.changeAccount(tenant, { cuota_mensual: null })).toMatchObject({ cuota_mensual: null })
    await world.changeAccount(tenant, { cuota_mensual: 3 })
    await sandbox.create(llave)
    const quota = await sandbox.create(llave)
    expectError(quota, 429, 'limite_excedido')
    expect(await world.changeAccount(tenant, { modo: 'connect', cuota_mensual: 100 })).toMatchObject({
      modo: 'connect',
      saldo: 1_000_000,
      saldo_retenido: 180,
    })
    const { payment_intent_id } = await world.putPayment({ estado: 'succeeded', moneda: 'MXN', monto: 40, tenant })
    expect(summaryOf(await sandbox.create(llave, { cobro: { modo: 'connect', payment_intent_id } }))).toBe(
      '200 en_proceso',
    )
    await world.advance(600)
    expect(await world.transfers()).toMatchObject([{ payment_intent_id, monto: 40 }])
    // What was agreed before stays: three verifications were held from the balance.
    await world.changeAccount(tenant, { modo: 'consumo' })
    expect(await balances(world)).toEqual({ saldo: 1_000_000 - 180, saldo_retenido: 0 })
  })

  it('credits it once for each reference, and corrects its balance down to what is held', async () => {
    await using world = await opened({ cuentas: [{ modo: 'consumo', saldo: 50 }, { modo: 'connect' }] })
    const { tenant, llave } = world.account()
    expectError(await sandbox.create(llave), 402, 'consumo_agotado')
    expect(await world.credit(tenant, 75.5, 'spei-1')).toMatchObject({ saldo: 125.5 })
    expect(await world.credit(tenant, 75.5, 'spei-1')).toMatchObject({ saldo: 125.5 })
    await expect(world.credit(tenant, 80, 'spei-1')).rejects.toThrow('ya se anotaron 75.50')
    await sandbox.create(llave)
    await expect(world.credit(tenant, -25.51, 'ajuste-1')).rejects.toThrow('solo 25.50 no están retenidos')
    expect(await world.credit(tenant, -25.5, 'ajuste-1')).toMatchObject({ saldo: 100, saldo_retenido: 100 })
    expect(await world.credit(tenant, -25.5, 'ajuste-1')).toMatchObject({ saldo: 100 })
    await expect(world.credit(world.account('connect').tenant, 1, 'x')).rejects.toMatchObject({ status: 409 })
  })

  it('issues keys, lets one expire by simulated time, and revokes one', async () => {
    await using world = await opened()
    const { tenant, llave } = world.account()
    const second = await world.issueKey(tenant, { nombre: 'respaldo', vence_en_segundos: 3_600 })
    expect(summaryOf(await sandbox.create(second.llave))).toBe('200 en_proceso')
    const [account] = await world.listAccounts()
    expect(account?.llaves).toMatchObject([
      { nombre: 'principal', llave, ultimo_uso: null },
      { nombre: 'respaldo', vence_en: second.vence_en, ultimo_uso: (await world.clock()).ahora },
    ])
    await world.advance(3_599)
    expect(summaryOf(await sandbox.create(second.llave))).toBe('200 en_proceso')
    await world.advance(1)
    expectError(await sandbox.create(second.llave), 401, 'llave_invalida')
    const third = await world.issueKey(tenant)
    await world.revokeKey(tenant, 'principal')
    expectError(await sandbox.create(llave), 401, 'llave_invalida')
    expect((await world.listAccounts())[0]?.llave).toBe(third.llave)
    expect(summaryOf(await sandbox.create(third.llave))).toBe('200 en_proceso')
  })

  it('rotates the signing secret in its stages', async () => {
    await using world = await opened()
    const { tenant, llave, secreto_firma: old } = world.account()
    const deliver = async () => {
      const id = idOf(await sandbox.create(llave))
      await world.advance(600)
      const [delivery] = await world.deliveries(id)
      const { encabezados = {}, cuerpo = '' } = { ...delivery }
      const signatures = String(encabezados['webhook-signature']).split(' ').length
      const header = String(encabezados['service-signature'])
      const knows = async (secret: string) => (await verifyWebhook({ rawBody: cuerpo, header, secrets: secret })).valid
      return { signatures, knows }
    }
    const { siguiente } = await world.rotateSecret(tenant, 'preparar')
    const prepared = await deliver()
    expect([prepared.signatures, await prepared.knows(old)]).toEqual([2, true])
    expect(await world.rotateSecret(tenant, 'abandonar')).toEqual({ secreto_firma: old, siguiente: null })
    await expect(world.rotateSecret(tenant, 'activar')).rejects.toMatchObject({ status: 409 })
    await world.rotateSecret(tenant, 'preparar')
    const { secreto_firma } = await world.rotateSecret(tenant, 'activar')
    const activated = await deliver()
    expect([activated.signatures, await activated.knows(secreto_firma), await activated.knows(old)]).toEqual([
      1,
      true,
      false,
    ])
    expect(secreto_firma).not.toBe(siguiente)
    expect((await world.listAccounts())[0]?.secreto_firma).toBe(secreto_firma)
  })
})

describe.concurrent('the controls of a verification', () => {
  it('erase it: 404 by its id, 409 by its solicitud_id, and a receipt that is signed', async () => {
    await using world = await opened()
    const { llave } = world.account()
    const sent = validBody()
    const id = idOf(await sandbox.create(llave, sent))
    await expect(world.erase(id)).rejects.toMatchObject({ status: 409 })
    await world.advance(600)
    const { declaracion, firma } = await world.erase(id)
    const erasedAt = (await world.clock()).ahora
    expect(JSON.parse(declaracion)).toMatchObject({ verification: id, request: sent['solicitud_id'], erasedAt })
    expect(firma).toMatch(/^[0-9A-Za-z+/]{86}==$/)
    expectError(await sandbox.read(llave, id), 404, 'verificacion_no_encontrada')
    expectError(await sandbox.create(llave, sent), 409, 'conflicto_idempotencia')
    expect((await sandbox.call('GET', '/v1/verificaciones', { key: llave })).body['verificaciones']).toEqual([])
    expect((await world.erase(id)).declaracion).toBe(declaracion)
  })

  it('apply retention as of the simulated time: after 365 days and not before', async () => {
    await using world = await opened()
    const { llave } = world.account()
    const id = idOf(await sandbox.create(llave))
    await world.advance(86_400)
    await world.advance(363 * 86_400)
    expect(await world.applyRetention()).toBe(0)
    await world.advance(2 * 86_400)
    expect(await world.applyRetention()).toBe(1)
    expectError(await sandbox.read(llave, id), 404, 'verificacion_no_encontrada')
  })
})

describe('a control pulled wrongly', () => {
  it.each([
    ['PATCH', 'cuentas/nadie', { estado: 'activa' }, 404, 'No hay una cuenta con ese tenant.'],
    ['PATCH', 'cuentas/demo-consumo', { estado: 'cerrada' }, 400, 'estado es activa o suspendida.'],
    ['POST', 'cuentas/nadie/abonos', { monto: 1, referencia: 'x' }, 404, 'No hay una cuenta con ese tenant.'],
    ['POST', 'cuentas/demo-consumo/abonos', { monto: 0, referencia: 'x' }, 400, 'monto es un monto en pesos'],
    ['POST', 'cuentas/nadie/llaves', {}, 404, 'No hay una cuenta con ese tenant.'],
    ['POST', 'cuentas/demo-consumo/llaves', { nombre: 'con espacio' }, 400, 'nombre son de 1 a 200'],
    ['POST', 'cuentas', { modo: 'consumo', tenant: '.' }, 400, 'no solo uno o dos puntos'],
    ['POST', 'cuentas/demo-consumo/abonos', { monto: 1, referencia: '..' }, 400, 'no solo uno o dos puntos'],
    ['POST', 'cuentas/demo-consumo/llaves', { nombre: '..' }, 400, 'no solo uno o dos puntos'],
    ['POST', 'cuentas/demo-consumo/llaves', { nombre: 'principal' }, 409, 'ya tiene una llave con ese nombre'],
    ['DELETE', 'cuentas/demo-consumo/llaves/otra', undefined, 404, 'no tiene una llave con ese nombre'],
    ['POST', 'cuentas/demo-consumo/secreto', { accion: 'girar' }, 400, 'accion es una de preparar'],
    ['POST', 'cuentas/demo-consumo/secreto', { accion: 'activar' }, 409, 'antes va preparar'],
    ['POST', 'verificaciones/ver_nada/borrar', undefined, 404, 'No hay una verificación'],
    ['PUT', 'mundo', { version: 3, programa: '0.1.0', contenido: '' }, 400, 'es de la versión 3'],
    ['PUT', 'mundo', { version: 2, programa: '9.9.9', contenido: '' }, 400, 'lo guardó el simulador 9.9.9'],
    ['PUT', 'mundo', { version: 2, programa: '0.1.0', contenido: 'H4sI' }, 400, 'está dañado'],
  ])('%s %s %j answers %i peticion_invalida, says why, and changes nothing', async (...given) => {
    const [method, path, body, status, mensaje] = given
    const before = (await sandbox.call('GET', '/_simulador/cuentas')).text
    const answer = await sandbox.call(method, `/_simulador/${path}`, { body })
    expect([answer.status, answer.body['codigo']]).toEqual([status, 'peticion_invalida'])
    expect(answer.body['mensaje']).toContain(mensaje)
    expect((await sandbox.call('GET', '/_simulador/cuentas')).text).toBe(before)
  })
})
