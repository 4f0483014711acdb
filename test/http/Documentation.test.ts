import { get } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { textsInEnglish } from '#http/documentation/EnglishTexts.ts'
import { readDocument } from '#http/documentation/OpenApiDocument.ts'
import { leverTexts } from '#simulator/levers/English.ts'
import { leversText } from '#simulator/levers/OpenApi.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { answerMisfits, committed, misfits, openApi, operations, ownMisfits } from '#test/support/openApi.ts'
import { type Answer, startSandbox } from '#tools/service/sandbox.ts'
import { Codigo } from '#wire/Errores.ts'
import { peticiones, verificaciones } from '#wire/Examples.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)

const text = async (path: string): Promise<Answer> => {
  const answer = await sandbox.call('GET', path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  return answer
}

/** Asks for a verification and jumps past its end. */
const ended = async (key: string, changes: Record<string, unknown>) => {
  const id = String((await sandbox.create(key, changes)).body['verificacion_id'])
  await sandbox.advance(600)
  return id
}

describe('/openapi.json', () => {
  it('is the committed document, for anybody', async () => {
    const answer = await text('/openapi.json')
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.text).toBe(committed)
  })

  it.each(['/openapi.json', '/docs'])('405 peticion_invalida: %s takes GET and HEAD alone', async (path) => {
    expect(await sandbox.call('HEAD', path)).toMatchObject({ status: 200, text: '' })
    const refused = await sandbox.call('POST', path, { body: {} })
    expect(refused).toMatchObject({ status: 405, body: { codigo: 'peticion_invalida' } })
    expect(refused.headers.get('allow')).toBe('GET, HEAD')
  })

  it('404 peticion_invalida: has its dot and nothing in the place of it', async () => {
    const answer = await sandbox.call('POST', '/openapi_json', { body: {} })
    expect(answer).toMatchObject({ status: 404, body: { codigo: 'peticion_invalida' } })
  })
})

describe('/docs', () => {
  it('is a page that can load nothing in a service, small and without any key', async () => {
    const service = await startSandbox({ host: '0.0.0.0', aheadSeconds: 0 })
    const { headers, text: page } = await service.call('GET', '/docs')
    await service.stop()
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri/,
    )
    expect(page).toMatch(/^<!doctype html>\n<html lang="es">/)
    expect(page).not.toMatch(
      /<(?:script|link(?! rel="icon" href="data:)|img|iframe|base|form)\b|\bsrc=|@import|url\(|avs_(?:test|live)_\w{9}/i,
    )
    expect(page).toContain(
      `curl -s ${service.base}/v1/verificaciones \\\n  -H &quot;Authorization: Bearer $COTEJO_KEY&quot;`,
    )
    expect(page.length).toBeLessThan(120_000)
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id}`))
    const links = [...page.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, link]) => link)
    expect(links.filter((link) => !ids.has(String(link)))).toEqual(['/docs?lang=en', '/openapi.json'])
  })

  it.each([
    ['a Host that is no name', '"><b>', '{servidor}/v1/'],
    ['another machine, where TLS may end before the service', 'api.example.com', 'http://api.example.com/v1/'],
  ])('shows the address of the reader: %s', async (_, host, shown) => {
    const { port } = new URL(sandbox.base)
    const page = await new Promise<string>((resolve, reject) => {
      get({ port, path: '/docs', headers: { host } }, (answer) => {
        answer
          .setEncoding('utf8')
          .toArray()
          .then((chunks) => resolve(chunks.join('')), reject)
      }).on('error', reject)
    })
    expect(page).toContain(`curl -s ${shown}verificaciones`)
    expect(page).not.toContain('"><b>')
  })

  it('shows each operation, each field in place, and an address for each codigo', async () => {
    const { text: page } = await text('/docs')
    for (const [, { operationId, summary }] of operations) {
      expect(page).toContain(
        `<section id="${operationId}">\n<h2><a class="self" href="#${operationId}">${summary}</a></h2>`,
      )
    }
    for (const [name, { properties }] of Object.entries(openApi.components.schemas)) {
      const [, ...places] = page.split(` id="${name}">`)
      expect([name, places.length]).toEqual([name, 1])
      for (const field of Object.keys(properties)) expect(places[0]).toContain(`<dt><code>${field}</code>`)
    }
    const [, body = ''] = page.split('<section id="crear_verificacion">')
    expect(body.indexOf('<code>curp</code>')).toBeLessThan(body.indexOf('</section>'))
    for (const codigo of Codigo.literals) {
      expect(page).toContain(`<section id="error-${codigo}">`)
      expect(page).toContain(`<a href="#error-${codigo}"><code>${codigo}</code></a>`)
    }
  })

  it.each([
    ['/docs', committed, textsInEnglish],
    ['/docs/simulador', leversText(), leverTexts],
  ])('%s in English has every text of its document in English', async (path, openapi, texts) => {
    const { info, paths, webhooks, components } = readDocument(openapi, {})
    const found = new Set<string>()
    JSON.stringify([info, paths, webhooks, components], (name, value) => {
      const isText = ['title', 'summary', 'description'].includes(name) && typeof value === 'string'
      // The page shows the errors of an answer by their codes.
      if (isText && !value.startsWith('- `')) found.add(value)
      return value
    })
    const known = Object.keys(texts)
    expect([...found].filter((one) => !known.includes(one))).toEqual([])
    if (texts === textsInEnglish) expect(known.filter((one) => !found.has(one))).toEqual([])
    const { text: page } = await sandbox.call('GET', `${path}?lang=en`)
    expect(page.replace(/<(code|details)[^>]*>.*?<\/\1>/gs, '')).not.toMatch(/ lang="es">(?!Español)|>[^<]*[áéíóú¿]/)
  })

  it('in English has its labels, summaries and errors in English', async () => {
    const { text: page } = await text('/docs?lang=en')
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(page).toContain('>Request a verification</a></h2>')
    expect(page).toContain('<p>No <code>Idempotency-Key</code>.</p>')
    expect(page).toContain('hreflang="es" href="/docs"')
    expect(page).not.toMatch(/· requerido|<h3>(?:Respuestas|Cuerpo|Petición)|Ejemplo: <code>|por omisión <code>/)
  })

  it('shows texts as text', async () => {
    const { text: page } = await text('/docs')
    expect(page).toContain('Bearer &lt;API_KEY&gt;')
    expect(page).not.toMatch(/<API_KEY>|undefined|\[object|`/)
  })
})

describe('an example of the document', () => {
  it.each(Object.entries(peticiones))('%s is taken as it stands', async (_, body) => {
    const { llave } = await sandbox.account()
    const headers = { 'idempotency-key': body.solicitud_id }
    const answer = await sandbox.call('POST', '/v1/verificaciones', { key: llave, body, headers })
    expect(answer).toMatchObject({ status: 200, body: { estado: 'en_proceso' } })
  })

  it.each([
    ['en_proceso', 'LIMP', 0],
    ['emitida', 'LIMP', 600],
    ['no_concluyente', 'FALL', 600],
  ] as const)('%s is what the sandbox answers, but for identifiers and times', async (estado, prefix, seconds) => {
    const { llave } = await sandbox.account()
    const { solicitud_id } = peticiones.minima
    const solicitante = { ...peticiones.completa.solicitante, curp: sampleCurp(prefix) }
    const created = await sandbox.create(llave, { solicitud_id, solicitante })
    await sandbox.advance(seconds)
    const { body } = await sandbox.read(llave, String(created.body['verificacion_id']))
    const varying = ['verificacion_id', 'consentimiento', 'creado_en', 'resuelto_en', 'vigencia_hasta']
    const constant = Object.entries(verificaciones[estado]).filter(([field]) => !varying.includes(field))
    expect(body).toMatchObject(Object.fromEntries(constant))
  })
})

describe('an answer of the service', () => {
  const crear = 'POST /v1/verificaciones'
  const consultar = 'GET /v1/verificaciones/{verificacion_id}'
  const listar = 'GET /v1/verificaciones'
  const consumo = 'GET /v1/cuenta/consumo'
  const get = (path: string, key?: string) => sandbox.call('GET', path, { ...(key !== undefined && { key }) })

  const answers: ReadonlyArray<[expected: string, operation: string, request: (key: string) => Promise<Answer>]> = [
    ['200 en_proceso', crear, (key) => sandbox.create(key)],
    ['200 emitida', consultar, async (key) => sandbox.read(key, await ended(key, { cobro: { modo: 'connect' } }))],
    [
      '200 no_concluyente',
      consultar,
      async (key) => sandbox.read(key, await ended(key, { solicitante: { curp: sampleCurp('FALL') } })),
    ],
    [
      '200',
      listar,
      async (key) => {
        await ended(key, { solicitante: { curp: sampleCurp('LERT') } })
        await sandbox.create(key)
        return get('/v1/verificaciones', key)
      },
    ],
    ['200', consumo, (key) => get('/v1/cuenta/consumo', key)],
    ['200', consumo, async () => get('/v1/cuenta/consumo', (await sandbox.account({ modo: 'connect' })).llave)],
    ['200 arriba', 'GET /_salud', () => get('/_salud')],
    ['401 llave_ausente', crear, () => sandbox.call('POST', '/v1/verificaciones', { body: {} })],
    ['401 llave_invalida', listar, () => get('/v1/verificaciones', 'avs_test_nobody')],
    ['400 campo_desconocido', crear, (key) => sandbox.create(key, { color: 'azul' })],
    ['400 peticion_invalida', listar, (key) => get('/v1/verificaciones?limite=0', key)],
    ['402 consumo_agotado', crear, async () => sandbox.create((await sandbox.account({ saldo: 0 })).llave)],
    ['404 verificacion_no_encontrada', consultar, (key) => sandbox.read(key, 'ver_0')],
    ['413 cuerpo_demasiado_grande', crear, (key) => sandbox.create(key, { propiedad_id: 'a'.repeat(70_000) })],
    ['422 consentimiento_faltante', crear, (key) => sandbox.create(key, { consentimiento: null })],
    [
      '429 limite_excedido',
      crear,
      async () => {
        const { llave } = await sandbox.account({ limite_por_minuto: 1 })
        await sandbox.create(llave)
        return sandbox.create(llave)
      },
    ],
    ['501 ruta_no_disponible', crear, (key) => sandbox.create(key, { documento: { tipo: 'ine' } })],
  ]

  it('would not fit with a field too many, or one too few', async () => {
    const answer = await sandbox.create((await sandbox.account()).llave)
    const { real_motor_e2e: _, ...fewer } = answer.body
    expect(answerMisfits(crear, { ...answer, body: { ...answer.body, nuevo: null } })).not.toEqual([])
    expect(answerMisfits(crear, { ...answer, body: fewer })).not.toEqual([])
  })

  it.each(answers)('%s to %s fits the document', async (expected, operation, request) => {
    const answer = await request((await sandbox.account()).llave)
    expect([answer.status, answer.body['codigo'] ?? answer.body['estado'] ?? []].flat().join(' ')).toBe(expected)
    expect(answerMisfits(operation, answer)).toEqual([])
  })

  it('emitida is the body of a webhook that fits the document', async () => {
    const { llave } = await sandbox.account()
    const id = await ended(llave, {})
    const { body } = await sandbox.call('GET', `/_simulador/webhooks?verificacion_id=${id}`)
    const [, webhook] = operations.find(([name]) => name === 'POST verificacion.emitida') ?? expect.unreachable()
    const [delivery] = [body['entregas']].flat().map((entrega) => JSON.parse(JSON.stringify(entrega)))
    const { schema = {} } = webhook.requestBody?.content['application/json'] ?? {}
    expect(ownMisfits(schema, JSON.parse(delivery.cuerpo))).toEqual([])
    for (const { name, schema: header } of webhook.parameters) {
      expect(misfits(header, delivery.encabezados[name.toLowerCase()])).toEqual([])
    }
  })
})
