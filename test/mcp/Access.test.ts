import { request } from 'node:http'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { expectError } from '#test/support/expectError.ts'
import { ask, callTool, endpoint, envelope } from '#test/support/mcp.ts'
import { type Answer, startSandbox } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const { llave } = await sandbox.account()
const port = new URL(sandbox.base).port

const methods = ['POST', 'GET', 'HEAD', 'DELETE', 'PUT', 'PATCH', 'OPTIONS']
const { headers } = envelope('2025-11-25', 'tools/list')
const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'

/** POST of a message that is answered 200 but for these headers. */
const post = (changes: Record<string, string>, text: string | Uint8Array = body): Promise<Answer> =>
  sandbox.send({
    method: 'POST',
    path: endpoint,
    headers: Object.entries({
      authorization: `Bearer ${llave}`,
      'content-type': 'application/json',
      ...headers,
      ...changes,
    }),
    body: text,
  })

/** POST of that message with these headers alone, the first of which may be another host; its status and `codigo`. */
const named = (fields: Record<string, string>): Promise<readonly [status: number, codigo: unknown]> =>
  new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(sandbox.base)
    const outgoing = request(
      { hostname, port, method: 'POST', path: endpoint, headers: { host, ...fields } },
      (answer) => {
        answer
          .setEncoding('utf8')
          .toArray()
          .then((chunks) => {
            resolve([answer.statusCode ?? 0, JSON.parse(chunks.join(''))['codigo']])
          }, reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })

describe('a key', () => {
  it.each(methods)('is asked for by %s: 401 llave_ausente with WWW-Authenticate: Bearer', async (method) => {
    const answer = await sandbox.call(method, endpoint)
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    if (method !== 'HEAD') expectError(answer, 401, 'llave_ausente')
    expect((await sandbox.call(method, endpoint, { headers: { authorization: 'Basic x' } })).status).toBe(401)
  })

  it.each(methods)('must be one of ours for %s: 401 llave_invalida', async (method) => {
    for (const key of ['x', credentialsOf('nobody').apiKey, llave.replace('_test_', '_live_')]) {
      const answer = await sandbox.call(method, endpoint, { key })
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
      if (method !== 'HEAD') expectError(answer, 401, 'llave_invalida')
    }
  })

  it('is looked at before the body: 401 llave_ausente to what is no JSON and too large', async () => {
    const answer = await sandbox.send({ method: 'POST', path: endpoint, body: '['.repeat(100_000) })
    expectError(answer, 401, 'llave_ausente')
  })

  it.each([
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/mcp',
    '/.well-known/openid-configuration',
  ])('is had from nobody over HTTP: 404 peticion_invalida to %s', async (path) => {
    expectError(await sandbox.call('GET', path), 404, 'peticion_invalida')
    expectError(await sandbox.call('GET', path, { key: llave }), 404, 'peticion_invalida')
  })
})

describe('a request with a key', () => {
  it.each(methods.slice(1))('is taken as POST alone: 405 to %s, with Allow', async (method) => {
    const answer = await sandbox.call(method, endpoint, { key: llave })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    if (method !== 'HEAD') expectError(answer, 405, 'peticion_invalida')
  })

  it.each(['/mcp//', '/mcp/x', '/MCP'])('finds nothing at %s: 404 peticion_invalida', async (path) => {
    expectError(await sandbox.call('DELETE', path, { key: llave, headers }), 404, 'peticion_invalida')
    expectError(await sandbox.call('POST', path, { key: llave, headers, body }), 404, 'peticion_invalida')
  })

  it('is the same with a slash at the end', async () => {
    const asked = (path: string, method = 'POST', key = llave) =>
      sandbox.call(method, path, { key, headers, body: method === 'POST' ? JSON.parse(body) : undefined })
    expect((await asked('/mcp/')).body).toEqual((await asked('/mcp')).body)
    expectError(await asked('/mcp/', 'POST', 'x'), 401, 'llave_invalida')
    expectError(await asked('/mcp/', 'DELETE'), 405, 'peticion_invalida')
    const levers = await asked('/_simulador/mcp/')
    expect([levers.status, levers.text]).toEqual([200, (await asked('/_simulador/mcp')).text])
  })

  it('is answered 200 and never cached', async () => {
    const answer = await post({})
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(answer.headers.get('content-type')).toBe('application/json')
  })

  it('has a body of 65,536 bytes at most, as a Content-Length and in chunks: 413 cuerpo_demasiado_grande', async () => {
    const padded = body + ' '.repeat(65_536 - body.length)
    expect((await post({}, padded)).status).toBe(200)
    expectError(await post({}, `${padded} `), 413, 'cuerpo_demasiado_grande')
    const chunked = await fetch(sandbox.base + endpoint, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${llave}`, 'content-type': 'application/json' },
      body: new Blob([padded, ' ']).stream(),
      duplex: 'half',
    })
    expect([chunked.status, await chunked.json()]).toMatchObject([413, { codigo: 'cuerpo_demasiado_grande' }])
  })

  it.each([
    [{ 'content-type': 'text/plain' }, 400],
    [{ 'content-encoding': 'gzip' }, 400],
    [{ 'mcp-session-id': '7b0f3c1e-5a5f-4d0c-9d38-0d8a4b5f2c11' }, 404],
  ])('with %j is answered %i peticion_invalida', async (changes, status) => {
    expectError(await post(changes), status, 'peticion_invalida')
  })

  it.each(['application/json', '*/*', 'text/html', ''])('is answered JSON whatever it accepts: %j', async (accept) => {
    const answer = await post({ accept })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
  })

  it('is answered without Accept too', async () => {
    const { accept: _, ...others } = headers
    const answer = await named({ authorization: `Bearer ${llave}`, 'content-type': 'application/json', ...others })
    expect(answer).toEqual([200, undefined])
  })

  it('is not given a session, and cannot end one', async () => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1' } }
    const answer = await ask(sandbox, { key: llave, method: 'initialize', params })
    expect([answer.status, answer.headers.get('mcp-session-id')]).toEqual([200, null])
    const session = { 'mcp-session-id': '7b0f3c1e-5a5f-4d0c-9d38-0d8a4b5f2c11' }
    expect((await sandbox.call('DELETE', endpoint, { key: llave, headers: session })).status).toBe(405)
  })

  it('leaves no session behind, even for who guesses what it would be called: 404', async () => {
    await post({})
    const drawn = vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation((bytes) => {
      if (bytes instanceof Uint8Array) bytes.fill(7)
      return bytes
    })
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1' } }
    await ask(sandbox, { key: llave, method: 'initialize', params })
    expect(drawn).toHaveBeenCalled()
    drawn.mockRestore()
    const guessed = { 'mcp-session-id': '07070707-0707-4707-8707-070707070707' }
    expectError(await post(guessed), 404, 'peticion_invalida')
  })

  it('reads within the account of its key, whatever other keys said before', async () => {
    const tenants = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const account = await sandbox.account()
        const { document } = await callTool(sandbox, account.llave, 'consultar_consumo')
        return [document?.['tenant'], account.tenant]
      }),
    )
    for (const [told, own] of tenants) expect(told).toBe(own)
  })
})

describe('a page of another site, in a browser on this machine', () => {
  it.each([
    ['a page', { origin: 'https://evil.example.com' }],
    ['a page without an origin of its own', { origin: 'null' }],
    ['a name that was made to resolve here', { host: 'evil.example.com', origin: 'http://evil.example.com' }],
    ['a page that calls itself local under such a name', { host: 'evil.example.com', origin: 'http://localhost' }],
    ['a name that begins like ours', { host: 'localhost.evil.example.com', origin: 'http://localhost' }],
    ['a page of such a name', { origin: `http://127.0.0.1.evil.example.com:${port}` }],
    ['a page that claims to come through a proxy', { origin: 'https://evil.example.com', 'x-forwarded-for': '::1' }],
  ])('is refused, key or no key: 403 peticion_invalida to %s', async (_, changes) => {
    const fields = { 'content-type': 'application/json', ...headers, ...changes }
    expect(await named(fields)).toEqual([403, 'peticion_invalida'])
    expect(await named({ ...fields, authorization: `Bearer ${llave}` })).toEqual([403, 'peticion_invalida'])
  })

  it.each([
    ['no page', {}],
    ['a page of this machine', { origin: `http://127.0.0.1:${port}` }],
    ['a page of this machine on another port', { origin: 'http://localhost:6274' }],
    ['a page of this machine by its IPv6 address', { host: `[::1]:${port}`, origin: `http://[::1]:${port}` }],
    ['a client that calls us by another name, without Origin', { host: 'avs.example.com' }],
    ['a client behind a proxy', { host: 'avs.example.com', 'x-forwarded-for': '203.0.113.7' }],
  ])('is not %s: 200', async (_, changes) => {
    const fields = { authorization: `Bearer ${llave}`, 'content-type': 'application/json', ...headers, ...changes }
    expect(await named(fields)).toEqual([200, undefined])
  })
})
