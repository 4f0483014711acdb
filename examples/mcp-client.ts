/**
 * Requests a verification as an agent does: with the tools of the MCP channel and the official SDK. Uses the simulator
 * (npm start), or the service in COTEJO_URL with COTEJO_KEY:
 *
 *   node examples/mcp-client.ts
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const {
  COTEJO_URL = 'http://127.0.0.1:4010',
  // The demo account of the simulator; no other service accepts it.
  COTEJO_KEY = 'avs_test_DOkWeCZob9EESQvcpGbsCkuFd7h1mcauZ3g7W97DIs70GPbkg',
} = process.env

const client = new Client({ name: 'example-agent', version: '1.0.0' })
const headers = { authorization: `Bearer ${COTEJO_KEY}` }
await client.connect(new StreamableHTTPClientTransport(new URL(`${COTEJO_URL}/mcp`), { requestInit: { headers } }))

const { tools } = await client.listTools()
console.log('tools:', tools.map(({ name }) => name).join(' '))

const isDocument = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Calls a tool; an error carries `{ codigo, mensaje }` as text. */
const call = async (name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> => {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: args })
  if (isError !== true && isDocument(structuredContent)) return structuredContent
  throw new Error(`${name}: ${content.map((part) => (part.type === 'text' ? part.text : part.type)).join(' ')}`)
}

// Retries with the same arguments are the same verification, charged once: solicitud_id is the idempotency key.
let verification = await call('crear_verificacion', {
  solicitud_id: randomUUID(),
  solicitante: { curp: 'LIMP900101HDFRRS03' },
  consentimiento: {
    otorgado: true,
    otorgado_en: new Date().toISOString(),
    version_aviso: '2026-01',
    evidencia_id: 'ev-0001',
  },
  webhook_url: 'https://partner.example.com/webhooks/avs',
})
const verificacion_id = verification['verificacion_id']
console.log('created:', verificacion_id, verification['estado'])

const start = performance.now()
for (let wait = 5; verification['estado'] === 'en_proceso'; wait = Math.min(wait * 1.5, 30)) {
  if (performance.now() - start >= 11 * 60_000) break
  await setTimeout(wait * 1_000)
  verification = await call('consultar_verificacion', { verificacion_id })
}
console.log('ended:', JSON.stringify(verification, null, 2))
console.log('account:', JSON.stringify(await call('consultar_consumo', {})))
await client.close()
