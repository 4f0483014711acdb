import { afterAll, describe, expect, it } from 'vitest'
import { expectError, summaryOf } from '#test/support/expectError.ts'
import { chunks, head, lastChunk, open, type WireAnswer } from '#test/support/socket.ts'
import { startSandbox, validBody } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const { llave } = await sandbox.account()

const post = 'POST /v1/verificaciones'
const authorization = `Authorization: Bearer ${llave}`
const json = 'Content-Type: application/json'

/** A valid POST with a key of its own. */
const valid = () => {
  const body = JSON.stringify(validBody())
  const key = `Idempotency-Key: ${JSON.parse(body).solicitud_id}`
  return { body, key, length: `Content-Length: ${Buffer.byteLength(body)}`, headers: [authorization, json, key] }
}

/** Writes the bytes and reads one answer. */
const exchange = async (bytes: string | Uint8Array, bodiless = false): Promise<WireAnswer> => {
  using connection = await open(sandbox.base)
  await connection.write(bytes)
  return await connection.answer({ bodiless })
}

describe('what the HTTP parser refuses', () => {
  it.each([
    ['no request line', 'BLAH\r\n\r\n'],
    ['an unknown method', 'FOO /_salud HTTP/1.1\r\nHost: sandbox\r\n\r\n'],
    ['an unknown version', 'GET /_salud HTTP/3.7\r\nHost: sandbox\r\n\r\n'],
    ['a blank in the path', 'GET /_sa lud HTTP/1.1\r\nHost: sandbox\r\n\r\n'],
    ['bare line feeds', 'GET /_salud HTTP/1.1\nHost: sandbox\n\n'],
    ['a TLS greeting', Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])],
    ['a header without colon', head('GET /_salud', 'nonsense')],
    ['NUL in a header', head('GET /_salud', 'X-Canal: a\0pi')],
    ['two lengths', head(post, 'Content-Length: 3', 'Content-Length: 4')],
    ['a negative length', head(post, 'Content-Length: -1')],
    ['a length beside chunks', `${head(post, 'Content-Length: 5', 'Transfer-Encoding: chunked')}${lastChunk}`],
    ['a chunk of no size', `${head(post, ...valid().headers, 'Transfer-Encoding: chunked')}zz\r\n`],
    ['no Host', 'GET /_salud HTTP/1.1\r\n\r\n'],
    ['CONNECT', 'CONNECT partner.example.com:443 HTTP/1.1\r\nHost: partner.example.com:443\r\n\r\n'],
  ])('answers %s with 400 peticion_invalida and closes', async (_, bytes) => {
    using connection = await open(sandbox.base)
    await connection.write(bytes)
    const answer = await connection.answer()
    expectError(answer, 400, 'peticion_invalida')
    expect(answer.headers.get('connection')).toBe('close')
    expect(await connection.closed).toBe('')
  })

  it.each([
    ['headers', head('GET /_salud', `X-Long: ${'a'.repeat(16_384)}`)],
    ['a path', head(`GET /v1/verificaciones/${'a'.repeat(16_384)}`, authorization)],
    ['a query', head(`GET /v1/verificaciones?solicitud_id=${'a'.repeat(16_384)}`, authorization)],
  ])('answers %s over 16 KB with 431 peticion_invalida', async (_, bytes) => {
    expectError(await exchange(bytes), 431, 'peticion_invalida')
  })
})

describe('bytes in headers that no text has', () => {
  const sent = (key: string, body: string) =>
    exchange(
      Buffer.from(
        head(post, authorization, json, `Idempotency-Key: ${key}`, `Content-Length: ${body.length}`) + body,
        'latin1',
      ),
    )

  it.each([
    ['sol-1', '200 en_proceso'],
    ['sol-\xff', '400 peticion_invalida'],
  ])('of %j as Idempotency-Key are judged at step 12: %s', async (key, expected) => {
    expect(summaryOf(await sent(key, JSON.stringify(validBody({ solicitud_id: 'sol-1' }))))).toBe(expected)
  })

  it('leave the earlier step its word: 400 campo_desconocido', async () => {
    expectError(await sent('sol-\xff', '{"extra":1}'), 400, 'campo_desconocido')
  })

  it.each([
    ['\xa0', '401 llave_invalida'],
    [`${llave}\xa0`, '401 llave_invalida'],
    [`${llave} \t`, '200'],
    [' \t', '401 llave_ausente'],
    [`a${' '.repeat(15_500)}b`, '401 llave_invalida'],
  ])('are part of the key, as blanks of HTTP are not: Bearer %.80j answers %s', async (key, expected) => {
    const answer = await exchange(Buffer.from(head('GET /v1/cuenta/consumo', `Authorization: Bearer ${key}`), 'latin1'))
    expect(summaryOf(answer)).toContain(expected)
  })
})

describe('headers that stand more than once', () => {
  it.each([
    ['Authorization', '401 llave_invalida'],
    ['Idempotency-Key', '400 peticion_invalida'],
    ['X-Canal', '400 peticion_invalida'],
    ['Content-Type', '400 peticion_invalida'],
  ])('answers two equal %s with %s, and one with 200', async (name, expected) => {
    const { body, headers, length } = valid()
    const lines = [...headers, 'X-Canal: api', length]
    const again = lines.filter((line) => line.startsWith(name))
    expect(summaryOf(await exchange(head(post, ...lines, ...again) + body))).toBe(expected)
    expect(summaryOf(await exchange(head(post, ...lines) + body))).toBe('200 en_proceso')
  })
})

describe('bodies in pieces', () => {
  it('answers 200 en_proceso to a chunked body, cut in the middle of a character', async () => {
    using connection = await open(sandbox.base)
    const body = JSON.stringify(validBody({ solicitante: { curp: 'LIMP900101HDFRRS04', nombre: 'Ñandú' } }))
    const bytes = Buffer.from(body)
    const cut = bytes.indexOf(0xc3) + 1
    await connection.write(
      head(
        post,
        authorization,
        json,
        `Idempotency-Key: ${JSON.parse(body).solicitud_id}`,
        'Transfer-Encoding: chunked',
      ),
    )
    for (const piece of [bytes.subarray(0, cut), bytes.subarray(cut)]) {
      await connection.write(`${piece.length.toString(16)}\r\n`)
      await connection.write(piece)
      await connection.write('\r\n')
    }
    await connection.write(lastChunk)
    expect(summaryOf(await connection.answer())).toBe('200 en_proceso')
  })

  it('answers 200 en_proceso to a body that comes byte by byte', async () => {
    using connection = await open(sandbox.base)
    const { body, headers, length } = valid()
    for (const byte of head(post, ...headers, length) + body) await connection.write(byte)
    expect(summaryOf(await connection.answer())).toBe('200 en_proceso')
  })

  it('answers 400 peticion_invalida to a byte order mark', async () => {
    const { body, headers } = valid()
    const length = `Content-Length: ${Buffer.byteLength(body) + 3}`
    expectError(await exchange(`${head(post, ...headers, length)}\ufeff${body}`), 400, 'peticion_invalida')
  })

  it('answers 400 peticion_invalida to no body at all', async () => {
    expectError(await exchange(head(post, ...valid().headers)), 400, 'peticion_invalida')
  })

  it('answers 401 llave_ausente before the body has come', async () => {
    expectError(await exchange(head(post, 'Content-Length: 1000')), 401, 'llave_ausente')
  })
})

describe('Expect', () => {
  it('sends 100 before the body, and 200 en_proceso after it', async () => {
    using connection = await open(sandbox.base)
    const { body, headers, length } = valid()
    await connection.write(head(post, ...headers, length, 'Expect: 100-continue'))
    expect((await connection.answer()).status).toBe(100)
    await connection.write(body)
    expect(summaryOf(await connection.answer())).toBe('200 en_proceso')
  })

  it('answers 401 llave_ausente in place of 100', async () => {
    expectError(await exchange(head(post, json, 'Content-Length: 9', 'Expect: 100-continue')), 401, 'llave_ausente')
  })

  it('answers 413 cuerpo_demasiado_grande in place of 100', async () => {
    const answer = await exchange(head(post, authorization, 'Content-Length: 65537', 'Expect: 100-continue'))
    expectError(answer, 413, 'cuerpo_demasiado_grande')
  })

  it('takes no notice of an expectation that it does not know', async () => {
    expect(summaryOf(await exchange(head('GET /_salud', 'Expect: miracles')))).toBe('200 arriba')
  })
})

describe('other shapes of a request', () => {
  it('answers pipelined requests in their order', async () => {
    using connection = await open(sandbox.base)
    const { body, headers, length } = valid()
    const requests = [
      head('GET /_salud'),
      head(post, ...headers, length) + body,
      head('GET /nada'),
      head('GET /_salud'),
    ]
    await connection.write(requests.join(''))
    const answers = [connection.answer, connection.answer, connection.answer, connection.answer]
    const read: Array<string> = []
    for (const next of answers) read.push(summaryOf(await next()))
    expect(read).toEqual(['200 arriba', '200 en_proceso', '404 peticion_invalida', '200 arriba'])
  })

  it.each([
    ['HTTP/1.0 without Host', '200 arriba', 'GET /_salud HTTP/1.0\r\n\r\n'],
    ['an absolute URL', '200 arriba', head('GET http://sandbox/_salud')],
    ['an absolute URL that no route has', '404 peticion_invalida', head('GET http://sandbox/nada')],
    ['an Upgrade to websocket', '200 arriba', head('GET /_salud', 'Upgrade: websocket', 'Connection: Upgrade')],
    ['an Upgrade to h2c', '200 arriba', head('GET /_salud', 'Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings')],
    ['a body with GET', '200 arriba', `${head('GET /_salud', 'Content-Length: 2')}{}`],
    ['OPTIONS', '405 peticion_invalida', head('OPTIONS /v1/verificaciones')],
    ['OPTIONS of everything', '404 peticion_invalida', head('OPTIONS *')],
    ['a GET of everything', '404 peticion_invalida', head('GET *')],
    ['a slash at the end of a query', '200 arriba', head('GET /_salud?x=/')],
    ['a slash at the end of a path', '404 peticion_invalida', head('GET /_salud/?x=/')],
    ['TRACE', '405 peticion_invalida', head('TRACE /_salud')],
  ])('answers %s with %s', async (_, expected, bytes) => {
    expect(summaryOf(await exchange(bytes))).toBe(expected)
  })

  it.each(['h2c', 'websocket'])(
    'answers 200 en_proceso to a POST that would rather upgrade to %s',
    async (protocol) => {
      using connection = await open(sandbox.base)
      const { body, headers, length } = valid()
      const upgrade = [`Upgrade: ${protocol}`, 'Connection: Upgrade']
      await connection.write(head(post, ...headers, length, ...upgrade) + body)
      expect(summaryOf(await connection.answer())).toBe('200 en_proceso')
      await connection.write(head('GET /_salud'))
      expect(summaryOf(await connection.answer())).toBe('200 arriba')
    },
  )

  it('answers HEAD as GET, without its body', async () => {
    using connection = await open(sandbox.base)
    await connection.write(head('HEAD /_salud') + head('HEAD /nada') + head('GET /_salud'))
    const { status, headers } = await connection.answer({ bodiless: true })
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    expect((await connection.answer({ bodiless: true })).status).toBe(404)
    expect(summaryOf(await connection.answer())).toBe('200 arriba')
  })

  it('keeps the connection after an error', async () => {
    using connection = await open(sandbox.base)
    for (const path of ['/nada', '/v1/cuenta/consumo', '/_salud']) await connection.write(head(`GET ${path}`))
    expectError(await connection.answer(), 404, 'peticion_invalida')
    expectError(await connection.answer(), 401, 'llave_ausente')
    expect(summaryOf(await connection.answer())).toBe('200 arriba')
  })
})

describe('chunks over the limit', () => {
  it('answers 413 cuerpo_demasiado_grande as soon as the limit is passed', async () => {
    using connection = await open(sandbox.base)
    await connection.write(head(post, ...valid().headers, 'Transfer-Encoding: chunked'))
    await connection.write(chunks(' '.repeat(65_536)))
    await connection.write(chunks(' '))
    expectError(await connection.answer(), 413, 'cuerpo_demasiado_grande')
  })
})

it('judges each request of a connection by the key that it presents itself', async () => {
  using connection = await open(sandbox.base)
  const other = `Authorization: Bearer ${(await sandbox.account()).llave}`
  const presenting = async (...headers: ReadonlyArray<string>) => {
    await connection.write(head('GET /v1/cuenta/consumo', ...headers))
    const { body } = await connection.answer()
    return body['tenant'] ?? body['codigo']
  }
  const [own, others] = [await presenting(authorization), await presenting(other)]
  expect(own).not.toBe(others)
  // Both keys are known by now.
  expect(await presenting(authorization)).toBe(own)
  expect(await presenting(authorization)).toBe(own)
  expect(await presenting(authorization, authorization)).toBe('llave_invalida')
  expect(await presenting(authorization, other)).toBe('llave_invalida')
  expect(await presenting()).toBe('llave_ausente')
  expect(await presenting(`${authorization}x`)).toBe('llave_invalida')
  expect(await presenting(other)).toBe(others)
})
