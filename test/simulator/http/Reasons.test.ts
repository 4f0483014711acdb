import { afterAll, describe, expect, it } from 'vitest'
import { canaries, tracesIn } from '#test/support/canaries.ts'
import { perform, put, validDraft } from '#test/support/draft.ts'
import { type Fault, faults } from '#test/support/faults.ts'
import { callTool } from '#test/support/mcp.ts'
import { applicable, performTool } from '#test/support/toolDraft.ts'
import { type Answer, startSandbox, validBody } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const { llave } = await sandbox.account({ limite_por_minuto: 100_000, saldo: 1_000_000 })
const { text: docs } = await sandbox.call('GET', '/docs')
const [canary] = canaries

interface Told {
  readonly codigo: unknown
  readonly motivo: Readonly<Record<string, unknown>>
}

/** What the simulator tells of a request that it answered. */
const told = async ({ headers }: Answer, world = ''): Promise<Told> => {
  const id = headers.get('service-request-id')
  const { body, text } = await sandbox.call('GET', `/_simulador${world}/solicitudes/${id}`)
  expect(tracesIn(text)).toEqual([])
  return Object(body)
}
const pull = (lever: string, body: unknown): Promise<Answer> => sandbox.call('POST', `/_simulador/${lever}`, { body })

/** The ceiling, and the two limits of step 17, have numbers of their own in the table of faults. */
const stepOf = ({ step }: Fault): string => (step === 2.5 ? '2b' : String(Math.floor(step)))

/** The declared field that a fault is about, where its name says so. */
const fieldOf = ({ name, step }: Fault): string =>
  step >= 8 && step <= 15 && name.includes(' = ') ? (name.split(' = ')[0] ?? '') : ''

const expectReason = async (answer: Answer, fault: Fault): Promise<void> => {
  const { codigo, motivo } = await told(answer)
  expect([motivo['paso'], codigo]).toEqual([stepOf(fault), fault.codigo])
  // Of an object that is wrong as a whole, the member that is missing or wrong is named.
  expect(String(motivo['campo'] ?? '').startsWith(fieldOf(fault))).toBe(true)
  expect(motivo['enlace']).toBe(`/docs#error-${fault.codigo}`)
  expect(docs).toContain(`<section id="error-${fault.codigo}">`)
}

const drawn = (fault: Fault) => fault.change(put('solicitante', canary)(validDraft()))

describe('why a request was refused', () => {
  it.each(faults)('is told of POST at step $step: $name', async (fault) => {
    await expectReason(await perform(sandbox, drawn(fault), llave), fault)
  })

  it.each(applicable)('is told of crear_verificacion at step $step: $name', async (fault) => {
    await expectReason(await performTool(sandbox, drawn(fault), llave), fault)
  })

  it('is told of nothing that was answered', async () => {
    expect(await told(await sandbox.create(llave))).toMatchObject({ codigo: null, motivo: null })
  })

  it.each([
    ['GET', '/nada', 'ruta_desconocida'],
    ['DELETE', '/v1/verificaciones', 'metodo_no_permitido'],
    ['GET', '/v1/verificaciones?limite=0', 'parametro_invalido'],
    ['GET', '/v1/verificaciones/ver_nada', 'verificacion_inexistente'],
  ])('is told outside of the order: %s %s', async (method, path, regla) => {
    expect(await told(await sandbox.call(method, path, { key: llave }))).toMatchObject({
      motivo: { paso: null, regla },
    })
  })

  it('tells of an undeclared field its name and the declared ones, over both channels: 400 campo_desconocido', async () => {
    const inside = validBody({ solicitante: { ...canary, folio: 'valor' } })
    const declarados = ['curp', 'nombre', 'apellido_paterno', 'apellido_materno']
    const motivo = { campo: 'solicitante', sobran: ['folio'], declarados }
    expect(await told(await sandbox.create(llave, inside))).toMatchObject({ motivo })
    const { answer, texts } = await callTool(sandbox, llave, 'crear_verificacion', inside)
    expect(await told(answer)).toMatchObject({ motivo })
    expect(texts.slice(1)).toEqual([
      expect.stringContaining('sobran: folio, declarados: curp nombre apellido_paterno apellido_materno.'),
    ])
    const { texts: listed } = await callTool(sandbox, llave, 'listar_verificaciones', { pagina: 2 })
    expect(listed[1]).toContain('sobran: pagina, declarados: solicitud_id estado limite.')
    const { texts: nothing } = await callTool(sandbox, llave, 'consultar_consumo', { mes: 'valor' })
    expect(nothing[1]).toContain('sobran: mes, declarados: .')
  })

  it('masks an undeclared name that could be a value of the applicant', async () => {
    const sobran = async (name: string) => {
      const answer = await sandbox.create(llave, validBody({ solicitante: { ...canary, [name]: 1 } }))
      return (await told(answer)).motivo['sobran']
    }
    expect(await sobran(canary?.curp ?? '')).toEqual(['•••'])
    expect(await sobran(`${canary?.nombre}`)).toEqual(['•••'])
    expect(await sobran('nombre completo')).toEqual(['•••'])
    expect(await sobran('nombre_completo')).toEqual(['nombre_completo'])
  })

  it('tells of a conflict which fields differ, by name, over both channels', async () => {
    const body = validBody({ solicitante: canary, propiedad_id: 'p-1' })
    // Another account's body of the same name is no first one of this account's.
    const { llave: neighbour } = await sandbox.account()
    await sandbox.create(neighbour, { ...body, propiedad_id: 'p-2', webhook_url: 'https://other.example.com/avs' })
    await sandbox.create(llave, body)
    const other = {
      ...body,
      propiedad_id: 'p-2',
      solicitante: { ...canary, nombre: 'Otra' },
      cobro: { modo: 'consumo' },
    }
    const difieren = ['cobro.modo', 'propiedad_id', 'solicitante.nombre']
    expect(await told(await sandbox.create(llave, other))).toMatchObject({ motivo: { regla: 'otro_cuerpo', difieren } })
    const { answer } = await callTool(sandbox, llave, 'crear_verificacion', other)
    expect(await told(answer)).toMatchObject({ codigo: 'conflicto_idempotencia', motivo: { difieren } })
  })

  it('tells of a limit which one, and when the next one fits', async () => {
    const minute = await sandbox.account({ limite_por_minuto: 1 })
    const month = await sandbox.account({ cuota_mensual: 1 })
    for (const { llave: key } of [minute, month]) await sandbox.create(key)
    const espera_segundos = expect.any(Number)
    expect(await told(await sandbox.create(minute.llave))).toMatchObject({
      motivo: { regla: 'limite_por_minuto', limite: { maximo: 1, ventana: 'minuto', espera_segundos } },
    })
    expect(await told(await sandbox.create(month.llave))).toMatchObject({
      motivo: { regla: 'cuota_mensual', limite: { maximo: 1, ventana: 'mes', espera_segundos } },
    })
  })

  it('tells of the ceiling, which is never below 600 a minute', async () => {
    const one = await sandbox.account({ limite_por_minuto: 1 })
    sandbox.exhaustCeiling(one.tenant)
    expect(await told(await sandbox.create(one.llave))).toMatchObject({
      motivo: { regla: 'tope_de_creacion', limite: { maximo: 600, ventana: 'minuto' } },
    })
  })

  it.each([
    ['pago_inexistente', null],
    ['pago_no_confirmado', { estado: 'requires_action' }],
    ['otra_moneda', { moneda: 'USD' }],
    ['otra_moneda', { liquidado_en: 'USD' }],
    ['monto_insuficiente', { monto: 99.99 }],
    ['reembolsado', { reembolsado: 1 }],
    ['disputado', { disputado: true }],
  ])('tells of a payment which condition: %s', async (regla, change) => {
    const { llave: key, tenant } = await sandbox.account({ modo: 'connect' })
    const made = change && (await pull('pagos', { estado: 'succeeded', moneda: 'MXN', monto: 100, tenant, ...change }))
    const payment_intent_id = made === null ? 'pi_nada' : made.body['payment_intent_id']
    expect(await told(await sandbox.create(key, { cobro: { modo: 'connect', payment_intent_id } }))).toMatchObject({
      motivo: { paso: '18', campo: 'cobro.payment_intent_id', regla, palanca: null },
    })
  })

  it('tells of a processor that a lever broke, and of a payment that backs another', async () => {
    const { llave: key, tenant } = await sandbox.account({ modo: 'connect' })
    const { body } = await pull('pagos', { estado: 'succeeded', moneda: 'MXN', monto: 100, tenant })
    const cobro = { modo: 'connect', payment_intent_id: body['payment_intent_id'] }
    await pull('procesador/fallas', { llamada: 'consultar_pago', falla: 'error_500', veces: 1 })
    expect(await told(await sandbox.create(key, { cobro }))).toMatchObject({
      motivo: { regla: 'procesador_fallo', palanca: 'POST /_simulador/procesador/fallas' },
    })
    await sandbox.create(key, { cobro })
    expect(await told(await sandbox.create(key, { cobro }))).toMatchObject({ motivo: { regla: 'pago_tomado' } })
  })

  it('tells of an error on demand that a lever made it, over both channels', async () => {
    const motivo = { regla: 'a_pedido', palanca: 'POST /_simulador/fallos' }
    await pull('fallos', { codigo: 'base_no_alcanzable', veces: 2 })
    const posted = await sandbox.create(llave)
    const { answer } = await callTool(sandbox, llave, 'crear_verificacion', validBody())
    for (const one of [posted, answer]) expect(await told(one)).toMatchObject({ codigo: 'base_no_alcanzable', motivo })
  })

  it('is told in the world of the request alone, and of no request that there was not', async () => {
    const { body } = await pull('mundos', { nombre: 'aparte' })
    const [{ llave: key }] = Object(body['cuentas'])
    const answer = await sandbox.create(key, { otro: 1 })
    expect(await told(answer, '/mundos/aparte')).toMatchObject({ motivo: { regla: 'campo_no_declarado', campo: null } })
    const id = answer.headers.get('service-request-id')
    expect((await sandbox.call('GET', `/_simulador/solicitudes/${id}`)).status).toBe(404)
  })
})
