import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { expectError, summaryOf } from '#test/support/expectError.ts'
import { type Connection, chunks, head, lastChunk, open, type WireAnswer } from '#test/support/socket.ts'
import { startSandbox, validBody } from '#tools/service/sandbox.ts'
import { textSuite } from './text.suite.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const { llave } = await sandbox.account({ limite_por_minuto: 100_000, saldo: 1_000_000 })

// Whatever was sent, the next valid request is served.
afterEach(async () => {
  expect(summaryOf(await sandbox.create(llave))).toBe('200 en_proceso')
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

/** A valid body of exactly so many bytes, and its key. */
const bodyOf = (length: number) => {
  const body = validBody()
  return { body: JSON.stringify(body).padEnd(length), key: String(body['solicitud_id']) }
}

describe('the size of the body', () => {
  it('answers 200 en_proceso at 65,536 bytes and 413 cuerpo_demasiado_grande at 65,537', async () => {
    const fits = bodyOf(65_536)
    const tooLarge = bodyOf(65_537)
    expect(summaryOf(await post(fits.body, fits.key))).toBe('200 en_proceso')
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

  it('reads a little too much no further either, and closes after the answer', async () => {
    using connection = await opened('Content-Length: 100000')
    expectError(await connection.answer(), 413, 'cuerpo_demasiado_grande')
    await connection.write(' '.repeat(100_000) + head('GET /_salud'))
    expect(await connection.closed).toBe('')
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

  it.each(['gzip', 'deflate', ''])('answers it to Content-Encoding: %s', async (encoding) => {
    const body = encoding === 'gzip' ? gzipSync(valid) : valid
    expectError(await post(body, String(key), ['content-encoding', encoding]), 400, 'peticion_invalida')
  })

  it('answers 200 en_proceso to the same body without a fault', async () => {
    expect(summaryOf(await post(valid, String(key)))).toBe('200 en_proceso')
    expect(summaryOf(await post(valid, String(key), ['content-encoding', 'identity']))).toBe('200 en_proceso')
  })
})

textSuite(sandbox)
