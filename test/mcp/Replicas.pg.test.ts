import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, describe, expect, it } from 'vitest'
import { endpoint } from '#test/support/mcp.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { validBody } from '#tools/service/sandbox.ts'
import { create, migrated, openAccount, startReplica } from '#tools/service/server.ts'

const database = await testDatabase(migrated)
const key = await openAccount(database, 'luna', { plan: { requestsPerMinute: 100_000 } })
const replicas = await Promise.all([startReplica(database), startReplica(database)])
afterAll(() => Promise.all(replicas.map(({ stop }) => stop())))

/** Which replica each request went to: they take turns, as behind a balancer. */
const turns: Array<number> = []
const balanced = (_: string | URL, init?: RequestInit): Promise<Response> => {
  turns.push(turns.length % replicas.length)
  return fetch(`${replicas[turns.at(-1) ?? 0]?.base}${endpoint}`, init)
}

const url = new URL(`http://balancer.example.com${endpoint}`)
const options = { requestInit: { headers: { authorization: `Bearer ${key}` } }, fetch: balanced }
const clientInfo = { name: 'tests', version: '1' }

const clients = {
  '2025-11-25': async () => {
    const client = new Client(clientInfo)
    const transport = new StreamableHTTPClientTransport(url, options)
    await client.connect(transport)
    return { client, session: transport.sessionId }
  },
  '2026-07-28': async () => {
    const client = new ModernClient(clientInfo, { versionNegotiation: { mode: 'auto' } })
    const transport = new ModernTransport(url, options)
    await client.connect(transport)
    return { client, session: transport.sessionId }
  },
}

describe('two replicas over one storage', () => {
  it.each(Object.entries(clients))(
    'serve a client of %s in turns, and it never introduces itself again',
    async (_, open) => {
      turns.splice(0)
      const { client, session } = await open()
      expect(session).toBeUndefined()
      const introduced = turns.length
      const ids: Array<unknown> = []
      for (let index = 0; index < 4; index++) {
        const body = validBody()
        const [first, again] = [
          await client.callTool({ name: 'crear_verificacion', arguments: body }),
          await client.callTool({ name: 'crear_verificacion', arguments: body }),
        ]
        const { verificacion_id } = Object(first.structuredContent)
        expect(Object(again.structuredContent)).toMatchObject({ verificacion_id })
        ids.unshift(verificacion_id)
      }
      const listed = await client.callTool({ name: 'listar_verificaciones', arguments: { limite: 4 } })
      const { verificaciones } = Object(listed.structuredContent)
      expect(verificaciones.map((one: unknown) => Object(one).verificacion_id)).toEqual(ids)
      expect(turns.slice(introduced)).toHaveLength(9)
      expect(new Set(turns)).toEqual(new Set([0, 1]))
      await client.close()
    },
  )

  it('record the channel of the request that created a verification, whichever repeats it', async () => {
    const { client } = await clients['2026-07-28']()
    const [called, posted] = [validBody(), validBody()]
    await client.callTool({ name: 'crear_verificacion', arguments: called })
    expect((await create(replicas[0]?.base ?? '', key, called)).status).toBe(200)
    await create(replicas[1]?.base ?? '', key, posted)
    await client.callTool({ name: 'crear_verificacion', arguments: posted })
    const channelOf = async ({ solicitud_id }: Record<string, unknown>) =>
      query(database, `SELECT channel FROM verifications WHERE request_id = '${solicitud_id}'`)
    expect([await channelOf(called), await channelOf(posted)]).toEqual([[{ channel: 'mcp' }], [{ channel: 'api' }]])
    await client.close()
  })
})
