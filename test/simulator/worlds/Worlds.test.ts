import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '#test/support/expectError.ts'
import { type Sandbox, startSandbox, validBody } from '#tools/service/sandbox.ts'

interface Cuenta {
  readonly tenant: string
  readonly llave: string
}

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({})
})
afterAll(() => sandbox.stop())

/** Makes a world and gives its first account's key, and its levers. */
const made = async (settings: Record<string, unknown> = {}) => {
  const answer = await sandbox.call('POST', '/_simulador/mundos', { body: settings })
  expect(answer.status, 'the world was made').toBe(201)
  const { mundo, cuentas } = answer.body as { mundo: string; cuentas: ReadonlyArray<Cuenta> }
  const lever = (method: string, path: string, body?: unknown) =>
    sandbox.call(method, `/_simulador/mundos/${mundo}${path}`, body === undefined ? {} : { body })
  return { name: mundo, answer: answer.body, key: cuentas[0]?.llave ?? '', cuentas, lever }
}

const curp = 'LIMP900101HDFRRS03'
const created = async (key: string, changes: Record<string, unknown> = {}) => {
  const answer = await sandbox.create(key, changes)
  expect([answer.status, answer.body['estado']]).toEqual([200, 'en_proceso'])
  return String(answer.body['verificacion_id'])
}
const stateOf = async (key: string, id: string) => (await sandbox.read(key, id)).body['estado']

describe('a world', () => {
  it('has accounts of its own, whose keys find it, and is known to no other key: 201, 200, 404', async () => {
    const [one, other] = [await made(), await made()]
    expect(one.cuentas.map(({ tenant }) => tenant)).toEqual(['consumo', 'connect'])
    const id = await created(one.key)
    expect(await stateOf(one.key, id)).toBe('en_proceso')
    expectError(await sandbox.read(other.key, id), 404, 'verificacion_no_encontrada')
    expect((await one.lever('GET', '/solicitudes')).body['solicitudes']).toHaveLength(2)
    const ofPrincipal = (await sandbox.call('GET', '/_simulador/cuentas')).body['cuentas'] as ReadonlyArray<Cuenta>
    expect(ofPrincipal.map(({ tenant }) => tenant)).toContain('demo-consumo')
    expect(ofPrincipal.map(({ llave }) => llave)).not.toContain(one.key)
  })

  it('stands still when it is frozen, begins when it is told, and jumps alone', async () => {
    const frozen = { congelado: true, ahora: '2026-03-01T12:00:00Z' }
    const [one, other] = [await made(frozen), await made(frozen)]
    const [id, ofOther] = [await created(one.key), await created(other.key)]
    const { body } = await one.lever('POST', '/reloj', { avanzar_segundos: 240 })
    expect(body).toEqual({ ahora: '2026-03-01T12:04:00.000Z', velocidad: 0.001, congelado: true })
    expect(await stateOf(one.key, id)).toBe('emitida')
    expect(await stateOf(other.key, ofOther)).toBe('en_proceso')
    expect((await other.lever('GET', '/reloj')).body['ahora']).toBe('2026-03-01T12:00:00.000Z')
  })

  it('fails as its own levers say, and no other world with it', async () => {
    const [one, other] = [await made({ congelado: true }), await made({ congelado: true })]
    await one.lever('POST', '/fallos', { codigo: 'error_interno', veces: 1 })
    await one.lever('POST', '/fuentes', { fuente: 'identidad', falla: 'caida' })
    const ofOther = await created(other.key)
    expectError(await sandbox.create(one.key), 500, 'error_interno')
    const id = await created(one.key)
    await Promise.all([one, other].map(({ lever }) => lever('POST', '/reloj', { avanzar_segundos: 600 })))
    expect(await stateOf(one.key, id)).toBe('no_concluyente')
    expect(await stateOf(other.key, ofOther)).toBe('emitida')
  })

  it('takes a payment without a tenant for its first account of mode connect: 200, 402', async () => {
    const { lever, cuentas } = await made({
      congelado: true,
      cuentas: [{ modo: 'consumo' }, { modo: 'connect', tenant: 'una' }, { modo: 'connect', tenant: 'otra' }],
    })
    const { body } = await lever('POST', '/pagos', { estado: 'succeeded', moneda: 'MXN', monto: 100 })
    expect(body).toMatchObject({ tenant: 'una', estado: 'succeeded', monto: 100 })
    const cobro = { modo: 'connect', payment_intent_id: body['payment_intent_id'] }
    const keyOf = (name: string) => cuentas.find(({ tenant }) => tenant === name)?.llave ?? ''
    expectError(await sandbox.create(keyOf('otra'), { cobro }), 402, 'cobro_no_verificado')
    await created(keyOf('una'), { cobro })
  })

  it('delivers to an inbox of its own', async () => {
    const [one, other] = [await made({ congelado: true }), await made({ congelado: true })]
    await created(one.key)
    await created(other.key)
    await one.lever('POST', '/webhooks/respuestas', {
      url: String(validBody()['webhook_url']),
      estatus: [500, 200],
    })
    await Promise.all([one, other].map(({ lever }) => lever('POST', '/reloj', { avanzar_segundos: 600 })))
    const statuses = async ({ lever }: typeof one) =>
      ((await lever('GET', '/webhooks')).body['entregas'] as ReadonlyArray<{ estatus: number }>).map(
        ({ estatus }) => estatus,
      )
    expect([await statuses(one), await statuses(other)]).toEqual([[500, 200], [200]])
  })

  it('gives the same identifiers and latencies for the same seed, whatever ran before', async () => {
    const story = async () => {
      const { key, lever, name } = await made({ semilla: 'abc', congelado: true, ahora: '2026-03-01T12:00:00Z' })
      const id = await created(key, { solicitud_id: 'sol-1', solicitante: { curp } })
      await lever('POST', '/reloj', { avanzar_segundos: 240 })
      const { body } = await sandbox.read(key, id)
      await sandbox.call('DELETE', `/_simulador/mundos/${name}`)
      return body
    }
    const first = await story()
    await created((await made()).key)
    expect(await story()).toEqual(first)
  })

  it('comes back to what was kept of it: 201, 204', async () => {
    const { key, lever } = await made({ congelado: true })
    const id = await created(key)
    const { status, body } = await lever('POST', '/instantaneas')
    expect([status, body]).toEqual([201, { instantanea: 'instantanea-1' }])
    const ends = async () => {
      await lever('POST', '/reloj', { avanzar_segundos: 240 })
      return [await stateOf(key, id), await sandbox.balance(key), (await sandbox.read(key, id)).text]
    }
    const first = await ends()
    expect(first.slice(0, 2)).toEqual(['emitida', 999_900])
    for (let times = 0; times < 2; times++) {
      expect((await lever('POST', '/instantaneas/instantanea-1/restaurar')).status).toBe(204)
      expect([await stateOf(key, id), await sandbox.balance(key)]).toEqual(['en_proceso', 1_000_000])
      expect(((await lever('GET', '/webhooks')).body['entregas'] as Array<unknown>).length).toBe(0)
      expect(await ends()).toEqual(first)
    }
    expect((await lever('POST', '/instantaneas/otra/restaurar')).status).toBe(404)
  })

  it.each([true, false])('comes back with its pace and with its clock held, or not: %s', async (congelado) => {
    const { lever } = await made({ congelado: !congelado, velocidad: 7 })
    await lever('POST', '/reloj', { congelado, velocidad: 3 })
    const { instantanea } = (await lever('POST', '/instantaneas')).body
    await lever('POST', '/reloj', { congelado: !congelado, velocidad: 5 })
    expect((await lever('POST', `/instantaneas/${instantanea}/restaurar`)).status).toBe(204)
    expect((await lever('GET', '/reloj')).body).toMatchObject({ congelado, velocidad: 3 })
  })

  it('begins with the accounts that are asked for, and lets more be made', async () => {
    const { cuentas, lever } = await made({
      nombre: 'Prueba-7',
      cuentas: [{ modo: 'consumo', tenant: 'pobre', saldo: 150, limite_por_minuto: 1000, cuota_mensual: null }],
    })
    expect(cuentas).toMatchObject([{ tenant: 'pobre', modo: 'consumo', saldo: 150, monto_por_verificacion: 100 }])
    const key = cuentas[0]?.llave ?? ''
    await created(key)
    expectError(await sandbox.create(key), 402, 'consumo_agotado')
    const more = await lever('POST', '/cuentas', { modo: 'consumo', saldo: 500 })
    await created(String(more.body['llave']))
  })

  it('ends when it is deleted: 204, then 404, and its keys are nobody’s: 401 llave_invalida', async () => {
    const { name, key, lever } = await made()
    await created(key)
    expect((await sandbox.call('DELETE', `/_simulador/mundos/${name}`)).status).toBe(204)
    expectError(await sandbox.create(key), 401, 'llave_invalida')
    const gone = await lever('GET', '/reloj')
    expect([gone.status, gone.body['mensaje']]).toEqual([404, 'No hay un mundo con ese nombre.'])
    expect((await sandbox.call('DELETE', `/_simulador/mundos/${name}`)).status).toBe(404)
    expect((await made({ nombre: name })).name).toBe(name)
  })

  it('has no worlds of its own, and the principal one is not deleted', async () => {
    const { name } = await made()
    expect((await sandbox.call('GET', `/_simulador/mundos/${name}/mundos`)).status).toBe(404)
    expect((await sandbox.call('DELETE', '/_simulador/mundos/principal')).status).toBe(409)
    const { body } = await sandbox.call('GET', '/_simulador/mundos')
    expect((body['mundos'] as ReadonlyArray<{ mundo: string }>)[0]?.mundo).toBe('principal')
    expect((await sandbox.call('GET', '/_simulador/mundos/principal/reloj')).status).toBe(200)
  })
})
