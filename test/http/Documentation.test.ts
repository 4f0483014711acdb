import { get } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { textsInEnglish } from '#http/documentation/EnglishTexts.ts'
import { readDocument } from '#http/documentation/OpenApiDocument.ts'
import { leverTexts } from '#simulator/levers/English.ts'
import { leversText } from '#simulator/levers/OpenApi.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { committed, openApi, operations } from '#test/support/openApi.ts'
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
    ['/docs', committed],
    ['/docs/simulador', leversText()],
  ])('%s shows each header that its document has', async (path, openapi) => {
    const names = new Set<string>()
    JSON.stringify(JSON.parse(openapi), (name, value) => {
      if (name === 'headers') for (const header of Object.keys(value)) names.add(header)
      if (value?.in === 'header') names.add(value.name)
      return value
    })
    const { text: page } = await text(path)
    expect([...names].filter((name) => !page.toLowerCase().includes(`<code>${name.toLowerCase()}`))).toEqual([])
    if (path === '/docs') expect(names.size).toBeGreaterThan(5)
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
