import { afterAll, describe, expect, it } from 'vitest'
import packageJson from '#package.json' with { type: 'json' }
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { verificationOf, verificationsOf } from '#test/support/documents.ts'
import { expectError, summaryOf } from '#test/support/expectError.ts'
import { startSandbox } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)

const list = (key: string, query = '') => sandbox.call('GET', `/v1/verificaciones${query}`, { key })
const requestIds = async (key: string, query = '') =>
  verificationsOf(await list(key, query)).map(({ solicitud_id }) => solicitud_id)

// Others ask for the same before and after the account, by the same names.
const stranger = await sandbox.account({ monto_por_verificacion: 50 })
const own = await sandbox.account()
const accounts = [stranger, own, await sandbox.account({ monto_por_verificacion: 50 })]
/** One verification of each state: `en_proceso` the newest, `emitida` the oldest. */
for (const { llave } of accounts) {
  await sandbox.create(llave, { solicitud_id: 'sol-emitida' })
  await sandbox.create(llave, { solicitud_id: 'sol-noex', solicitante: { curp: sampleCurp('NOEX') } })
}
await sandbox.advance(240)
for (const { llave } of accounts) await sandbox.create(llave, { solicitud_id: 'sol-nueva' })
const { llave, tenant } = own

describe('GET /v1/verificaciones', () => {
  it('answers 200 with the account’s own verifications, most recent first, each as GET one answers it', async () => {
    const verifications = verificationsOf(await list(llave))
    expect(verifications.map(({ solicitud_id }) => solicitud_id)).toEqual(['sol-nueva', 'sol-noex', 'sol-emitida'])
    for (const verification of verifications) {
      expect(verificationOf(await sandbox.read(llave, verification.verificacion_id))).toEqual(verification)
    }
    const mine = new Set(verifications.map(({ verificacion_id }) => verificacion_id))
    const others = verificationsOf(await list(stranger.llave))
    expect(others.filter(({ verificacion_id }) => mine.has(verificacion_id))).toEqual([])
    expect(verificationsOf(await list((await sandbox.account()).llave))).toEqual([])
  })

  it.each([
    ['?estado=en_proceso', ['sol-nueva']],
    ['?estado=emitida', ['sol-emitida']],
    ['?estado=no_concluyente', ['sol-noex']],
    ['?solicitud_id=sol-noex', ['sol-noex']],
    ['?solicitud_id=sol-NOEX', []],
    ['?solicitud_id=sol-noex&estado=no_concluyente', ['sol-noex']],
    ['?solicitud_id=sol-noex&estado=emitida', []],
    ['?limite=1', ['sol-nueva']],
    ['?pagina=2&orden=asc&ESTADO=emitida', ['sol-nueva', 'sol-noex', 'sol-emitida']],
  ])('answers 200 to %s with %j', async (query, expected) => {
    expect(await requestIds(llave, query)).toEqual(expected)
  })

  it.each(['?limite=0', '?estado=emitida&estado=emitida', '?estado=perdida', `?solicitud_id=${'s'.repeat(201)}`])(
    'answers 400 peticion_invalida to %s',
    async (query) => {
      expectError(await list(llave, query), 400, 'peticion_invalida')
    },
  )

  it('answers 200 with 20 verifications where no limite is given, and with up to 100', async () => {
    const { llave: busy } = await sandbox.account({ saldo: 100_000 })
    for (let index = 0; index < 25; index++) await sandbox.create(busy, { solicitud_id: `sol-${index}` })
    const newestFirst = Array.from({ length: 25 }, (_, index) => `sol-${24 - index}`)
    expect(await requestIds(busy)).toEqual(newestFirst.slice(0, 20))
    expect(await requestIds(busy, '?limite=100')).toEqual(newestFirst)
  })
})

describe('GET /v1/verificaciones/{verificacion_id}', () => {
  it('answers 404 verificacion_no_encontrada for another account’s, exactly as for one that never was', async () => {
    const [newest] = verificationsOf(await list(llave))
    const anothers = await sandbox.read(stranger.llave, newest?.verificacion_id)
    expectError(anothers, 404, 'verificacion_no_encontrada')
    expectError(await sandbox.read(stranger.llave, 'ver_0000000000000000000000'), 404, 'verificacion_no_encontrada')
  })

  it('answers 404 verificacion_no_encontrada to a solicitud_id', async () => {
    expectError(await sandbox.read(llave, 'sol-emitida'), 404, 'verificacion_no_encontrada')
  })

  it('is never kept by a cache', async () => {
    const [newest] = verificationsOf(await list(llave))
    const { headers } = await sandbox.read(llave, newest?.verificacion_id)
    expect([headers.get('cache-control'), headers.get('content-type')]).toEqual(['no-store', 'application/json'])
  })
})

describe('GET /v1/cuenta/consumo', () => {
  it('answers 200 with mode, price and balance of the key’s account', async () => {
    const { body } = await sandbox.call('GET', '/v1/cuenta/consumo', { key: llave })
    expect(body).toEqual({ modo: 'consumo', moneda: 'MXN', monto_por_verificacion: 100, saldo: 9_900, tenant })
  })

  it('answers 200 with a saldo of null in mode connect: it does not apply, and is not zero', async () => {
    const account = await sandbox.account({ modo: 'connect', saldo: null, monto_por_verificacion: 99.9 })
    const { body } = await sandbox.call('GET', '/v1/cuenta/consumo', { key: account.llave })
    expect(body).toEqual({
      modo: 'connect',
      moneda: 'MXN',
      monto_por_verificacion: 99.9,
      saldo: null,
      tenant: account.tenant,
    })
  })
})

describe('GET /_salud', () => {
  it('answers 200 without a key, and with any', async () => {
    const expected = { estado: 'arriba', base: 'alcanzable', version: packageJson.version, esquema: null }
    const answers = [await sandbox.call('GET', '/_salud'), await sandbox.call('GET', '/_salud', { key: 'x' })]
    expect(answers.map(({ body }) => body)).toEqual([expected, expected])
    expect(answers.map(summaryOf)).toEqual(['200 arriba', '200 arriba'])
  })
})
