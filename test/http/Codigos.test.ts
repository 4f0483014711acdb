import { afterAll, describe, expect, it } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { expectError } from '#test/support/expectError.ts'
import { type Answer, startSandbox, validBody } from '#tools/service/sandbox.ts'
import { type Codigo, catalog } from '#wire/Errores.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const { llave } = await sandbox.account({ tenant: 'partner' })
const { llave: stranger } = await sandbox.account({ tenant: 'stranger' })

/** The next POST answers this error. */
const ordered = async (codigo: Codigo): Promise<Answer> => {
  await sandbox.call('POST', '/_simulador/fallos', { body: { codigo, veces: 1 } })
  return sandbox.create(llave)
}

const create =
  (changes: Record<string, unknown>, headers: Record<string, string> = {}) =>
  () =>
    sandbox.create(llave, changes, headers)
const get = (path: string, headers: Record<string, string>) => () => sandbox.call('GET', path, { headers })

/** Creates once more than the plan of a new account allows. */
const once = async (plan: Record<string, unknown>): Promise<Answer> => {
  const account = await sandbox.account(plan)
  await sandbox.create(account.llave)
  return sandbox.create(account.llave)
}

interface Row {
  readonly status: number
  readonly codigo: Codigo
  readonly condition: string
  readonly request: () => Promise<Answer>
  readonly headers?: Record<string, RegExp>
}

const row = (
  status: number,
  codigo: Codigo,
  condition: string,
  request: Row['request'],
  headers: Row['headers'] = {},
): Row => ({ status, codigo, condition, request, headers })

const consumo = '/v1/cuenta/consumo'
const challenge = { 'www-authenticate': /^Bearer/ }
const inSeconds = { 'retry-after': /^[1-9]\d*$/ }

/** The table of contract 7.1, row by row. */
// biome-ignore format: a table reads by its columns
const table: ReadonlyArray<Row> = [
  row(400, 'campo_desconocido', 'body has a field the closed schema does not declare', create({ color: 'azul' })),
  row(400, 'curp_invalida', 'CURP not in the official form', create({ solicitante: { curp: 'LIMP900101' } })),
  row(400, 'idempotency_key_ausente', 'header Idempotency-Key missing on POST', () => sandbox.call('POST', '/v1/verificaciones', { key: llave, body: validBody() })),
  row(400, 'peticion_invalida', 'request does not fit the contract', create({ webhook_url: 5 })),
  row(400, 'peticion_invalida', 'inputs cannot be processed', create({ webhook_url: 'http://partner.example.com/' })),
  row(400, 'peticion_invalida', 'identifiers describe the person', create({ propiedad_id: 'solicitante-embarazada' })),
  row(400, 'peticion_invalida', 'invalid X-Canal', create({}, { 'x-canal': 'web' })),
  row(400, 'peticion_invalida', 'invalid list parameters', () => sandbox.call('GET', '/v1/verificaciones?limite=0', { key: llave })),
  row(400, 'vocabulario_no_permitido', 'a field the channel returns uses a word the channel does not emit', create({ solicitud_id: 'moroso-0001' })),
  row(401, 'llave_ausente', 'no key', get(consumo, {}), challenge),
  row(401, 'llave_ausente', 'a key that is not Bearer', get(consumo, { authorization: `Basic ${llave}` }), challenge),
  row(401, 'llave_invalida', 'key matches no active partner', get(consumo, { authorization: `Bearer ${credentialsOf('nobody').apiKey}` }), challenge),
  row(401, 'llave_invalida', 'a production key in the sandbox', get(consumo, { authorization: `Bearer ${llave.replace('_test_', '_live_')}` }), challenge),
  row(402, 'cobro_no_verificado', 'mode connect: no payment', async () => sandbox.create((await sandbox.account({ modo: 'connect', saldo: null })).llave)),
  row(402, 'consumo_agotado', 'prepaid balance insufficient for one more verification', () => once({ saldo: 199.99 })),
  row(404, 'verificacion_no_encontrada', 'no verification with that id', () => sandbox.read(llave, 'ver_0000000000000000000000')),
  row(404, 'verificacion_no_encontrada', 'a verification of another account', async () => sandbox.read(llave, (await sandbox.create(stranger)).body['verificacion_id'])),
  row(409, 'conflicto_idempotencia', 'Idempotency-Key already used with a different body', async () => { await sandbox.create(llave, { solicitud_id: 'twice' }); return sandbox.create(llave, { solicitud_id: 'twice', propiedad_id: 'p-1' }) }),
  row(413, 'cuerpo_demasiado_grande', 'body over 64 KB', create({ propiedad_id: 'a'.repeat(65_536) })),
  row(422, 'consentimiento_faltante', 'no consent object', create({ consentimiento: null })),
  row(429, 'limite_excedido', 'key exceeded the requests per minute of its plan', () => once({ limite_por_minuto: 1 }), inSeconds),
  row(429, 'limite_excedido', 'account exceeded the monthly quota of its plan', () => once({ cuota_mensual: 1 }), inSeconds),
  row(429, 'limite_excedido', 'asked for with the lever', () => ordered('limite_excedido'), inSeconds),
  row(500, 'error_interno', 'channel could not complete the request', () => ordered('error_interno')),
  row(500, 'respuesta_retenida', 'channel withheld its own response', () => ordered('respuesta_retenida')),
  row(501, 'ruta_no_disponible', 'document (identity card) route requested', create({ documento: { tipo: 'ine' } })),
  row(503, 'base_no_alcanzable', 'channel is up but cannot reach its database', () => ordered('base_no_alcanzable')),
]

describe('every error of contract 7.1', () => {
  it.each(table)('answers $status $codigo: $condition', async ({ status, codigo, request, headers = {} }) => {
    const answer = await request()
    expectError(answer, status, codigo)
    for (const name of ['retry-after', 'www-authenticate', 'allow']) {
      expect(answer.headers.get(name) ?? '', name).toMatch(headers[name] ?? /^$/)
    }
  })

  it('has a row for every codigo of the catalog, under the status of the catalog', () => {
    const statuses = Object.fromEntries(table.map(({ codigo, status }) => [codigo, status]))
    const catalogued = Object.entries(catalog).map(([codigo, { status }]) => [codigo, status])
    expect(statuses).toEqual(Object.fromEntries(catalogued))
  })

  it('creates no verification and charges nothing, whichever error it answers', async () => {
    const { llave: key } = await sandbox.account({ saldo: 100 })
    const refused: ReadonlyArray<Record<string, unknown>> = [
      { color: 'azul' },
      { documento: {} },
      { consentimiento: null },
      { webhook_url: 5 },
      { solicitante: { curp: 'LIMP' } },
      { webhook_url: 'https://localhost/' },
      { propiedad_id: 'solicitante-embarazada' },
      { propiedad_id: 'moroso' },
    ]
    for (const changes of refused) expect((await sandbox.create(key, changes)).status).toBeGreaterThanOrEqual(400)
    await sandbox.advance(600)
    expect((await sandbox.call('GET', '/v1/verificaciones', { key })).body).toEqual({ verificaciones: [] })
    expect(await sandbox.balance(key)).toBe(100)
    expect((await sandbox.create(key)).status).toBe(200)
  })
})

describe('what contract 7.4 adds', () => {
  it.each([
    ['GET', '/v1'],
    ['POST', '/v1/verificacion'],
    ['GET', '/v2/verificaciones'],
    ['GET', '/_salud/'],
    ['GET', '/V1/verificaciones'],
    ['GET', '/v1/verificaciones/'],
    ['PUT', '/nada'],
    ['PUT', '/v1%2Fverificaciones'],
    ['PUT', '/%'],
  ])('answers 404 peticion_invalida to %s %s, with and without a key', async (method, path) => {
    expectError(await sandbox.call(method, path), 404, 'peticion_invalida')
    expectError(await sandbox.call(method, path, { key: llave }), 404, 'peticion_invalida')
  })

  it.each([
    ['PUT', '/v1/verificaciones', 'POST, GET, HEAD'],
    ['DELETE', '/v1/verificaciones/ver_1', 'GET, HEAD'],
    ['POST', '/v1/verificaciones/ver_1', 'GET, HEAD'],
    ['POST', '/v1/cuenta/consumo', 'GET, HEAD'],
    ['PATCH', '/_salud', 'GET, HEAD'],
    ['OPTIONS', '/_salud', 'GET, HEAD'],
    ['PUT', '/%5Fsalud', 'GET, HEAD'],
    ['PUT', '/v1/verificacione%73?limite=1', 'POST, GET, HEAD'],
    ['PUT', '/v1/verificaciones/%', 'GET, HEAD'],
  ])('answers 405 peticion_invalida to %s %s, with Allow: %s', async (method, path, allow) => {
    const answer = await sandbox.call(method, path, { key: llave })
    expectError(answer, 405, 'peticion_invalida')
    expect(answer.headers.get('allow')).toBe(allow)
  })
})
