import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declarations } from '#simulator/levers/Declarations.ts'
import { refusedByModels } from '#test/support/plainSchema.ts'
import { freePort } from '#tools/machine/freePort.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'

let sandbox: Sandbox
let client: Client
beforeAll(async () => {
  sandbox = await startSandbox({})
  client = new Client({ name: 'tests', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${sandbox.base}/_simulador/mcp`)))
})
afterAll(async () => {
  await client.close()
  await sandbox.stop()
})

const use = async (name: string, args: Record<string, unknown> = {}) => {
  const { isError = false, structuredContent, content } = await client.callTool({ name, arguments: args })
  const [first] = content
  return { isError, document: Object(structuredContent), text: first?.type === 'text' ? first.text : '' }
}

const curp = 'LIMP900101HDFRRS03'

describe('the levers as MCP tools', () => {
  it('are all of them, each with what it takes and answers', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(declarations.map(({ name }) => name))
    const jump = tools.find(({ name }) => name === 'mover_reloj')
    expect(Object.keys(jump?.inputSchema.properties ?? {})).toEqual([
      'mundo',
      'avanzar_segundos',
      'hasta_lo_siguiente',
      'velocidad',
      'congelado',
      'ahora',
    ])
    expect(client.getInstructions()).toContain('`crear_mundo`')
  })

  it('take arguments in the plain schemas that every model API accepts', async () => {
    const { tools } = await client.listTools()
    for (const { name, inputSchema } of tools) expect([name, refusedByModels(inputSchema)]).toEqual([name, []])
  })

  it('take back a fault or a destination when the argument is absent, and check a header that did not come', async () => {
    await use('fallar_fuente', { fuente: 'listas', falla: 'caida' })
    const { document } = await use('fallar_fuente', { fuente: 'listas' })
    expect(document.fuentes).toContainEqual({ fuente: 'listas', falla: null })
    const destino = `${sandbox.base}/webhooks`
    const whose = { tenant: 'demo-consumo' }
    expect((await use('fijar_destino', { ...whose, destino })).document).toMatchObject({ destino })
    expect((await use('fijar_destino', whose)).document).toMatchObject({ destino: null })
    const unsigned = { secreto_firma: 'whsec_x', cuerpo: '{}' }
    expect((await use('comprobar_firma', unsigned)).document).toMatchObject({ valida: false })
  })

  it.each(declarations.map(({ name }) => name))('%s refuses an argument that it does not have', async (name) => {
    const { isError, text } = await use(name, { inventado: 'x' })
    expect([isError, JSON.parse(text).codigo]).toEqual([true, 'peticion_invalida'])
    expect(text).toMatch(/Sobra un (?:argumento|campo)/)
  })

  it('let an agent test an integration: a world, an outcome, a jump, the inbox', async () => {
    const { document } = await use('crear_mundo', { nombre: 'agente', congelado: true })
    expect(document.mundo).toBe('agente')
    const mundo = 'agente'
    const judicial = { juicios: [{ materia: 'civil', estado: 'en_curso' }] }
    expect((await use('fijar_hallazgos', { mundo, curp, judicial })).document.judicial).toEqual(judicial)
    const { body } = await sandbox.create(document.cuentas[0].llave, { solicitante: { curp } })
    const id = body['verificacion_id']
    await use('mover_reloj', { mundo, avanzar_segundos: 600 })
    const { document: inbox } = await use('leer_buzon', { mundo, verificacion_id: id })
    expect(inbox.entregas).toHaveLength(1)
    expect(JSON.parse(inbox.entregas[0].cuerpo)).toMatchObject({
      verificacion_id: id,
      estado: 'emitida',
      recomendacion: { accion: 'continuar_con_reservas' },
    })
    expect((await use('leer_buzon')).document.entregas).toEqual([])
    expect(await use('borrar_mundo', { mundo })).toMatchObject({ isError: false, text: 'Hecho.' })
  })

  it('request a verification of a recipe with the key of an account of the world, and read its end', async () => {
    const { document } = await use('crear_mundo', { nombre: 'pedido', congelado: true })
    const mundo = 'pedido'
    const { document: filtered } = await use('listar_recetas', { mundo, para: 'nivel' })
    expect(filtered.recetas.map(({ codigo }: { readonly codigo: string }) => codigo)).toEqual(['alto', 'medio', 'bajo'])
    const { document: recipe } = await use('preparar_receta', { mundo, para: 'nivel', codigo: 'bajo' })
    const wanted = { mundo, tenant: 'consumo', solicitud_id: 'sol-de-agente', ...recipe.solicitante }
    const { document: begun } = await use('pedir_verificacion', wanted)
    expect(begun).toMatchObject({ estado: 'en_proceso', solicitud_id: 'sol-de-agente' })
    await use('mover_reloj', { mundo, avanzar_segundos: 600 })
    const { document: ended } = await use('pedir_verificacion', wanted)
    expect(ended).toMatchObject({
      verificacion_id: begun.verificacion_id,
      estado: 'emitida',
      recomendacion: { sustento_documental: { nivel: 'bajo' } },
    })
    expect(document.mundo).toBe(mundo)
    expect((await use('preparar_receta', { mundo, para: 'nivel', codigo: 'x' })).text).toContain('alto, medio, bajo')
  })

  it('are told apart by request, field and rule when the service refuses: in the text, in _meta, and in the world that was named', async () => {
    const mundo = 'rechazo'
    await use('crear_mundo', { nombre: mundo })
    const name = 'pedir_verificacion'
    for (const where of [{}, { mundo }]) {
      const { content, _meta } = await client.callTool({ name, arguments: { ...where, curp, solicitud_id: curp } })
      const found = { solicitud: expect.stringMatching(/^req_/), campo: 'solicitud_id', regla: expect.any(String) }
      expect(_meta).toMatchObject(found)
      expect(content).toHaveLength(2)
      expect(JSON.stringify(content[1])).toContain('campo: solicitud_id, regla: ')
      const { document } = await use('consultar_solicitud', { ...where, solicitud: _meta?.['solicitud'] })
      expect(document).toMatchObject({ id: _meta?.['solicitud'], motivo: { campo: 'solicitud_id' } })
    }
  })

  it('come with the guides as resources', async () => {
    const { resources } = await client.listResources()
    expect(resources).toContainEqual({ uri: 'docs:///en/start.md', name: 'en/start.md', mimeType: 'text/markdown' })
    const { contents } = await client.readResource({ uri: 'docs:///en/start.md' })
    // As it is served: at the reader's own address, without notes for readers of the repository.
    const { text } = await sandbox.call('GET', '/docs/en/start.md')
    expect(contents).toEqual([{ uri: 'docs:///en/start.md', mimeType: 'text/markdown', text }])
    expect(text).toContain(`curl -s ${sandbox.base}/v1/verificaciones`)
  })

  it('certify a back end, and say how that goes', async () => {
    expect((await use('consultar_certificacion')).document.estado).toBe('ninguna')
    const backend = `http://127.0.0.1:${await freePort()}/solicitudes`
    const wanted = { backend, puerto: 0, paciencia_segundos: 0.1 }
    expect((await use('certificar', { ...wanted, ataques: ['ninguno'] })).text).toContain('webhooks_falsos')
    expect((await use('certificar', { ...wanted, backend: 'https://example.com/' })).text).toContain('en esta máquina')
    expect((await use('certificar', wanted)).document).toMatchObject({ estado: 'en_curso', certificado: null })
    await expect
      .poll(async () => (await use('consultar_certificacion')).document)
      .toMatchObject({ estado: 'imposible', motivo: `Nadie contesta en ${backend}.` })
  })

  it('act in the world whose path they are called at', async () => {
    await use('crear_mundo', { nombre: 'propio', ahora: '2026-03-01T12:00:00Z', congelado: true })
    const inside = new Client({ name: 'tests', version: '1' })
    await inside.connect(new StreamableHTTPClientTransport(new URL(`${sandbox.base}/_simulador/mundos/propio/mcp`)))
    const { structuredContent } = await inside.callTool({ name: 'consultar_reloj', arguments: {} })
    expect(Object(structuredContent).ahora).toBe('2026-03-01T12:00:00.000Z')
    await inside.close()
  })

  it('are behind the same guard as the levers: 400 peticion_invalida', async () => {
    const headers = { origin: 'https://evil.example.com', accept: 'application/json, text/event-stream' }
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const { status, body: refused } = await sandbox.call('POST', '/_simulador/mcp', { headers, body })
    expect([status, refused['codigo']]).toEqual([400, 'peticion_invalida'])
  })

  it('are not there beyond loopback, and no guide either: 404', async () => {
    const exposed = await startSandbox({ host: '0.0.0.0', aheadSeconds: 0 })
    expect((await exposed.call('POST', '/_simulador/mcp', { body: {} })).status).toBe(404)
    for (const path of ['/', '/llms.txt']) expect((await exposed.call('GET', path)).status).toBe(404)
    await exposed.stop()
  })
})

describe('GET /llms.txt', () => {
  it('leads an agent to what there is, and to nothing else', async () => {
    const { status, headers, text } = await sandbox.call('GET', '/llms.txt')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text).toMatch(/^# Cotejo/)
    const links = [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path = '']) => path)
    const answers = await Promise.all(links.map(async (path) => [path, (await sandbox.call('GET', path)).status]))
    // The channels take POST alone.
    const expected = links.map((path) => [path, { '/mcp': 401, '/_simulador/mcp': 405 }[path] ?? 200])
    expect(answers).toEqual(expected)
  })
})
