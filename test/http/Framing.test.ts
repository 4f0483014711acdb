import { afterAll, describe, expect, it } from 'vitest'
import { expectError, summaryOf } from '#test/support/expectError.ts'
import { chunks, head, lastChunk, open } from '#test/support/socket.ts'
import { startSandbox, validBody } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const { llave } = await sandbox.account()

const authorization = `Authorization: Bearer ${llave}`

/** A valid POST with a key of its own. */
const valid = () => {
  const body = JSON.stringify(validBody())
  const key = `Idempotency-Key: ${JSON.parse(body).solicitud_id}`
  const lines = [authorization, 'Content-Type: application/json', key]
  const whole = head('POST /v1/verificaciones', ...lines, `Content-Length: ${Buffer.byteLength(body)}`) + body
  return { body, lines, whole }
}

/** How many verifications the account has. */
const created = async (): Promise<number> => {
  const { body } = await sandbox.call('GET', '/v1/verificaciones?limite=100', { key: llave })
  return Array.isArray(body['verificaciones']) ? body['verificaciones'].length : Number.NaN
}

describe('Transfer-Encoding', () => {
  it.each([
    ['gzip, chunked', '1.1'],
    ['chunked, chunked', '1.1'],
    ['identity', '1.1'],
    ['gzip', '1.1'],
    ['', '1.1'],
    [', chunked', '1.1'],
    ['chunked;q=1', '1.1'],
    ['chunked', '1.0'],
    ['gzip, chunked', '1.0'],
    ['identity', '1.0'],
  ])('%j with HTTP/%s answers 400 peticion_invalida, creates nothing and closes', async (encoding, version) => {
    using connection = await open(sandbox.base)
    const before = await created()
    const { body, lines } = valid()
    const start = head('POST /v1/verificaciones', ...lines, `Transfer-Encoding: ${encoding}`)
    await connection.write(start.replace('HTTP/1.1', `HTTP/${version}`) + chunks(body) + lastChunk)
    const answer = await connection.answer()
    expectError(answer, 400, 'peticion_invalida')
    expect(answer.headers.get('connection')).toBe('close')
    expect(await connection.closed).toBe('')
    expect(await created()).toBe(before)
  })

  it.each(['gzip', 'chunked'])(
    'that stands twice answers 400 peticion_invalida and closes, when the first is %s',
    async (first) => {
      using connection = await open(sandbox.base)
      const twice = [`Transfer-Encoding: ${first}`, 'Transfer-Encoding: chunked']
      await connection.write(head('POST /v1/verificaciones', ...valid().lines, ...twice) + chunks('{}') + lastChunk)
      expectError(await connection.answer(), 400, 'peticion_invalida')
      expect(await connection.closed).toBe('')
    },
  )

  it('is judged before the key, on every route', async () => {
    for (const start of ['GET /_salud', 'GET /v1/cuenta/consumo', 'POST /mcp', 'GET /nada', 'DELETE /_salud']) {
      using connection = await open(sandbox.base)
      await connection.write(head(start, 'Transfer-Encoding: gzip, chunked') + lastChunk)
      expectError(await connection.answer(), 400, 'peticion_invalida')
    }
  })

  it.each(['chunked', 'CHUNKED', 'Chunked '])('%j answers 200 en_proceso', async (encoding) => {
    using connection = await open(sandbox.base)
    const { body, lines } = valid()
    const start = head('POST /v1/verificaciones', ...lines, `Transfer-Encoding: ${encoding}`)
    await connection.write(start + chunks(body) + lastChunk)
    expect(summaryOf(await connection.answer())).toBe('200 en_proceso')
  })
})

describe('bytes behind a request that are no request', () => {
  const garbage = [
    ['no request line', 'BLAH\r\n\r\n'],
    ['a space in the path', 'GET /_sa lud HTTP/1.1\r\nHost: sandbox\r\n\r\n'],
    ['two lengths', head('GET /_salud', 'Content-Length: 3', 'Content-Length: 4')],
    ['a TLS greeting', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
    ['a tunnel', 'CONNECT partner.example.com:443 HTTP/1.1\r\nHost: partner.example.com:443\r\n\r\n'],
  ] as const

  it.each(garbage)('leave a POST its own 200 en_proceso, and %s is answered 400 after it', async (_, bytes) => {
    using connection = await open(sandbox.base)
    const before = await created()
    await connection.write(Buffer.from(valid().whole + bytes, 'latin1'))
    expect(summaryOf(await connection.answer())).toBe('200 en_proceso')
    expectError(await connection.answer(), 400, 'peticion_invalida')
    expect(await connection.closed).toBe('')
    expect(await created()).toBe(before + 1)
  })

  it('leave each of several requests its own answer, in order', async () => {
    using connection = await open(sandbox.base)
    const requests = [valid().whole, head('GET /_salud'), head('GET /nada'), valid().whole]
    await connection.write(`${requests.join('')}BLAH\r\n\r\n`)
    const read: Array<string> = []
    for (const _ of [...requests, 'garbage']) read.push(summaryOf(await connection.answer()))
    expect(read).toEqual([
      '200 en_proceso',
      '200 arriba',
      '404 peticion_invalida',
      '200 en_proceso',
      '400 peticion_invalida',
    ])
    expect(await connection.closed).toBe('')
  })

  it('that go on are answered once', async () => {
    using connection = await open(sandbox.base)
    for (const piece of [`${valid().whole}BLAH`, 'BLAH\r\n', '\r\n', head('GET /_salud')]) await connection.write(piece)
    expect(summaryOf(await connection.answer())).toBe('200 en_proceso')
    expectError(await connection.answer(), 400, 'peticion_invalida')
    expect(await connection.closed).toBe('')
  })

  it('behind an answer that closes get none', async () => {
    using connection = await open(sandbox.base)
    await connection.write(`${head('GET /_salud', 'Connection: close')}BLAH\r\n\r\n`)
    expect(summaryOf(await connection.answer())).toBe('200 arriba')
    expect(await connection.closed).toBe('')
  })

  it('in the middle of a body answer its request 400, and none before it', async () => {
    using connection = await open(sandbox.base)
    const broken = head('POST /v1/verificaciones', ...valid().lines, 'Transfer-Encoding: chunked')
    await connection.write(`${valid().whole}${broken}zz\r\n`)
    expect(summaryOf(await connection.answer())).toBe('200 en_proceso')
    expectError(await connection.answer(), 400, 'peticion_invalida')
    expect(await connection.closed).toBe('')
  })

  it('in the middle of the body of a request that was answered close, without a second answer', async () => {
    using connection = await open(sandbox.base)
    await connection.write(head('POST /v1/verificaciones', 'Transfer-Encoding: chunked'))
    expectError(await connection.answer(), 401, 'llave_ausente')
    await connection.write('zz\r\n')
    expect(await connection.closed).toBe('')
  })
})
