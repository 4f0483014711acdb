import { Option } from 'effect'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { usuallyDenied } from '#domain/delivery/WebhookUrl.ts'
import { parseNetwork } from '#domain/network/Network.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { validBody } from '#tools/service/sandbox.ts'
import { create, migrated, openAccount, startReplica } from '#tools/service/server.ts'

const networks = [Option.getOrThrow(parseNetwork('93.184.216.0/24'))]
const deniedReceivers = { ...usuallyDenied, networks, names: ['corp.socio.mx'] }
let replica: Awaited<ReturnType<typeof startReplica>>
let key = ''
beforeAll(async () => {
  const url = await testDatabase(migrated)
  key = await openAccount(url, 'cuenta-socio')
  replica = await startReplica(url, { deniedReceivers })
})
afterAll(() => replica.stop())

/** What the tool `crear_verificacion` says of a `webhook_url`. */
const createOverMcp = async (webhook_url: string): Promise<string> => {
  const params = { name: 'crear_verificacion', arguments: validBody({ webhook_url }) }
  const response = await fetch(`${replica.base}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  return response.text()
}

it.each(['https://93.184.216.34/avs', 'https://avisos.corp.socio.mx/avs'])(
  'a webhook_url that the operator denies, %s, is 400 peticion_invalida, over MCP too',
  async (webhook_url) => {
    expect(await create(replica.base, key, { webhook_url })).toMatchObject({
      status: 400,
      body: { codigo: 'peticion_invalida' },
    })
    expect(await createOverMcp(webhook_url)).toContain('peticion_invalida')
  },
)

it('any other is taken, over MCP too', async () => {
  expect(await create(replica.base, key, { webhook_url: 'https://93.184.217.34/avs' })).toMatchObject({ status: 200 })
  expect(await createOverMcp('https://avisos.socio.mx/avs')).toContain('en_proceso')
})
