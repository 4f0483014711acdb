import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, describe, expect, it } from 'vitest'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { endpoint } from '#test/support/mcp.ts'
import { startSandbox, validBody } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)

const url = new URL(endpoint, sandbox.base)
const clientInfo = { name: 'tests', version: '1' }

/** What these tests do with a client, whichever it is. */
interface Speaking {
  readonly revision: string | undefined
  readonly instructions: string | undefined
  readonly tools: ReadonlyArray<string>
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>
  readonly close: () => Promise<void>
}
type Speak = (key: string) => Promise<Speaking>

/** The official client of 2026, which asks what a server speaks, or is told. */
const modern =
  (mode: 'auto' | 'legacy' | { readonly pin: string }): Speak =>
  async (key) => {
    const client = new ModernClient(clientInfo, { versionNegotiation: { mode } })
    const requestInit = { headers: { authorization: `Bearer ${key}` } }
    await client.connect(new ModernTransport(url, { requestInit }))
    const { tools } = await client.listTools()
    return {
      revision: client.getNegotiatedProtocolVersion(),
      instructions: client.getInstructions(),
      tools: tools.map(({ name }) => name),
      call: async (name, args = {}) => ({ ...(await client.callTool({ name, arguments: args })) }),
      close: () => client.close(),
    }
  }

/** The official client before it, as it was when this revision was the newest. */
const earlier =
  (revision: string): Speak =>
  async (key) => {
    const client = new Client(clientInfo)
    const spoken: Array<string | null> = []
    const transport = new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
      fetch: (target, init) => {
        spoken.push(new Headers(init?.headers).get('mcp-protocol-version'))
        const body = typeof init?.body === 'string' ? init.body.replace('"2025-11-25"', `"${revision}"`) : init?.body
        return fetch(target, { ...init, ...(body === undefined ? {} : { body }) })
      },
    })
    await client.connect(transport)
    const { tools } = await client.listTools()
    return {
      revision: spoken.at(-1) ?? undefined,
      instructions: client.getInstructions(),
      tools: tools.map(({ name }) => name),
      call: async (name, args = {}) => ({ ...(await client.callTool({ name, arguments: args })) }),
      close: () => client.close(),
    }
  }

const clients: ReadonlyArray<readonly [name: string, revision: string, speak: Speak]> = [
  ['of 2026, which finds out', '2026-07-28', modern('auto')],
  ['of 2026, pinned', '2026-07-28', modern({ pin: '2026-07-28' })],
  ['of 2026, which does as before', '2025-11-25', modern('legacy')],
  ...['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'].map(
    (revision) => [`of ${revision}`, revision, earlier(revision)] as const,
  ),
]

/** The document in the answer of a tool: as the structure, where the revision has it, and as the text. */
const documentIn = ({ content, structuredContent }: Record<string, unknown>): Record<string, unknown> => {
  const document = JSON.parse(Object(content)[0].text)
  if (structuredContent !== undefined) expect(structuredContent).toEqual(document)
  return document
}

describe.each(clients)('the official client %s', (_, revision, speak) => {
  it(`negotiates ${revision}, finds the five tools, and carries a verification to its end`, async () => {
    const { llave, tenant } = await sandbox.account()
    const client = await speak(llave)
    expect(client.revision).toBe(revision)
    expect(client.instructions).toContain('consentimiento expreso')
    expect(client.tools).toHaveLength(5)

    const body = validBody({ solicitante: { curp: sampleCurp('LIMP') } })
    const created = documentIn(await client.call('crear_verificacion', body))
    expect(created).toMatchObject({ estado: 'en_proceso', solicitud_id: body['solicitud_id'] })
    expect(documentIn(await client.call('crear_verificacion', body))).toEqual(created)
    await sandbox.advance(240)
    const { verificacion_id } = created
    const ended = documentIn(await client.call('consultar_verificacion', { verificacion_id }))
    expect(ended).toMatchObject({ verificacion_id, estado: 'emitida', cobro: { estatus: 'cargada', monto: 100 } })
    expect(documentIn(await client.call('listar_verificaciones', { estado: 'emitida' }))).toEqual({
      verificaciones: [ended],
    })
    expect(documentIn(await client.call('consultar_consumo'))).toMatchObject({ tenant, saldo: 9_900 })
    expect(documentIn(await client.call('consultar_salud'))).toMatchObject({ estado: 'arriba' })
    await client.close()
  })

  it('is told of an error in the result, and of a tool that does not exist by the protocol', async () => {
    const { llave } = await sandbox.account()
    const client = await speak(llave)
    const refused = await client.call('crear_verificacion', validBody({ consentimiento: null }))
    expect(refused).toMatchObject({ isError: true })
    expect(documentIn(refused)).toMatchObject({ codigo: 'consentimiento_faltante' })
    expect(refused['structuredContent']).toBeUndefined()
    await expect(client.call('borrar_verificacion')).rejects.toThrow('Invalid params')
    await client.close()
  })

  it('is refused without a key of ours', async () => {
    await expect(speak('avs_test_x')).rejects.toThrow(/401|Unauthorized|llave_invalida/)
  })
})
