import { afterAll, describe, expect, it } from 'vitest'
import { untilCeiling } from '#test/support/ceiling.ts'
import { ask, endpoint, envelope, type Revision, revisions } from '#test/support/mcp.ts'
import { type Answer, startSandbox, validBody } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const { llave } = await sandbox.account({ limite_por_minuto: 100_000 })

/** POST of a body as it is written. */
const post = (text: string | Uint8Array, revision: Revision | null = '2025-11-25', key = llave): Promise<Answer> => {
  const { accept = '' } = envelope('2025-11-25', '').headers
  const version = revision === null ? [] : [['mcp-protocol-version', revision] as const]
  const fields = [['authorization', `Bearer ${key}`] as const, ['content-type', 'application/json'] as const]
  return sandbox.send({
    method: 'POST',
    path: endpoint,
    headers: [...fields, ['accept', accept] as const, ...version],
    body: text,
  })
}
const send = (message: unknown, revision?: Revision | null, key?: string): Promise<Answer> =>
  post(JSON.stringify(message), revision, key)

const peticionInvalida = { codigo: 'peticion_invalida', mensaje: 'La petición no se ajusta al contrato.' }
const invalid = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_600, message: 'Invalid Request', data: peticionInvalida },
}
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const pong = { jsonrpc: '2.0', id: 1, result: {} }
const health = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'consultar_salud' } })
const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
const called = (args: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"consultar_salud","arguments":${args}}}`
/** What is told of arguments that could be read: consultar_salud takes none. */
const read = {
  jsonrpc: '2.0',
  id: 1,
  result: { isError: true, content: [expect.anything(), expect.anything()], _meta: expect.anything() },
}

describe('a body that is no strict JSON', () => {
  it('is answered 400 with -32700 and a null id', async () => {
    const error = { code: -32_700, message: 'Parse error', data: peticionInvalida }
    const { status, body } = await post('{"jsonrpc":"2.0",')
    expect([status, body]).toEqual([400, { jsonrpc: '2.0', id: null, error }])
  })

  it('is not one of depth 8, in a message and in a batch', async () => {
    expect((await post(called(`{"a":${deep(7)}}`))).body).toEqual(read)
    expect((await post(`[${called(`{"a":${deep(7)}}`)}]`, '2025-03-26')).body).toEqual([read])
    expect((await post(`[${called(`{"a":${deep(8)}}`)}]`, '2025-03-26')).status).toBe(400)
  })
})

describe('JSON that is no message', () => {
  it.each([
    '5',
    '"ping"',
    'null',
    '{}',
    '{"id":1,"method":"ping"}',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","method":5}',
    '{"jsonrpc":"2.0","id":1,"method":5}',
    ...['null', 'true', '[1]', '{"a":1}', '1.5', '1e999', '12345678901234567890', `"${'ñ'.repeat(201)}"`].map(
      (id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`,
    ),
  ])('is answered 400 with -32600 and peticion_invalida in every revision: %s', async (text) => {
    for (const revision of revisions) {
      const answer = await post(text, revision)
      expect([answer.status, answer.body]).toEqual([400, invalid])
    }
  })
})

describe('a message', () => {
  it.each(['uno', '', '𝄞'.repeat(200), 0, -1, 9_007_199_254_740_991])(
    'is answered under its own id: %j',
    async (id) => {
      expect((await send({ ...ping, id })).body).toEqual({ ...pong, id })
    },
  )

  it('is answered alike with members that are nobody’s', async () => {
    const others = { headers: 5, discard: true, traceId: 'a', spanId: 'b', sampled: true, isNotification: true }
    expect((await send({ ...ping, ...others })).body).toEqual(pong)
  })

  it('that asks for nothing is taken: 202 without a body', async () => {
    const taken = [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { jsonrpc: '2.0', method: 'notifications/unheard-of' },
      { jsonrpc: '2.0', method: 'tools/call', params: { name: 'crear_verificacion' } },
      { jsonrpc: '2.0', id: 7, result: {} },
      { jsonrpc: '2.0', id: 7, error: { code: -1, message: 'no' } },
      { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'no' } },
    ]
    for (const message of taken) {
      for (const revision of revisions) {
        const answer = await send(message, revision)
        expect([answer.status, answer.text]).toEqual([202, ''])
      }
    }
  })

  it('that says no revision is served as one of 2025-03-26', async () => {
    const { body } = await send({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, null)
    expect(Object(body['result']).tools[0]).not.toHaveProperty('outputSchema')
    expect((await send([ping], null)).body).toEqual([pong])
  })
})

describe('a method that is not offered', () => {
  const methods = [
    'resources/list',
    'resources/read',
    'resources/templates/list',
    'resources/subscribe',
    'prompts/list',
    'prompts/get',
    'completion/complete',
    'logging/setLevel',
    'subscriptions/listen',
    'sampling/createMessage',
    'tasks/list',
    'toString',
    '__proto__',
    '@effect/rpc/Interrupt',
  ]
  const notFound = { jsonrpc: '2.0', id: 1, error: { code: -32_601, message: 'Method not found' } }

  it.each(methods)('is answered with -32601 in every revision, and with 404 in 2026-07-28: %s', async (method) => {
    for (const revision of revisions) {
      const { status, body } = await ask(sandbox, { key: llave, method, revision })
      expect([status, body]).toEqual([revision === '2026-07-28' ? 404 : 200, notFound])
    }
  })

  it('includes those of other revisions', async () => {
    for (const method of ['initialize', 'ping']) {
      const { status, body } = await ask(sandbox, { key: llave, method, revision: '2026-07-28' })
      expect([status, body]).toEqual([404, notFound])
    }
    expect((await ask(sandbox, { key: llave, method: 'server/discover' })).body).toEqual(notFound)
  })
})

describe('what a message says besides the arguments of a tool', () => {
  const misfit = { jsonrpc: '2.0', id: 1, error: { code: -32_602, message: expect.anything(), data: peticionInvalida } }
  const wide = Object.fromEntries(Array.from({ length: 3_500 }, (_, at) => [`m${at}`, { a: at }]))
  const introduction = { protocolVersion: '2025-11-25', clientInfo: { name: 'tests', version: '1' } }
  it.each<[what: string, message: unknown]>([
    [
      'capabilities',
      { ...ping, method: 'initialize', params: { ...introduction, capabilities: { experimental: wide } } },
    ],
    ['what a ping is about', { ...ping, params: { _meta: wide } }],
    ['what a call is about', { ...health(1), params: { name: 'consultar_salud', _meta: wide } }],
    ['a name', { ...health(1), params: { name: 'a'.repeat(17_000) } }],
  ])('is refused with -32602 when it is too long: %s', async (_, message) => {
    const { status, body } = await send(message)
    expect([status, body]).toEqual([200, misfit])
  })

  it.each(['[]', '"todo"', '7'])(
    'is refused with -32602, for its id, where the arguments are %s, and names the member',
    async (args) => {
      const { status, body } = await post(called(args))
      const error = { ...misfit.error, message: 'Invalid params: `arguments` must be an object' }
      expect([status, body]).toEqual([200, { ...misfit, error }])
    },
  )

  it('is the same without arguments and with null', async () => {
    expect((await post(called('null'))).body).toEqual((await post(called('{}'))).body)
    expect((await post(called('null'))).body).toEqual((await send(health(1))).body)
  })

  it('may be long', async () => {
    expect((await send({ ...ping, params: { _meta: { a: 'a'.repeat(16_000) } } })).body).toEqual(pong)
    const { body } = await send({
      ...health(1),
      params: { name: 'consultar_salud', arguments: { a: 'a'.repeat(60_000) } },
    })
    expect(body).toEqual(read)
  })
})

describe('a batch', () => {
  it('is answered message by message, less those that ask for nothing, in 2025-03-26', async () => {
    const unknown = { jsonrpc: '2.0', id: 'x', method: 'prompts/list' }
    const notification = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } }
    const { status, body } = await send([ping, notification, health(2), unknown, 5], '2025-03-26')
    expect([status, body]).toEqual([
      200,
      [
        pong,
        { jsonrpc: '2.0', id: 2, result: { content: [{ type: 'text', text: expect.stringContaining('arriba') }] } },
        { jsonrpc: '2.0', id: 'x', error: { code: -32_601, message: 'Method not found' } },
        invalid,
      ],
    ])
  })

  it('holds 10 messages at most: 400 with more, and none is carried out', async () => {
    const { llave: key } = await sandbox.account()
    const creation = (id: number) => ({ ...health(id), params: { name: 'crear_verificacion', arguments: validBody() } })
    const eleven = Array.from({ length: 11 }, (_, id) => creation(id))
    const refused = await send(eleven, '2025-03-26', key)
    expect([refused.status, refused.body]).toEqual([400, invalid])
    expect((await sandbox.call('GET', '/v1/verificaciones', { key })).body).toEqual({ verificaciones: [] })
    expect((await send(eleven.slice(1), '2025-03-26', key)).body).toHaveLength(10)
    expect(Object((await sandbox.call('GET', '/v1/verificaciones', { key })).body)['verificaciones']).toHaveLength(10)
  })

  it('that asks for nothing is taken: 202', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' }
    expect((await send([notification, notification], '2025-03-26')).status).toBe(202)
  })

  it('is refused when it is empty, and in every other revision: 400', async () => {
    expect((await send([], '2025-03-26')).status).toBe(400)
    for (const revision of revisions) {
      if (revision !== '2025-03-26') expect((await send([ping], revision)).status).toBe(400)
    }
  })

  it('has what it would create judged by the ceiling, one by one, and nothing that it reads', async () => {
    const { llave: key, tenant } = await sandbox.account({ limite_por_minuto: 1 })
    const args = validBody()
    const creation = (id: number) => ({ ...health(id), params: { name: 'crear_verificacion', arguments: args } })
    const isRefused = (message: unknown) => JSON.stringify(message).includes('limite_excedido')
    const answers = async (messages: ReadonlyArray<unknown>) => {
      const { status, body } = await send(messages, '2025-03-26', key)
      expect(status).toBe(200)
      return Array.isArray(body) ? body.map(isRefused) : []
    }
    const ten = Array.from({ length: 10 }, (_, id) => creation(id))
    const { surplus, most } = await untilCeiling(600, async () => {
      const refused = (await answers(ten)).filter((one) => one).length
      return { passed: ten.length - refused, refused }
    })
    expect(surplus).toBeGreaterThanOrEqual(0)
    expect(surplus).toBeLessThanOrEqual(most)

    sandbox.exhaustCeiling(tenant)
    expect(await answers([health(0), creation(1), creation(2), ping])).toEqual([false, true, true, false])
  })
})

describe('revision 2026-07-28', () => {
  const call = envelope('2026-07-28', 'tools/call', 'consultar_salud')
  const message = { ...health(1), params: { name: 'consultar_salud', ...call.meta } }
  const asked = (changes: Record<string, string>, body: unknown = message) =>
    sandbox.call('POST', endpoint, { key: llave, headers: { ...call.headers, ...changes }, body })
  const mismatch = { code: -32_020, message: expect.stringMatching(/^Header mismatch/) }

  it.each([
    ['mcp-method', 'tools/list'],
    ['mcp-name', 'consultar_consumo'],
    ['mcp-protocol-version', '2025-11-25'],
  ])('has its headers say what the message says: 400 and -32020 to %s: %s', async (name, value) => {
    const { status, body } = await asked({ [name]: value })
    expect([status, body['error']]).toEqual([400, mismatch])
  })

  it('needs its metadata: 400 and -32602 without', async () => {
    const { status, body } = await asked({}, health(1))
    expect([status, body['error']]).toMatchObject([400, { code: -32_602 }])
  })

  it('is told which revisions there are when it asks for one that does not exist: 400 and -32022', async () => {
    const version = '2031-01-01'
    const metadata = { ...Object(call.meta['_meta']), 'io.modelcontextprotocol/protocolVersion': version }
    const body = { ...message, params: { ...message.params, _meta: metadata } }
    const answer = await asked({ 'mcp-protocol-version': version }, body)
    expect([answer.status, answer.body['error']]).toEqual([
      400,
      { code: -32_022, message: 'Unsupported protocol version', data: { supported: revisions, requested: version } },
    ])
  })
})
