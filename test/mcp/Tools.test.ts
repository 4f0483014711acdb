import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, describe, expect, it } from 'vitest'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { ask, callTool, type Revision, revisions } from '#test/support/mcp.ts'
import { refusedByModels } from '#test/support/plainSchema.ts'
import { startSandbox, validBody } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const { llave, tenant } = await sandbox.account()

/** What a client sees of a tool; asserted member by member. */
interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: object
  readonly outputSchema: object
  readonly annotations: Record<string, unknown>
}

const resultOf = async (method: string, revision: Revision): Promise<Record<string, unknown>> =>
  Object((await ask(sandbox, { key: llave, method, revision })).body['result'])
const listed = async (revision: Revision): Promise<ReadonlyArray<Tool>> =>
  Object(await resultOf('tools/list', revision))['tools']

const tools = new Map((await listed('2025-11-25')).map((tool) => [tool.name, tool]))
const toolNamed = (name: string): Tool => {
  const tool = tools.get(name)
  if (tool === undefined) throw new Error(`there is no tool ${name}`)
  return tool
}

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
/** What is wrong with a value by a schema; null when nothing is. */
const wrong = (schema: object, value: unknown): unknown => {
  const validate = ajv.compile(schema)
  return validate(value) ? null : validate.errors
}

const names = [
  'crear_verificacion',
  'consultar_verificacion',
  'listar_verificaciones',
  'consultar_consumo',
  'consultar_salud',
]

describe('what a client is told when it introduces itself', () => {
  it.each(revisions.slice(1))('names the channel and its version, and offers tools alone, in %s', async (revision) => {
    const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'tests', version: '1' } }
    const { body } = await ask(sandbox, { key: llave, method: 'initialize', params, revision })
    expect(body['result']).toEqual({
      protocolVersion: revision,
      capabilities: { tools: { listChanged: false } },
      serverInfo: { name: 'cotejo', version: '0.1.0' },
      instructions: expect.stringContaining('consentimiento expreso'),
    })
  })

  it('is where each error comes: of a tool, of the protocol and of HTTP', async () => {
    const { instructions } = await resultOf('server/discover', '2026-07-28')
    expect(instructions).toMatch(/de una herramienta .* `isError`.*protocolo.* `error` de JSON-RPC.*401, 403 o 413/)
  })

  it('is the same in 2026-07-28, where it asks with server/discover', async () => {
    expect(await resultOf('server/discover', '2026-07-28')).toMatchObject({
      supportedVersions: revisions,
      capabilities: { tools: { listChanged: false } },
      instructions: expect.stringContaining('consentimiento expreso'),
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'cotejo', version: '0.1.0' } },
    })
  })

  it('is the newest revision with initialize when it asks for one that does not exist', async () => {
    const params = { protocolVersion: '2031-01-01', capabilities: {}, clientInfo: { name: 'tests', version: '1' } }
    const { body } = await ask(sandbox, { key: llave, method: 'initialize', params })
    expect(body['result']).toMatchObject({ protocolVersion: '2025-11-25' })
  })
})

describe('the tools', () => {
  it.each(revisions)('are five in %s', async (revision) => {
    expect((await listed(revision)).map(({ name }) => name)).toEqual(names)
  })

  it('say whether they change something, may be repeated, and reach beyond the service', () => {
    const hints = Object.fromEntries([...tools].map(([name, { annotations }]) => [name, annotations]))
    const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
    const title = expect.any(String)
    expect(hints).toEqual({
      crear_verificacion: {
        title,
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
      ...Object.fromEntries(names.slice(1).map((name) => [name, { title, ...reads }])),
    })
  })

  it.each<[name: string, what: string, words: RegExp]>([
    ['crear_verificacion', 'how long a verification takes', /3 a 4 minutos/],
    ['crear_verificacion', 'what it costs', /una sola vez y solo si la verificación termina `emitida`/],
    ['crear_verificacion', 'how to repeat it', /el mismo con los mismos argumentos .* no cobra dos veces/],
    ['crear_verificacion', 'that nothing may be made up', /Nunca invente `consentimiento`/],
    ['crear_verificacion', 'what no solicitud_id may hold', /nunca la CURP, nombres/],
    ['crear_verificacion', 'that the landlord decides', /el arrendador decide/],
    ['consultar_verificacion', 'how to poll', /espere 5 segundos .* por 1\.5 .* hasta 30 segundos; .* 11 minutos/],
    ['consultar_verificacion', 'how often at most', /más de una vez cada 5 segundos/],
    ['consultar_verificacion', 'that the landlord decides', /el arrendador decide/],
    ['consultar_verificacion', 'that it is free', /Gratuita/],
    ['listar_verificaciones', 'that it is free', /Gratuita/],
    ['consultar_consumo', 'that it is free', /Gratuita/],
    ['consultar_salud', 'that it is free', /Gratuita/],
  ])('tell an agent: %s, %s', (name, _, words) => {
    expect(toolNamed(name).description).toMatch(words)
  })

  it.each(['crear_verificacion', 'listar_verificaciones'])('ask %s for nothing of the routes alone', (name) => {
    const { inputSchema } = toolNamed(name)
    expect(JSON.stringify(inputSchema)).not.toMatch(/encabezado|Idempotency-Key|mal formado|así lo declara/)
    const { properties } = Object(inputSchema)
    for (const property of Object.values(properties)) expect(Object(property).description).toMatch(/\.$/)
  })

  it('answer codes that may be others in a later version, in schemas that every client can read', () => {
    const text = JSON.stringify(toolNamed('consultar_verificacion').outputSchema)
    expect(text).toContain('"determinantes"')
    expect(text).not.toMatch(/IDENTIDAD_CONFIRMADA|DECISION_DEL_ARRENDADOR"|"x-/)
  })

  it('take the closed schemas of the wire, whole, without examples that an agent could send', () => {
    for (const { inputSchema } of tools.values()) {
      const text = JSON.stringify(inputSchema)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(text).not.toMatch(/"\$ref"|"examples"|LIMP/)
    }
    const { properties } = Object(toolNamed('listar_verificaciones').inputSchema)
    expect(properties.estado.enum).toEqual(['en_proceso', 'emitida', 'no_concluyente'])
    expect(properties.limite).toMatchObject({ default: 20 })
    const { inputSchema } = toolNamed('crear_verificacion')
    expect(wrong(inputSchema, validBody())).toBeNull()
    expect(wrong(inputSchema, validBody({ cobro: { modo: 'connect', payment_intent_id: 'pi_1' } }))).toBeNull()
    const { solicitud_id: _, ...withoutId } = validBody()
    const misfits = [
      withoutId,
      validBody({ extra: 1 }),
      validBody({ consentimiento: { otorgado: true } }),
      validBody({ solicitante: { curp: sampleCurp('LIMP'), rfc: 'x' } }),
    ]
    for (const misfit of misfits) expect(wrong(inputSchema, misfit)).not.toBeNull()
  })

  it('take arguments in the plain schemas that every model API accepts', () => {
    for (const { name, inputSchema } of tools.values()) expect([name, refusedByModels(inputSchema)]).toEqual([name, []])
    const { required, properties } = Object(toolNamed('crear_verificacion').inputSchema)
    expect(required).toEqual(['solicitud_id', 'solicitante', 'webhook_url'])
    expect(properties.consentimiento.properties.otorgado).toMatchObject({ type: 'boolean' })
    expect(JSON.stringify(properties)).not.toContain('anyOf')
  })

  it('go on accepting null for an optional argument', async () => {
    const { llave: key } = await sandbox.account()
    const nothing = { nombre: null, apellido_paterno: null, apellido_materno: null }
    const solicitante = { curp: sampleCurp('LIMP'), ...nothing }
    const body = validBody({ solicitante, propiedad_id: null, cobro: null, documento: null })
    const { document } = await callTool(sandbox, key, 'crear_verificacion', body)
    expect(document).toMatchObject({ estado: 'en_proceso' })
    const filter = { solicitud_id: null, estado: null, limite: null }
    const { document: all } = await callTool(sandbox, key, 'listar_verificaciones', filter)
    expect(all?.['verificaciones']).toEqual([document])
  })

  it('answer what their output schemas say, in every state of a verification and in both modes of billing', async () => {
    const connect = await sandbox.account({ modo: 'connect', saldo: null })
    const said = async (name: string, args: unknown = {}, key = llave) => {
      const { answer, document } = await callTool(sandbox, key, name, args)
      const { structuredContent, isError } = Object(answer.body['result'])
      expect(isError).toBeUndefined()
      expect(document).toEqual(structuredContent)
      expect(wrong(toolNamed(name).outputSchema, structuredContent)).toBeNull()
      return structuredContent
    }
    const ids: Array<unknown> = []
    for (const prefix of ['LIMP', 'MARC', 'LERT', 'NOEX', 'FALL']) {
      const created = await said('crear_verificacion', validBody({ solicitante: { curp: sampleCurp(prefix) } }))
      expect(created).toMatchObject({ estado: 'en_proceso', recomendacion: null })
      ids.push(created['verificacion_id'])
    }
    await sandbox.advance(600)
    const ended = await Promise.all(ids.map((verificacion_id) => said('consultar_verificacion', { verificacion_id })))
    expect(ended.map(({ estado }) => estado)).toEqual([
      'emitida',
      'emitida',
      'emitida',
      'no_concluyente',
      'no_concluyente',
    ])
    expect((await said('listar_verificaciones'))['verificaciones']).toEqual([...ended].reverse())
    expect(await said('consultar_consumo')).toMatchObject({ modo: 'consumo', saldo: 9_700, tenant })
    expect(await said('consultar_consumo', {}, connect.llave)).toMatchObject({ modo: 'connect', saldo: null })
    expect(await said('consultar_salud')).toMatchObject({ estado: 'arriba', base: 'alcanzable', esquema: null })
  })

  it('answer the documents of the routes', async () => {
    const { document } = await callTool(sandbox, llave, 'crear_verificacion', validBody())
    const get = async (path: string) => (await sandbox.call('GET', path, { key: llave })).body
    const id = document?.['verificacion_id']
    expect(document).toEqual(await get(`/v1/verificaciones/${id}`))
    const told = async (name: string, args: unknown = {}) => (await callTool(sandbox, llave, name, args)).document
    expect(await told('consultar_verificacion', { verificacion_id: id })).toEqual(document)
    expect(await told('listar_verificaciones', { limite: 3 })).toEqual(await get('/v1/verificaciones?limite=3'))
    expect(await told('consultar_consumo')).toEqual(await get('/v1/cuenta/consumo'))
    expect(await told('consultar_salud')).toEqual(await get('/_salud'))
  })

  it('answer an error with codigo and mensaje in a text, with isError, and without structuredContent', async () => {
    const { answer } = await callTool(sandbox, llave, 'consultar_verificacion', { verificacion_id: 'ver_0' })
    expect(answer.status).toBe(200)
    // The sandbox adds the reason.
    expect(answer.body['result']).toEqual({
      _meta: expect.anything(),
      isError: true,
      content: [
        {
          type: 'text',
          text: '{"codigo":"verificacion_no_encontrada","mensaje":"No existe una verificación con ese identificador."}',
        },
        expect.anything(),
      ],
    })
  })
})
