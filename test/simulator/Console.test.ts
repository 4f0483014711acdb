import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { listenTo } from '#test/support/eventStream.ts'
import { summaryOf } from '#test/support/expectError.ts'
import { startSandbox } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const { apiKey: demo } = credentialsOf('demo-consumo')

const get = (path: string, headers: Record<string, string> = {}) =>
  sandbox.call('GET', `/_simulador${path}`, { headers })
const pull = (lever: string, body?: unknown) => sandbox.call('POST', `/_simulador/${lever}`, { body })
const listen = async () => {
  const stream = await listenTo(sandbox.base)
  onTestFinished(() => stream.close())
  return stream
}

beforeEach(async () => {
  expect(summaryOf(await pull('reiniciar')), 'the reset before each test').toBe('204')
})

describe('/_simulador', () => {
  it('answers 200 with a page that runs and loads nothing but its own', async () => {
    const { status, headers, text } = await get('')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const map = /<script type="importmap">(.*?)<\/script>/.exec(text)?.[1] ?? ''
    const digest = createHash('sha256').update(map).digest('base64')
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self' 'sha256-${digest}'; style-src 'self'; connect-src 'self'; ` +
        "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(text.match(/ style=| on\w+=|<style/g)).toBe(null)
    const loaded = [...text.matchAll(/(?:src|href)="(?!data:)([^"]*)"/g), ...map.matchAll(/:"([^"]*)"/g)]
    expect(loaded.length).toBeGreaterThan(8)
    for (const [, path = ''] of loaded) {
      expect(path).toMatch(/^\/_simulador\/consola\//)
      expect((await sandbox.call('GET', path)).status).toBe(200)
    }
  })

  it('answers 200 with modules freed of their types, which are no types of a browser’s own', async () => {
    const { headers, text } = await get('/consola/Store.ts')
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(text).toContain('export const verifications')
    expect(text).not.toContain('ReadonlyMap')
  })

  it.each(['', '/eventos', '/consola/Main.ts', '/pagos'])(
    'answers 400 peticion_invalida to %s for a page of another site, and under a foreign name',
    async (path) => {
      expect(summaryOf(await get(path, { origin: 'https://evil.example.com' }))).toBe('400 peticion_invalida')
      expect(summaryOf(await get(path, { host: 'evil.example.com' }))).toBe('400 peticion_invalida')
    },
  )

  it.each(['/consola/tsconfig.json', '/consola/..%2FSimulator.ts', '/consola/Nothing.ts'])(
    'answers 404 peticion_invalida to %s',
    async (path) => {
      expect(summaryOf(await get(path))).toBe('404 peticion_invalida')
    },
  )
})

describe('/', () => {
  it('answers 302 to a browser, and 200 with addresses that work to a program', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-site': 'none' }
    const { status, headers } = await sandbox.call('GET', '/', { headers: browser })
    expect([status, headers.get('location'), headers.get('vary')]).toEqual([302, '/_simulador', 'accept'])
    for (const program of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const { body } = await sandbox.call('GET', '/', { headers: program })
      expect(Object.keys(body)).toEqual(['api', 'mcp', 'openapi', 'docs', 'guia', 'consola', 'palancas', 'salud'])
      for (const [name, address] of Object.entries(body)) {
        expect(address).toContain(`${sandbox.base}/`)
        const { status: answered } = await sandbox.call('GET', String(address).replace(sandbox.base, ''))
        expect([name, answered]).toEqual([name, name === 'api' || name === 'mcp' ? 401 : 200])
      }
    }
    // What a person opens in a browser is not the code of a partner.
    expect((await get('/solicitudes')).body).toMatchObject({
      solicitudes: expect.arrayContaining([expect.objectContaining({ ruta: '/', estatus: 302, canal: 'consola' })]),
    })
  })
})

describe('/_simulador/eventos', () => {
  it('tells everything first, and then what changed, until the end and its webhook', async () => {
    await sandbox.create(demo, { solicitud_id: 'sol-antes' })
    const stream = await listen()
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const first = await stream.next()
    expect(first).toMatchObject({ todo: true, verificaciones: [{ solicitud_id: 'sol-antes', estado: 'en_proceso' }] })

    await sandbox.create(demo, { solicitud_id: 'sol-despues' })
    const change = await stream.until(() => stream.known.has('sol-despues'))
    const { verificacion_id } = stream.known.get('sol-despues') ?? {}
    // Of an account that is neither the first nor the last.
    const { tenant, llave } = await sandbox.account()
    await sandbox.account()
    await sandbox.create(llave, { solicitud_id: 'sol-ajena' })
    await stream.until(() => stream.known.has('sol-ajena'))
    expect([stream.known.get('sol-ajena')?.tenant, stream.known.get('sol-antes')?.tenant]).toEqual([
      tenant,
      'demo-consumo',
    ])
    expect(change).toMatchObject({ todo: false, solicitudes: [{ ruta: '/v1/verificaciones', verificacion_id }] })
    // What did not change is not repeated.
    await stream.until(({ todo, verificaciones }) => !todo && verificaciones.length === 0)

    await sandbox.advance(600)
    await stream.until(() => stream.known.get('sol-despues')?.entrega?.estado === 'entregada')
    expect(stream.known.get('sol-despues')).toMatchObject({
      estado: 'emitida',
      accion: 'puede_continuar',
      nivel: 'alto',
      fuentes: ['identidad', 'listas', 'judicial'].map((fuente) => ({ fuente, estado: 'consultada', lista_en: null })),
      entrega: {
        intentos: [{ tipo: 'programado', estatus: 200, falla: null, contesta: { de: 'buzon' } }],
        proximo_en: null,
      },
    })
  })

  it('tells whose answer to a webhook counted: what was scripted, or a receiver where nobody listens', async () => {
    const stream = await listen()
    const url = 'https://guion.example.com/hooks'
    await pull('webhooks/respuestas', { url, estatus: [200] })
    await pull('webhooks/destinos', { tenant: 'demo-consumo', destino: 'http://127.0.0.1:1/' })
    await sandbox.create(demo, { solicitud_id: 'sol-guion', webhook_url: url })
    await sandbox.create(demo, { solicitud_id: 'sol-nadie' })
    await sandbox.advance(600)
    const attemptsOf = (id: string) => stream.known.get(id)?.entrega?.intentos ?? []
    await stream.until(() => attemptsOf('sol-guion').length > 0 && attemptsOf('sol-nadie').length > 0)
    expect(attemptsOf('sol-guion')[0]).toMatchObject({ estatus: 200, contesta: { de: 'guion' } })
    expect(attemptsOf('sol-nadie')[0]).toMatchObject({
      estatus: null,
      contesta: { de: 'destino', url: 'http://127.0.0.1:1/' },
    })
  })

  it('tells that the clock is held, so that the page does not let it run between two reports', async () => {
    const stream = await listen()
    expect((await stream.next())?.pulso).toMatchObject({ congelado: false })
    await pull('reloj', { congelado: true })
    const { pulso } = await stream.until((frame) => frame.pulso.congelado)
    const later = await stream.next()
    expect(later?.pulso).toMatchObject({ congelado: true, ahora: pulso.ahora })
    await pull('reloj', { congelado: false })
    await stream.until((frame) => !frame.pulso.congelado)
  })

  it('tells when the next work falls due, how the levers stand, and everything again after a reset', async () => {
    const stream = await listen()
    expect((await stream.next())?.pulso).toMatchObject({ siguiente_en: null, fallos: [], velocidad: 0.001 })
    await sandbox.create(demo)
    // The frame that is waited for is the first with the last of these.
    await pull('fuentes', { fuente: 'listas', falla: 'lenta' })
    await pull('fallos', { codigo: 'error_interno', veces: 3 })
    const { pulso } = await stream.until((frame) => frame.pulso.fallos.length > 0 && frame.pulso.siguiente_en !== null)
    expect(pulso.fallos).toEqual([{ codigo: 'error_interno', veces: 3 }])
    expect(pulso.fuentes).toContainEqual(expect.objectContaining({ fuente: 'listas', falla: 'lenta' }))
    await pull('reiniciar')
    expect(await stream.until(({ todo }) => todo)).toMatchObject({ verificaciones: [] })
  })

  it('tells nothing of the person, and no key', async () => {
    const stream = await listen()
    const nombre = 'Guadalupe'
    await sandbox.create(demo, { solicitante: { curp: sampleCurp('MARC'), nombre } })
    await sandbox.advance(600)
    const frames = [await stream.next(), await stream.until(({ verificaciones: [row] }) => row?.estado === 'emitida')]
    for (const secret of [sampleCurp('MARC'), nombre, demo]) expect(JSON.stringify(frames)).not.toContain(secret)
  })

  it('ends when the simulator does, which it does not delay', async () => {
    const other = await startSandbox()
    const stream = await listenTo(other.base)
    await stream.next()
    // A connection that is kept would be waited for.
    expect(stream.headers.get('connection')).toBe('close')
    const stopped = other.stop()
    // A stream that the simulator had to cut off would fail.
    while ((await stream.next()) !== null);
    await stopped
  })
})

describe('levers of the console', () => {
  it('reloj goes to the next due thing, with all work of it, and nowhere when there is none', async () => {
    const next = () => pull('reloj', { hasta_lo_siguiente: true })
    const stream = await listen()
    for (const solicitud_id of ['sol-de-a-uno', 'sol-de-un-paso']) {
      const id = String((await sandbox.create(demo, { solicitud_id })).body['verificacion_id'])
      for (const answered of [1, 2, 3]) {
        expect((await next()).status).toBe(200)
        if (solicitud_id === 'sol-de-un-paso') continue
        await stream.until(
          () => stream.known.get(solicitud_id)?.fuentes.filter(({ estado }) => estado !== null).length === answered,
        )
      }
      expect(summaryOf(await sandbox.read(demo, id))).toBe('200 emitida')
    }
    const [ahora, later] = [await next(), await next()].map(({ body }) => Date.parse(String(body['ahora'])))
    // Time goes on meanwhile; what falls due at the earliest does so in ten minutes.
    expect(Number(later) - Number(ahora)).toBeLessThan(300_000)
  })

  it('webhooks/reenviar sends again, with the same event id and bytes; 400 where there is nothing to send', async () => {
    // Neither the first account nor the last.
    const { llave } = await sandbox.account()
    await sandbox.account()
    const id = (await sandbox.create(llave)).body['verificacion_id']
    expect(summaryOf(await pull('webhooks/reenviar', { verificacion_id: id }))).toBe('400 peticion_invalida')
    await sandbox.advance(600)
    expect(await pull('webhooks/reenviar', { verificacion_id: id })).toMatchObject({
      status: 200,
      body: { verificacion_id: id },
    })
    await sandbox.advance(1)
    const { text } = await get(`/webhooks?verificacion_id=${id}`)
    const { entregas }: { entregas: ReadonlyArray<Record<string, unknown>> } = JSON.parse(text)
    const [first, again] = entregas.map(({ event_id, cuerpo }) => ({ event_id, cuerpo }))
    expect(entregas).toHaveLength(2)
    expect(again).toEqual(first)
  })

  it('webhooks/reenviar sends again at the simulated time, though it is held far from the real one', async () => {
    for (const ahora of ['2025-03-01T12:00:00Z', '2035-03-01T12:00:00Z']) {
      expect(summaryOf(await pull('reiniciar'))).toBe('204')
      await pull('reloj', { congelado: true, ahora })
      const { llave } = await sandbox.account()
      const id = (await sandbox.create(llave)).body['verificacion_id']
      await sandbox.advance(600)
      const { ahora: now } = (await get('/reloj')).body
      const { body } = await pull('webhooks/reenviar', { verificacion_id: id })
      expect(body).toEqual({ verificacion_id: id, reenvio_en: now })
      await sandbox.advance(0)
      const { entregas } = (await get(`/webhooks?verificacion_id=${id}`)).body
      expect(entregas).toMatchObject([{ intento: 1 }, { intento: 2, recibido_en: now }])
    }
  })

  it('pagos are listed, newest first, with what happened to them', async () => {
    const pay = { estado: 'succeeded', moneda: 'MXN', monto: 100 }
    const { payment_intent_id: id } = (await pull('pagos', pay)).body
    await pull('pagos', pay)
    await pull('pagos', { ...pay, payment_intent_id: id, reembolsado: true })
    expect((await get('/pagos')).body).toMatchObject({
      pagos: [
        { reembolsado: 0, tenant: 'demo-connect' },
        { payment_intent_id: id, reembolsado: 100 },
      ],
    })
  })

  it('solicitudes tell the verification that was answered, and the console from partners', async () => {
    const id = (await sandbox.create(demo)).body['verificacion_id']
    await sandbox.call('GET', `/v1/verificaciones/${id}`, { key: demo, headers: { 'sec-fetch-site': 'same-origin' } })
    await sandbox.call('GET', '/v1/verificaciones', { key: demo })
    await get('/consola/Main.ts')
    expect((await get('/solicitudes?limite=3')).body).toMatchObject({
      solicitudes: [
        { ruta: '/v1/verificaciones', canal: 'api', verificacion_id: null },
        { ruta: '/v1/verificaciones/:verificacion_id', canal: 'consola', verificacion_id: id },
        { metodo: 'POST', canal: 'api', verificacion_id: id },
      ],
    })
  })
})
