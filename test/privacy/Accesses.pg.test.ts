import { expect, it } from 'vitest'
import { make as makeKey } from '#domain/account/ApiKey.ts'
import { governedDatabase } from '#test/support/governed.ts'
import { asRole, query } from '#tools/postgres/postgres.ts'
import { cotejo, create, get, openAccount, startReplica } from '#tools/service/server.ts'

it('what partners ask of two replicas is in the audit in sum, and their keys show when they were used', async () => {
  const url = await governedDatabase()
  const command = async (...args: ReadonlyArray<string>) => JSON.parse((await cotejo(url, [...args, '--json'])).out)
  const key = await openAccount(url, 'sol')
  await openAccount(url, 'luna')
  const replicas = [await startReplica(asRole(url, 'cotejo_app')), await startReplica(asRole(url, 'cotejo_app'))]
  const wrong = makeKey('sandbox', 2n ** 200n)
  for (const { base } of replicas) {
    const { body } = await create(base, key)
    await get(base, `/v1/verificaciones/${body['verificacion_id']}`, key)
    await get(base, '/v1/verificaciones?limite=1', key)
    await fetch(`${base}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'consultar_consumo', arguments: {} },
      }),
    })
    for (const refused of [undefined, 'x', wrong, wrong]) {
      expect((await get(base, '/v1/cuenta/consumo', refused)).status).toBe(401)
    }
  }
  await Promise.all(replicas.map(({ stop }) => stop()))

  const entries: ReadonlyArray<Record<string, string>> = await command('audit', 'show', '--act', 'accesses')
  const details = entries.map((entry) => JSON.parse(entry['details'] ?? ''))
  const accounts = {
    sol: {
      k1: { crear_verificacion: 1, consultar_verificacion: 1, listar_verificaciones: 1, consultar_consumo: 1 },
    },
  }
  expect(details.flatMap((one) => one.accounts ?? [])).toEqual([accounts, accounts])
  const refused = { sin_llave: 1, llave_mal_formada: 1, llave_desconocida: 2 }
  expect(details.flatMap((one) => one.refused ?? [])).toEqual([refused, refused])
  expect(new Set(entries.map(({ actor }) => actor)).size).toBe(2)
  expect(entries[0]).toMatchObject({ account: null, role: 'cotejo_app', reason: null })
  expect(JSON.stringify(entries)).not.toContain(key)
  expect(await command('audit', 'show', '--act', 'accesses', '--account', 'sol')).toHaveLength(2)
  expect(await command('audit', 'show', '--act', 'accesses', '--account', 'luna')).toEqual([])
  // Of what an entry holds of several accounts, one account's is shown alone.
  await query(
    url,
    `SELECT append_audit_entry('accesses', NULL, 'replica-1', NULL,
       '{"accounts": {"luna": {"k1": {"consultar_consumo": 3}}, "sol": {"k1": {"consultar_consumo": 4}}}}')::text`,
  )
  expect(await command('audit', 'show', '--act', 'accesses', '--account', 'luna')).toMatchObject([
    { details: JSON.stringify({ accounts: { luna: { k1: { consultar_consumo: 3 } } } }) },
  ])
  const [both] = await command('audit', 'show', '--act', 'accesses', '--limit', '1')
  expect(Object.keys(JSON.parse(both.details).accounts)).toEqual(['sol', 'luna'])
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  expect(await command('api-keys', 'list', 'sol')).toMatchObject([{ firstUsed: instant, lastUsed: instant }])
  expect(await command('api-keys', 'list', 'luna')).toMatchObject([{ firstUsed: null, lastUsed: null }])
  expect((await cotejo(url, ['audit', 'verify'])).code).toBe(0)
})
