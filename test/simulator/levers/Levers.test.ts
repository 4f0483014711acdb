import { Schema } from 'effect'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { verificationOf } from '#test/support/documents.ts'
import { expectError, summaryOf } from '#test/support/expectError.ts'
import { type Answer, startSandbox } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)

const pull = (lever: string, body: unknown): Promise<Answer> => sandbox.call('POST', `/_simulador/${lever}`, { body })
const look = async (lever: string): Promise<Record<string, unknown>> =>
  (await sandbox.call('GET', `/_simulador/${lever}`)).body

/** What a bad input must not have touched. */
const state = async () => ({
  ...(await look('cuentas')),
  ...(await look('fuentes')),
  velocidad: (await look('reloj'))['velocidad'],
})

const End = Schema.Struct({
  estado: Schema.String,
  accion: Schema.NullOr(Schema.String),
  nivel: Schema.NullOr(Schema.String),
})
const Escenarios = Schema.Struct({
  escenarios: Schema.Array(Schema.Struct({ curp_de_ejemplo: Schema.String, resultados: Schema.Array(End) })),
})
const Cuentas = Schema.Struct({
  cuentas: Schema.Array(
    Schema.Struct({ tenant: Schema.String, llave: Schema.String, saldo: Schema.NullOr(Schema.Number) }),
  ),
})

const clock = async (): Promise<number> => Date.parse(String((await look('reloj'))['ahora']))

beforeEach(async () => {
  expect((await sandbox.call('POST', '/_simulador/reiniciar')).status, 'the reset before each test').toBe(204)
})

describe('a lever pulled wrongly', () => {
  const mode = 'modo es consumo o connect.'
  const balance =
    'saldo es un monto en pesos, de 0 a 1000000000, con dos decimales a lo más; sin él, 1000000 en modo consumo.'
  const jump = 'avanzar_segundos es un número de 0 a 31622400.'
  const speed = 'velocidad son segundos simulados por segundo real: un número de 0.001 a 3600.'
  const fault =
    'falla es una de caida, colgada, lenta, basura, goteo, enorme, otra_persona; sin ella, se quita la que haya.'

  it.each([
    ['cuentas', {}, mode],
    ['cuentas', { modo: 'prepago' }, mode],
    ['cuentas', { modo: 'consumo', saldo: -1 }, balance],
    ['cuentas', { modo: 'consumo', saldo: 0.001 }, balance],
    ['cuentas', { modo: 'consumo', saldo: 1_000_000_000_000 }, balance],
    [
      'cuentas',
      { modo: 'consumo', monto_por_verificacion: '100' },
      'monto_por_verificacion es un monto en pesos, no negativo, con dos decimales a lo más.',
    ],
    ['cuentas', { modo: 'consumo', limite_por_minuto: 0 }, 'limite_por_minuto es un entero de 1 a 1000000.'],
    ['cuentas', { modo: 'consumo', cuota_mensual: 1.5 }, 'cuota_mensual es un entero de 1 a 1000000.'],
    [
      'cuentas',
      { modo: 'consumo', tenant: 'con espacio' },
      'tenant son de 1 a 200 letras sin acento, dígitos, puntos, guiones o guiones bajos, y no solo uno o dos puntos.',
    ],
    ['cuentas', { modo: 'consumo', tenant: 'demo-consumo' }, 'Ya hay una cuenta con ese tenant.'],
    [
      'cuentas',
      { modo: 'consumo', color: 'azul' },
      'Sobra un campo; los que hay son: modo, tenant, monto_por_verificacion, saldo, limite_por_minuto, cuota_mensual.',
    ],
    ['cuentas', { modo: 5, saldo: 'x' }, `${mode} ${balance}`],
    ['reloj', { avanzar_segundos: -1, velocidad: 5 }, jump],
    ['reloj', { avanzar_segundos: 1e9, velocidad: 5 }, jump],
    ['reloj', { avanzar_segundos: '60', velocidad: 5 }, jump],
    ['reloj', { velocidad: 0 }, speed],
    ['reloj', { velocidad: 1e6 }, speed],
    ['fuentes', { fuente: 'buro', falla: 'caida' }, 'fuente es una de identidad, listas, judicial.'],
    ['fuentes', { fuente: 'listas', falla: 'rota' }, fault],
    [
      'fallos',
      { codigo: 'llave_invalida', veces: 1 },
      'codigo es uno de error_interno, respuesta_retenida, base_no_alcanzable, limite_excedido, conexion_cortada, respuesta_tardia, proxy_502.',
    ],
    ['fallos', { codigo: 'error_interno', veces: 0 }, 'veces es un entero de 1 a 1000.'],
    ['fallos', { codigo: 'error_interno' }, 'veces es un entero de 1 a 1000.'],
  ])('%s %j answers 400 peticion_invalida, says what is due, and moves nothing', async (lever, input, mensaje) => {
    const before = await state()
    const { status, body } = await pull(lever, input)
    expect({ status, body }).toEqual({ status: 400, body: { codigo: 'peticion_invalida', mensaje } })
    expect(await state()).toEqual(before)
    const { llave } = await sandbox.account()
    expect(summaryOf(await sandbox.create(llave))).toBe('200 en_proceso')
  })

  const noObject = 'El cuerpo tiene que ser un objeto JSON, en UTF-8 y sin miembros repetidos.'
  it.each(['', 'null', '[]', '{"modo":"consumo","modo":"connect"}', '{', '\ufeff{}'])(
    'answers 400 peticion_invalida to %j',
    async (body) => {
      for (const lever of ['cuentas', 'reloj', 'fuentes', 'fallos']) {
        const answer = await pull(lever, body)
        expect([answer.status, answer.body]).toEqual([400, { codigo: 'peticion_invalida', mensaje: noObject }])
      }
    },
  )

  it('answers 405 with Allow to another method', async () => {
    const answer = await sandbox.call('DELETE', '/_simulador/cuentas')
    expectError(answer, 405, 'peticion_invalida')
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
  })
})

describe('/_simulador/escenarios', () => {
  const emitida = (accion: string, nivel: string) => ({ estado: 'emitida', accion, nivel })
  const clear = emitida('puede_continuar', 'alto')
  const reserved = emitida('continuar_con_reservas', 'medio')
  const held = emitida('no_continuar_todavia', 'bajo')
  const inconclusive = { estado: 'no_concluyente', accion: null, nivel: null }

  it('answers the table of contract 8.6, each row with a CURP that POST takes', async () => {
    const table = await look('escenarios')
    const rows = [
      ['LIMP', clear],
      ['MARC', reserved],
      ['ROJF', reserved],
      ['ROJI', held],
      ['LERT', held],
      ['FALL', inconclusive],
      ['NOEX', inconclusive],
      [null, clear],
    ].map(([prefijo, end]) => ({
      prefijo,
      nombre: expect.any(String),
      fuentes: expect.any(String),
      resultados: [end],
      curp_de_ejemplo: expect.stringMatching(prefijo === null ? /^[A-Z]{4}/ : new RegExp(`^${prefijo}`)),
    }))
    expect(table).toEqual({ escenarios: rows })
    const { llave } = await sandbox.account()
    for (const { curp_de_ejemplo } of Schema.decodeUnknownSync(Escenarios)(table).escenarios) {
      expect(summaryOf(await sandbox.create(llave, { solicitante: { curp: curp_de_ejemplo } }))).toBe('200 en_proceso')
    }
  })
})

describe('/_simulador/cuentas', () => {
  const key = expect.stringMatching(/^avs_test_[0-9A-Za-z]{49}$/)
  const secret = expect.stringMatching(/^whsec_[0-9A-Za-z+/]{43}=$/)
  const ordinary = {
    llave: key,
    secreto_firma: secret,
    monto_por_verificacion: 100,
    moneda: 'MXN',
    saldo_retenido: 0,
    limite_por_minuto: 600,
    cuota_mensual: null,
    estado: 'activa',
    llaves: [
      {
        nombre: 'principal',
        llave: key,
        emitida_en: expect.any(String),
        vence_en: null,
        revocada_en: null,
        ultimo_uso: null,
      },
    ],
  }

  it('lists the demo accounts, whose keys work', async () => {
    const listed = await look('cuentas')
    const prepaid = { ...ordinary, modo: 'consumo', saldo: 10_000 }
    expect(listed['cuentas']).toEqual(
      expect.arrayContaining([
        { ...prepaid, tenant: 'demo-consumo' },
        { ...prepaid, tenant: 'demo-sin-saldo', saldo: 50 },
        { ...prepaid, tenant: 'demo-limitada', limite_por_minuto: 5, cuota_mensual: 8 },
      ]),
    )
    for (const { llave, tenant, saldo } of Schema.decodeUnknownSync(Cuentas)(listed).cuentas) {
      const { body } = await sandbox.call('GET', '/v1/cuenta/consumo', { key: llave })
      expect(body).toMatchObject({ tenant, saldo })
    }
  })

  it('answers 201 with an account of its own key and secret, the ordinary plan and the balance of a new world', async () => {
    const first = await pull('cuentas', { modo: 'consumo' })
    const second = await pull('cuentas', { modo: 'consumo', saldo: null, tenant: null })
    const expected = { ...ordinary, tenant: expect.any(String), modo: 'consumo', saldo: 1_000_000 }
    expect([first.status, second.status, first.body, second.body]).toEqual([201, 201, expected, expected])
    for (const member of ['tenant', 'llave', 'secreto_firma']) expect(first.body[member]).not.toBe(second.body[member])
    expect((await look('cuentas'))['cuentas']).toEqual(expect.arrayContaining([first.body, second.body]))
    expect(summaryOf(await sandbox.create(String(first.body['llave'])))).toBe('200 en_proceso')
  })

  it('answers 201 with the plan that was asked for', async () => {
    const plan = { monto_por_verificacion: 12.34, limite_por_minuto: 1, cuota_mensual: 2 }
    const { body } = await pull('cuentas', { modo: 'connect', tenant: 'con-pago', saldo: 5, ...plan })
    expect(body).toEqual({
      ...ordinary,
      ...plan,
      tenant: 'con-pago',
      modo: 'connect',
      saldo: null,
      saldo_retenido: null,
    })
  })

  it('shows the saldo as it stands after an emission', async () => {
    const { llave, tenant } = await sandbox.account({ saldo: 150 })
    await sandbox.create(llave)
    await sandbox.advance(240)
    expect((await look('cuentas'))['cuentas']).toContainEqual(expect.objectContaining({ tenant, saldo: 50 }))
  })
})

describe('/_simulador/reloj', () => {
  it('answers a jump once all work that fell due is done', async () => {
    const { llave } = await sandbox.account()
    const created = verificationOf(await sandbox.create(llave))
    const before = await clock()
    const { body } = await pull('reloj', { avanzar_segundos: 3_600.4 })
    expect(Date.parse(String(body['ahora'])) - before).toBeGreaterThanOrEqual(3_600_400)
    expect(Date.parse(String(body['ahora'])) - before).toBeLessThan(3_601_500)
    const verification = verificationOf(await sandbox.read(llave, created.verificacion_id))
    expect(verification.estado).toBe('emitida')
    // It ended at its own time, not at that of the landing.
    expect(Date.parse(verification.resuelto_en ?? '') - before).toBeLessThanOrEqual(222_500)
  })

  it('is set forward alone, by a year at most, where there are verifications: 400', async () => {
    const { llave } = await sandbox.account()
    const created = verificationOf(await sandbox.create(llave))
    const set = async (days: number) => {
      const ahora = new Date((await clock()) + days * 86_400_000).toISOString()
      const { status, body } = await pull('reloj', { ahora })
      return status === 200 ? Math.round((Date.parse(String(body['ahora'])) - Date.parse(ahora)) / 60_000) : body
    }
    const refused = (mensaje: string) => ({ codigo: 'peticion_invalida', mensaje })
    expect(await set(-1)).toEqual(refused('ahora no puede ir hacia atrás: ya hay verificaciones.'))
    expect(await set(367)).toEqual(refused('ahora está a más de un año.'))
    expect(summaryOf(await sandbox.read(llave, created.verificacion_id))).toBe('200 en_proceso')
    expect(await set(365)).toBe(0)
    expect(summaryOf(await sandbox.read(llave, created.verificacion_id))).toBe('200 emitida')
  })

  it('adds up jumps that are asked for at once', async () => {
    const before = await clock()
    await Promise.all(Array.from({ length: 5 }, () => sandbox.advance(100)))
    const passed = (await clock()) - before
    expect(passed).toBeGreaterThanOrEqual(500_000)
    expect(passed).toBeLessThan(600_000)
  })

  it('runs at the speed that it is given, work included', async () => {
    const { llave } = await sandbox.account()
    const created = verificationOf(await sandbox.create(llave))
    expect((await pull('reloj', { velocidad: 3_600 })).body).toMatchObject({ velocidad: 3_600 })
    const before = await clock()
    while (verificationOf(await sandbox.read(llave, created.verificacion_id)).estado === 'en_proceso');
    while ((await clock()) - before < 3_600_000);
    expect((await pull('reloj', { velocidad: null })).body).toMatchObject({ velocidad: 3_600 })
  })

  it('lets more verifications than a worker claims at once end in one jump', async () => {
    const { llave } = await sandbox.account({ saldo: 30_000 })
    await Promise.all(Array.from({ length: 300 }, () => sandbox.create(llave)))
    await sandbox.advance(240)
    const { body } = await sandbox.call('GET', '/v1/verificaciones?estado=en_proceso', { key: llave })
    expect(body).toEqual({ verificaciones: [] })
    expect(await sandbox.balance(llave)).toBe(0)
  })
})

describe('/_simulador/fuentes', () => {
  const faults = (listas: string | null) => ({
    fuentes: [
      { fuente: 'identidad', falla: null },
      { fuente: 'listas', falla: listas },
      { fuente: 'judicial', falla: null },
    ],
  })

  it('answers the fault of every source, and takes it away with null', async () => {
    expect(await look('fuentes')).toEqual(faults(null))
    expect((await pull('fuentes', { fuente: 'listas', falla: 'lenta' })).body).toEqual(faults('lenta'))
    expect((await pull('fuentes', { fuente: 'listas', falla: 'caida' })).body).toEqual(faults('caida'))
    expect(await look('fuentes')).toEqual(faults('caida'))
    expect((await pull('fuentes', { fuente: 'listas', falla: null })).body).toEqual(faults(null))
  })
})
