import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { put, validDraft } from '#test/support/draft.ts'
import { expectError, told } from '#test/support/expectError.ts'
import { type Answer, startSandbox, validBody } from '#test/support/sandbox.ts'
import { type Connection, chunks, head, lastChunk, open, type WireAnswer } from '#test/support/socket.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const { llave } = await sandbox.account({ limite_por_minuto: 100_000, saldo: 1_000_000 })

// Whatever was sent, the next valid request is served.
afterEach(async () => {
  expect(told(await sandbox.create(llave))).toBe('200 en_proceso')
})

const headersOf = (key: string) =>
  [
    ['authorization', `Bearer ${llave}`],
    ['idempotency-key', key],
    ['content-type', 'application/json'],
  ] as const

/** POST of this body as it is, under this key. */
const post = (body: string | Uint8Array, key = 'sol-cruda', ...others: ReadonlyArray<readonly [string, string]>) =>
  sandbox.send({ method: 'POST', path: '/v1/verificaciones', headers: [...headersOf(key), ...others], body })

const get = (path: string): Promise<Answer> =>
  sandbox.send({ method: 'GET', path, headers: [['authorization', `Bearer ${llave}`]] })

/** A valid body of exactly so many bytes, and its key. */
const bodyOf = (length: number) => {
  const body = validBody()
  return { body: JSON.stringify(body).padEnd(length), key: String(body['solicitud_id']) }
}

describe('the size of the body', () => {
  it('answers 200 en_proceso at 65,536 bytes and 413 cuerpo_demasiado_grande at 65,537', async () => {
    const fits = bodyOf(65_536)
    const tooLarge = bodyOf(65_537)
    expect(told(await post(fits.body, fits.key))).toBe('200 en_proceso')
    expectError(await post(tooLarge.body, tooLarge.key), 413, 'cuerpo_demasiado_grande')
  })

  const opened = async (...headers: ReadonlyArray<string>): Promise<Connection> => {
    const connection = await open(sandbox.base)
    const lines = headersOf('sol-larga').map(([name, value]) => `${name}: ${value}`)
    await connection.write(head('POST /v1/verificaciones', ...lines, ...headers))
    return connection
  }

  it('counts chunked bodies the same: 400 peticion_invalida at the limit, 413 cuerpo_demasiado_grande over it', async () => {
    using connection = await opened('Transfer-Encoding: chunked')
    await connection.write(chunks(' '.repeat(30_000), ' '.repeat(35_536)) + lastChunk)
    expectError(await connection.answer(), 400, 'peticion_invalida')
    using other = await opened('Transfer-Encoding: chunked')
    await other.write(chunks(' '.repeat(30_000), ' '.repeat(35_537)) + lastChunk)
    expectError(await other.answer(), 413, 'cuerpo_demasiado_grande')
  })

  /** Goes on sending until the answer is there. */
  const flood = async (connection: Connection, piece: string): Promise<WireAnswer> => {
    let sending = true
    const answer = connection.answer().finally(() => {
      sending = false
    })
    while (sending) await Promise.race([connection.write(piece), answer])
    return await answer
  }

  it.each([
    ['Content-Length: 100000000', ' '.repeat(65_536)],
    ['Transfer-Encoding: chunked', chunks(' '.repeat(65_536))],
  ])('answers 413 cuerpo_demasiado_grande while the client still sends, then closes: %s', async (header, piece) => {
    using connection = await opened(header)
    expectError(await flood(connection, piece), 413, 'cuerpo_demasiado_grande')
    const closed = connection.closed.then(() => 'closed')
    while ((await Promise.race([closed, connection.write(piece)])) !== 'closed');
    expect(await connection.closed).toBe('')
  })

  it('reads a little too much to its end and serves the next request of the connection', async () => {
    using connection = await opened('Content-Length: 100000')
    expectError(await connection.answer(), 413, 'cuerpo_demasiado_grande')
    await connection.write(' '.repeat(100_000) + head('GET /_salud'))
    expect(told(await connection.answer())).toBe('200 arriba')
  })
})

describe('bodies that are no such JSON: 400 peticion_invalida', () => {
  const { solicitud_id: key, ...rest } = validBody()
  const members = JSON.stringify(rest).slice(1)
  const valid = JSON.stringify({ solicitud_id: key, ...rest })

  it.each([
    ['nothing', ''],
    ['64 KB of brackets', '['.repeat(65_536)],
    ['64 KB of closed brackets', '['.repeat(32_768) + ']'.repeat(32_768)],
    ['64 KB of braces', '{"a":'.repeat(13_000)],
    ['a number', '1e999'],
    ['null', 'null'],
    ['a string', '"x"'],
    ['two documents', valid + valid],
    ['a comment', `/**/${valid}`],
    ['a trailing comma', valid.replace(/}$/, ',}')],
    ['single quotes', valid.replaceAll('"', "'")],
    ['a member twice', `{"solicitud_id":"${key}","solicitud_id":"${key}",${members}`],
    ['a member twice, once escaped', `{"solicitud_id":"${key}","solicitud\\u005fid":"${key}",${members}`],
    ['__proto__ twice', `{"__proto__":1,"__proto__":1,"solicitud_id":"${key}",${members}`],
    ['a byte order mark', `\ufeff${valid}`],
    ['UTF-16', Buffer.from(valid, 'utf16le')],
    ['invalid UTF-8', Buffer.from(valid.replace('2026-01"', '\xff"'), 'latin1')],
    ['an overlong encoding', Buffer.from(valid.replace('2026-01"', '\xc0\xaf"'), 'latin1')],
    ['an encoded surrogate', Buffer.from(valid.replace('2026-01"', '\xed\xa0\x80"'), 'latin1')],
    ['NUL after it', `${valid}\0`],
  ])('answers it to %s', async (_, body) => {
    expectError(await post(body, String(key)), 400, 'peticion_invalida')
  })

  it.each(['gzip', 'identity', 'deflate', ''])('answers it to Content-Encoding: %s', async (encoding) => {
    const body = encoding === 'gzip' ? gzipSync(valid) : valid
    expectError(await post(body, String(key), ['content-encoding', encoding]), 400, 'peticion_invalida')
  })

  it('answers 200 en_proceso to the same body without a fault', async () => {
    expect(told(await post(valid, String(key)))).toBe('200 en_proceso')
  })
})

describe('characters', () => {
  const texts = [
    'solicitud_id',
    'propiedad_id',
    'webhook_url',
    'solicitante.nombre',
    'solicitante.apellido_paterno',
    'solicitante.apellido_materno',
    'consentimiento.version_aviso',
    'consentimiento.evidencia_id',
    'consentimiento.otorgado_en',
    'consentimiento.ip',
    'cobro.payment_intent_id',
  ]
  const lengthy = texts.filter((path) => !/webhook_url|otorgado_en|ip/.test(path))

  /** POST of a body with this text at the path. */
  const posted = (path: string, value: string): Promise<Answer> => {
    const { body } = put(path, value)(put('cobro.modo', 'consumo')(validDraft()))
    const key = path === 'solicitud_id' ? value.replace(/\p{Cc}|\p{Cs}/gu, '') : String(body['solicitud_id'])
    return post(JSON.stringify(body), key)
  }

  it.each(texts)(
    'answers 400 peticion_invalida to a control character or half a surrogate pair in %s',
    async (path) => {
      for (const strange of ['\0', '\t', '\n', '\u0007', '\u007f', '\u0085', '\ud800', '\udc00', '\udc00\ud800']) {
        expectError(await posted(path, `https://a.mx/${strange}`), 400, 'peticion_invalida')
      }
    },
  )

  it.each(lengthy)('answers 200 en_proceso to 200 emoji in %s, and 400 peticion_invalida to 201', async (path) => {
    const emoji = '\u{1f511}'
    expect(told(await posted(path, emoji.repeat(200)))).toBe('200 en_proceso')
    expectError(await posted(path, emoji.repeat(201)), 400, 'peticion_invalida')
  })

  it('answers 200 en_proceso to a webhook_url of 2,000 characters, and 400 peticion_invalida to 2,001', async () => {
    const url = 'https://partner.example.com/avs/'
    expect(told(await posted('webhook_url', url.padEnd(2_000, '0')))).toBe('200 en_proceso')
    expectError(await posted('webhook_url', url.padEnd(2_001, '0')), 400, 'peticion_invalida')
  })

  it.each(['sol-ñandú-01', 'sol-漢字-01', 'sol-🔑-01', 'sol-e\u0301-01'])(
    'answers 200 en_proceso to an Idempotency-Key in UTF-8 that equals the solicitud_id %s, and finds it again',
    async (key) => {
      expect(told(await post(JSON.stringify(validBody({ solicitud_id: key })), key))).toBe('200 en_proceso')
      const { body } = await get(`/v1/verificaciones?solicitud_id=${encodeURIComponent(key)}`)
      expect(body).toMatchObject({ verificaciones: [{ solicitud_id: key }] })
    },
  )

  it.each([
    ['in Latin-1', 'sol-\xf1', 'sol-ñ'],
    ['composed otherwise', Buffer.from('sol-\u00e9').toString('latin1'), 'sol-e\u0301'],
    ['percent-encoded', 'sol-%C3%B1', 'sol-ñ'],
    ['in another case', 'SOL-1', 'sol-1'],
  ])(
    'answers 400 peticion_invalida to an Idempotency-Key that equals the solicitud_id only %s',
    async (_, raw, key) => {
      using connection = await open(sandbox.base)
      const body = Buffer.from(JSON.stringify(validBody({ solicitud_id: key })))
      const lines = [
        `Authorization: Bearer ${llave}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ]
      const bytes = Buffer.from(head('POST /v1/verificaciones', ...lines, `Idempotency-Key: ${raw}`), 'latin1')
      await connection.write(Buffer.concat([bytes, body]))
      expectError(await connection.answer(), 400, 'peticion_invalida')
    },
  )
})

describe('targets', () => {
  it.each([
    '/v1/verificaciones/%',
    '/v1/verificaciones/%zz',
    '/v1/verificaciones/%00',
    '/v1/verificaciones/%ff',
    '/v1/verificaciones/%c0%af',
    '/v1/verificaciones/%c3%b1',
    '/v1/verificaciones/%2F..%2F_salud',
    '/v1/verificaciones/%252e%252e',
    '/v1/verificaciones/..',
    '/v1/verificaciones/ver_1;limite=1',
    "/v1/verificaciones/'%20OR%201=1--",
    '/v1/verificaciones/__proto__',
    `/v1/verificaciones/${'a'.repeat(201)}`,
    '/v1/verificaciones/',
  ])('answers 404 verificacion_no_encontrada to GET %s, and 401 llave_ausente without a key', async (path) => {
    expectError(await get(path), 404, 'verificacion_no_encontrada')
    expectError(await sandbox.send({ method: 'GET', path }), 401, 'llave_ausente')
  })

  it('answers 404 verificacion_no_encontrada to an id of 15,000 characters', async () => {
    expectError(await get(`/v1/verificaciones/${'a'.repeat(15_000)}`), 404, 'verificacion_no_encontrada')
  })

  it.each([
    '/v1/verificaciones/../../_salud',
    '/v1/verificaciones/%2e%2e/%2e%2e/_salud',
    '/./_salud',
    '//_salud',
    '/_salud/..',
    '/_salud;a=b',
    '/_salud%00',
    '/v1/verificaciones;limite=1',
    '/%ff',
    '/%',
    '/v1//verificaciones',
  ])('answers 404 peticion_invalida to GET %s', async (path) => {
    expectError(await get(path), 404, 'peticion_invalida')
  })

  it.each([
    ['limite=%', '400 peticion_invalida'],
    ['limite=', '400 peticion_invalida'],
    ['limite=1&limite=1', '400 peticion_invalida'],
    ['limite=%31', '200'],
    ['limite=1%00', '400 peticion_invalida'],
    ['limite=%EF%BC%91', '400 peticion_invalida'],
    ['limite=101', '400 peticion_invalida'],
    ['limite=1e1', '400 peticion_invalida'],
    ['estado=%ff', '200'],
    ['estado=__proto__', '200'],
    ['solicitud_id=%00', '200'],
    ['solicitud_id=%ed%a0%80', '200'],
    [`solicitud_id=${'%F0%9F%94%91'.repeat(200)}`, '200'],
    [`solicitud_id=${'%F0%9F%94%91'.repeat(201)}`, '400 peticion_invalida'],
    [`estado=${'a'.repeat(201)}`, '400 peticion_invalida'],
    ['&&=&?#;%%', '200'],
  ])('answers GET /v1/verificaciones?%s with %s', async (query, expected) => {
    expect(told(await get(`/v1/verificaciones?${query}`))).toBe(expected)
  })
})
