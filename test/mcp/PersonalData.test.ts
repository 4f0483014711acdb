import { Layer, Logger, References, Tracer } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Canary, canaries, tracesIn } from '#test/support/canaries.ts'
import { put, validDraft } from '#test/support/draft.ts'
import { faults } from '#test/support/faults.ts'
import { callTool, endpoint, envelope, type Revision, revisions } from '#test/support/mcp.ts'
import { type Answer, type Sandbox, startSandbox, validBody } from '#tools/service/sandbox.ts'

let next = 0
const canary = (): Canary => {
  next = (next + 1) % canaries.length
  return canaries[next] ?? { curp: '', nombre: '', apellido_paterno: '', apellido_materno: '' }
}

/** Whatever a text is used for in a message, or beside it in a header. */
const misplaced = (
  text: string,
): ReadonlyArray<readonly [what: string, body: unknown, headers: Record<string, string>]> => {
  const message = (method: string, params: unknown = {}, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })
  const call = (name: string, args: unknown) => message('tools/call', { name, arguments: args })
  const introduction = (changes: Record<string, unknown>) =>
    message('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
      ...changes,
    })
  return [
    ['method', message(text), {}],
    ['method of a notification', { jsonrpc: '2.0', method: `notifications/${text}`, params: { [text]: text } }, {}],
    ['tool', call(text, {}), {}],
    ['arguments', call('consultar_salud', text), {}],
    ['name of an argument', call('consultar_consumo', { [text]: text }), {}],
    ['verificacion_id', call('consultar_verificacion', { verificacion_id: text }), {}],
    ['filters', call('listar_verificaciones', { solicitud_id: text, estado: text }), {}],
    ['limite', call('listar_verificaciones', { limite: text }), {}],
    ['params', message('tools/call', text), {}],
    ['params and metadata', message('tools/list', { cursor: text, _meta: { [text]: text, progressToken: text } }), {}],
    ['offered revision', introduction({ protocolVersion: text }), {}],
    [
      'client',
      introduction({ clientInfo: { name: text, version: text }, capabilities: { experimental: { [text]: {} } } }),
      {},
    ],
    ['no client', introduction({ clientInfo: text }), {}],
    ['metadata of 2026', message('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': text } }), {}],
    ['revision', message('tools/list'), { 'mcp-protocol-version': text }],
    ['session', message('tools/list'), { 'mcp-session-id': text }],
    ['accept', message('tools/list'), { accept: text }],
    ['routing headers', message('tools/list'), { 'mcp-method': text, 'mcp-name': text }],
    ['jsonrpc', { jsonrpc: text, id: 1, method: 'ping' }, {}],
    ['no message', text, {}],
    ['no JSON', `{"jsonrpc": ${text}`, {}],
    ['a member twice', `{"${text}":1,"${text}":2}`, {}],
    ['a batch', [message(text), call(text, { [text]: text })], { 'mcp-protocol-version': '2025-03-26' }],
  ]
}

describe('canaries sent over MCP', () => {
  const log: Array<string> = []
  const spans: Array<Tracer.NativeSpan> = []
  const answers: Array<string> = []
  let sandbox: Sandbox
  let key = ''

  beforeAll(async () => {
    const keep = (line: string) => void log.push(line)
    const observed = Layer.mergeAll(
      Logger.layer([Logger.map(Logger.formatJson, keep), Logger.map(Logger.formatLogFmt, keep)]),
      Layer.succeed(References.MinimumLogLevel, 'All'),
      Layer.succeed(Tracer.Tracer, {
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        },
      }),
    )
    sandbox = await startSandbox({}, observed)
    key = (await sandbox.account({ saldo: 1_000_000, limite_por_minuto: 100_000 })).llave
  })
  afterAll(() => sandbox.stop())

  const keep = (answer: Answer): void => {
    answers.push(JSON.stringify([answer.status, [...answer.headers], answer.text]))
  }
  const crear = async (args: unknown, revision?: Revision) => {
    const { answer, codigo, document } = await callTool(sandbox, key, 'crear_verificacion', args, revision)
    keep(answer)
    return codigo ?? document?.['estado']
  }
  const post = async (body: unknown, headers: Record<string, string> = {}): Promise<void> => {
    const all = { ...envelope('2025-11-25', '').headers, ...headers }
    keep(await sandbox.call('POST', endpoint, { key, headers: all, body }))
  }
  /** The span of the HTTP request itself holds what was sent; DiscreetTracer keeps that back. */
  const ofOurs = (): string =>
    spans
      .filter(({ name }) => !name.startsWith('http.server'))
      .map(({ name, attributes, status }) => JSON.stringify([name, [...attributes], status._tag]))
      .join('\n')
  const everywhere = async () => ({
    log: tracesIn(log.join('\n')),
    answers: tracesIn(answers.join('\n')),
    spans: tracesIn(ofOurs()),
    solicitudes: tracesIn((await sandbox.call('GET', '/_simulador/solicitudes?limite=999')).text),
  })
  const nowhere = { log: [], answers: [], spans: [], solicitudes: [] }

  it('leave no trace in logs, spans and answers when they are verified, in every revision', async () => {
    for (const revision of revisions)
      expect(await crear(validBody({ solicitante: canary() }), revision)).toBe('en_proceso')
    await sandbox.advance(600)
    keep((await callTool(sandbox, key, 'listar_verificaciones')).answer)
    expect(log.join('\n')).toContain('verification created')
    expect(ofOurs()).toContain('McpServer')
    expect(await everywhere()).toEqual(nowhere)
  })

  it('leave none when the request is wrong', async () => {
    const drafts = faults.map(({ change }) => change(put('solicitante', canary())(validDraft())))
    for (const { body } of drafts) await crear(body)
    expect(await everywhere()).toEqual(nowhere)
  })

  it('leave none wherever else they stand', async () => {
    const { curp, nombre } = canary()
    for (const text of [curp, nombre, `${curp}\u0001`, curp.toLowerCase()]) {
      const printable = /^[\x20-\x7e]*$/.test(text)
      for (const [, body, headers] of misplaced(text)) {
        if (printable || Object.keys(headers).length === 0) await post(body, headers)
      }
    }
    expect(answers.length).toBeGreaterThan(150)
    expect(await everywhere()).toEqual(nowhere)
  })

  it('would be found: an id, which JSON-RPC has us repeat, is the one thing that is', async () => {
    const { curp } = canary()
    await post({ jsonrpc: '2.0', id: curp, method: 'ping' })
    const { answers: told, ...others } = await everywhere()
    expect(told).not.toEqual([])
    expect(others).toEqual({ log: [], spans: [], solicitudes: [] })
  })
})
