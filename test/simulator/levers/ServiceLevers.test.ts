import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { verificationOf, verificationsOf } from '#test/support/documents.ts'
import { summaryOf } from '#test/support/expectError.ts'
import { callTool } from '#test/support/mcp.ts'
import { type Answer, startSandbox, validBody } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)

const pull = (lever: string, body: unknown): Promise<Answer> => sandbox.call('POST', `/_simulador/${lever}`, { body })
const look = async (lever: string): Promise<Record<string, unknown>> =>
  (await sandbox.call('GET', `/_simulador/${lever}`)).body
/** Keys are issued when the world begins again. */
const withoutIssue = (accounts: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(accounts, (name, value) => (name === 'emitida_en' ? undefined : value)))

const everything = async (): Promise<Record<string, unknown>> => ({
  ...withoutIssue(await look('cuentas')),
  ...(await look('reloj')),
  ...(await look('fuentes')),
})

beforeEach(async () => {
  expect(summaryOf(await pull('reiniciar', undefined)), 'the reset before each test').toBe('204')
})

describe('/_simulador/fallos', () => {
  it('lets the next POSTs answer as asked, in order, create nothing, and touch no GET', async () => {
    const { llave } = await sandbox.account()
    await pull('fallos', { codigo: 'error_interno', veces: 2 })
    await pull('fallos', { codigo: 'base_no_alcanzable', veces: 1 })
    expect(summaryOf(await sandbox.call('GET', '/v1/cuenta/consumo', { key: llave }))).toBe('200')
    const answers: Array<string> = []
    for (let index = 0; index < 4; index++)
      answers.push(summaryOf(await sandbox.create(llave, { solicitud_id: 'sol-retried' })))
    expect(answers).toEqual(['500 error_interno', '500 error_interno', '503 base_no_alcanzable', '200 en_proceso'])
    const { body } = await sandbox.call('GET', '/v1/verificaciones', { key: llave })
    expect(body).toMatchObject({ verificaciones: [{ solicitud_id: 'sol-retried' }] })
  })
})

describe('an accident of the connection', () => {
  const listed = async (key: string) => {
    const { body } = await sandbox.call('GET', '/v1/verificaciones', { key })
    return Array.isArray(body['verificaciones']) ? body['verificaciones'].length : 0
  }

  const last = async () => (await look('solicitudes?limite=1'))['solicitudes']

  it('conexion_cortada comes after the creation, which a repetition finds', async () => {
    const { llave } = await sandbox.account()
    await pull('fallos', { codigo: 'conexion_cortada', veces: 1 })
    await expect(sandbox.create(llave, { solicitud_id: 'sol-cut' })).rejects.toThrow('socket hang up')
    expect(await last()).toMatchObject([
      { estatus: 200, codigo: 'conexion_cortada', verificacion_id: expect.any(String) },
    ])
    expect(await listed(llave)).toBe(1)
    expect(summaryOf(await sandbox.create(llave, { solicitud_id: 'sol-cut' }))).toBe('200 en_proceso')
    expect(await listed(llave)).toBe(1)
  })

  it('respuesta_tardia creates, and the answer waits', async () => {
    const { llave } = await sandbox.account()
    await pull('fallos', { codigo: 'respuesta_tardia', veces: 1 })
    const late = sandbox.create(llave, { solicitud_id: 'sol-late' }).then(
      () => 'answered',
      () => 'failed',
    )
    await expect.poll(last).toMatchObject([{ estatus: 200, codigo: 'respuesta_tardia' }])
    expect(await listed(llave)).toBe(1)
    expect(await Promise.race([late, sandbox.call('GET', '/_salud').then(() => 'waiting')])).toBe('waiting')
  })

  it('proxy_502 creates nothing, and its HTML is not of the service', async () => {
    const { llave } = await sandbox.account()
    await pull('fallos', { codigo: 'proxy_502', veces: 1 })
    const init = { method: 'POST', headers: { authorization: `Bearer ${llave}` }, body: JSON.stringify(validBody({})) }
    const answer = await fetch(`${sandbox.base}/v1/verificaciones`, init)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([502, 'text/html'])
    expect(await answer.text()).toContain('<h1>502 Bad Gateway</h1>')
    expect(await last()).toMatchObject([{ estatus: 502, codigo: 'proxy_502' }])
    expect(await listed(llave)).toBe(0)
  })
})

describe('a lever that is not there', () => {
  it.each([
    ['POST', 'relojes', 'POST /_simulador/reloj.'],
    ['GET', 'webhook', 'GET /_simulador/webhooks.'],
    ['POST', 'cuenta/x/abono', 'POST /_simulador/cuentas/:tenant/abonos.'],
  ])('names the nearest: %s %s', async (method, path, nearest) => {
    const { status, body } = await sandbox.call(method, `/_simulador/${path}`, method === 'POST' ? { body: {} } : {})
    expect([status, body['codigo'], String(body['mensaje'])]).toEqual([
      404,
      'peticion_invalida',
      expect.stringContaining(`la más parecida es ${nearest} `),
    ])
  })
})

describe('/_simulador/fallos over MCP', () => {
  const creation = (llave: string, args: unknown) => callTool(sandbox, llave, 'crear_verificacion', args)

  it.each(['error_interno', 'respuesta_retenida', 'base_no_alcanzable', 'limite_excedido'])(
    'lets the next crear_verificacion answer %s, create nothing, and touch no other tool',
    async (codigo) => {
      const { llave } = await sandbox.account()
      await pull('fallos', { codigo, veces: 2 })
      expect((await callTool(sandbox, llave, 'consultar_consumo')).codigo).toBeNull()
      const args = validBody()
      const answers = [await creation(llave, args), await creation(llave, {}), await creation(llave, args)]
      expect(answers.map((answer) => answer.codigo)).toEqual([codigo, codigo, null])
      expect(answers[0]?.texts).toHaveLength(codigo === 'limite_excedido' ? 3 : 2)
      const { body } = await sandbox.call('GET', '/v1/verificaciones', { key: llave })
      expect(body).toMatchObject({ verificaciones: [{ solicitud_id: args['solicitud_id'] }] })
    },
  )

  it('counts both channels together, and tells what is left', async () => {
    const { llave } = await sandbox.account()
    await pull('fallos', { codigo: 'error_interno', veces: 2 })
    await pull('fallos', { codigo: 'base_no_alcanzable', veces: 1 })
    const left = async () => (await look('fallos'))['fallos']
    expect(await left()).toEqual([
      { codigo: 'error_interno', veces: 2 },
      { codigo: 'base_no_alcanzable', veces: 1 },
    ])
    expect((await creation(llave, validBody())).codigo).toBe('error_interno')
    expect(await left()).toEqual([
      { codigo: 'error_interno', veces: 1 },
      { codigo: 'base_no_alcanzable', veces: 1 },
    ])
    expect(summaryOf(await sandbox.create(llave))).toBe('500 error_interno')
    expect((await creation(llave, validBody())).codigo).toBe('base_no_alcanzable')
    expect(await left()).toEqual([])
    expect(summaryOf(await sandbox.create(llave))).toBe('200 en_proceso')
  })
})

describe('/_simulador/solicitudes', () => {
  it('answers the last requests, newest first, without controls and with nothing of a person', async () => {
    const { llave, tenant } = await sandbox.account()
    const name = 'Guadalupe'
    const created = verificationOf(
      await sandbox.create(llave, { solicitante: { curp: sampleCurp('LIMP'), nombre: name } }, { 'x-canal': 'mcp' }),
    )
    await sandbox.read(llave, created.verificacion_id)
    await sandbox.call('GET', `/v1/verificaciones?solicitud_id=${created.solicitud_id}`)
    await sandbox.call('GET', `/${name}`)
    const answer = await sandbox.call('GET', '/_simulador/solicitudes?limite=5')
    const row = (
      metodo: string,
      ruta: string,
      estatus: number,
      codigo: string | null,
      canal = 'api',
      id: string | null = null,
      regla: string | null = null,
    ) => ({
      id: expect.stringMatching(/^req_[0-9a-f]{32}$/),
      recibida_en: expect.any(String),
      simulada_en: expect.any(String),
      metodo,
      ruta,
      estatus,
      codigo,
      ms: expect.any(Number),
      canal,
      tenant: regla === null ? tenant : null,
      verificacion_id: id,
      motivo: regla && expect.objectContaining({ regla }),
    })
    expect(answer.body).toEqual({
      solicitudes: [
        row('GET', '(desconocida)', 404, 'peticion_invalida', 'api', null, 'ruta_desconocida'),
        row('GET', '/v1/verificaciones', 401, 'llave_ausente', 'api', null, 'sin_llave'),
        row('GET', '/v1/verificaciones/:verificacion_id', 200, null, 'api', created.verificacion_id),
        row('POST', '/v1/verificaciones', 200, null, 'mcp', created.verificacion_id),
      ],
    })
    for (const secret of [name, sampleCurp('LIMP'), llave, String(created.solicitud_id)]) {
      expect(answer.text).not.toContain(secret)
    }
  })

  it('answers fifty where no limite is given, and as many as it says', async () => {
    for (let requests = 0; requests < 300; requests++) await sandbox.call('GET', '/_salud')
    const told = async (query: string) => (await look(`solicitudes${query}`))['solicitudes']
    expect(await told('')).toHaveLength(50)
    expect(await told('?limite=300')).toHaveLength(300)
    expect(await told('?limite=1')).toHaveLength(1)
  })
})

describe('/_simulador/reiniciar', () => {
  const { apiKey: demo } = credentialsOf('demo-consumo')
  const { apiKey: limited } = credentialsOf('demo-limitada')
  const verifications = async () => verificationsOf(await sandbox.call('GET', '/v1/verificaciones', { key: demo }))

  it('answers 204, and all is as at the start', async () => {
    const { ahora, ...before } = await everything()
    const { llave } = await sandbox.account()
    await sandbox.create(demo)
    await pull('reloj', { avanzar_segundos: 86_400, velocidad: 2 })
    await pull('fuentes', { fuente: 'judicial', falla: 'colgada' })
    await pull('fallos', { codigo: 'error_interno', veces: 5 })
    expect((await verifications()).length).toBe(1)
    expect(await everything()).not.toMatchObject(before)

    expect(await pull('reiniciar', undefined)).toMatchObject({ status: 204, text: '' })
    expect((await look('solicitudes'))['solicitudes']).toEqual([])
    expect(await everything()).toMatchObject(before)
    const back = Date.parse(String((await everything()).ahora)) - Date.parse(String(ahora))
    expect(back).toBeLessThan(3_600_000)
    expect(summaryOf(await sandbox.create(llave))).toBe('401 llave_invalida')
    expect(await verifications()).toEqual([])
    expect(summaryOf(await sandbox.create(demo))).toBe('200 en_proceso')
  })

  it('gives back rate, quota and ceiling: 429 limite_excedido, then 200', async () => {
    for (let index = 0; index < 5; index++) await sandbox.create(limited)
    expect(summaryOf(await sandbox.create(limited))).toBe('429 limite_excedido')
    sandbox.exhaustCeiling('demo-limitada')
    expect(summaryOf(await sandbox.call('POST', '/v1/verificaciones', { key: limited }))).toBe('429 limite_excedido')
    await pull('reiniciar', undefined)
    expect(summaryOf(await sandbox.create(limited))).toBe('200 en_proceso')
  })

  it('leaves no work of before to be done', async () => {
    await sandbox.create(demo)
    await pull('reiniciar', undefined)
    await sandbox.advance(600)
    expect(await sandbox.balance(demo)).toBe(10_000)
  })
})

describe('a page of another site', () => {
  it.each(['https://evil.example.com', 'null', 'http://127.0.0.1:1'])(
    'pulls no lever from %s: 400 peticion_invalida, and nothing changes',
    async (origin) => {
      await sandbox.create(credentialsOf('demo-consumo').apiKey)
      const before = await everything()
      const answers = await Promise.all([
        sandbox.call('POST', '/_simulador/reiniciar', { headers: { origin } }),
        sandbox.call('POST', '/_simulador/reloj', { headers: { origin }, body: { velocidad: 7 } }),
        sandbox.call('GET', '/_simulador/cuentas', { headers: { origin } }),
        // The router reads what is escaped.
        sandbox.call('POST', '/%5Fsimulador/reiniciar', { headers: { origin } }),
        sandbox.call('GET', '/_simulado%72/cuentas', { headers: { origin } }),
      ])
      expect(answers.map(summaryOf)).toEqual(answers.map(() => '400 peticion_invalida'))
      expect((await everything())['cuentas']).toEqual(before['cuentas'])
      expect(await look('reloj')).toMatchObject({ velocidad: 0.001 })
    },
  )

  it('pulls them from the same origin', async () => {
    const { origin } = new URL(sandbox.base)
    expect(summaryOf(await sandbox.call('POST', '/_simulador/reiniciar', { headers: { origin } }))).toBe('204')
  })
})

describe('a faster clock', () => {
  it('wakes the work that was waiting at the slower pace', async () => {
    await pull('reloj', { velocidad: 1 })
    const { apiKey } = credentialsOf('demo-consumo')
    const ids: Array<string> = []
    for (let index = 0; index < 5; index++) {
      ids.push(String((await sandbox.create(apiKey)).body['verificacion_id']))
    }
    await pull('reloj', { velocidad: 600 })
    for (const id of ids) {
      const read = () => sandbox.call('GET', `/v1/verificaciones/${id}`, { key: apiKey })
      await expect.poll(async () => (await read()).body['estado'], { message: id }).toBe('emitida')
    }
  })
})
