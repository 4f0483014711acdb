import { Result } from 'effect'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { expectError, summaryOf } from '#test/support/expectError.ts'
import { callTool } from '#test/support/mcp.ts'
import { untilEmitted } from '#test/support/webhooks.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { type Answer, startSandbox, validBody } from '#tools/service/sandbox.ts'
import { migrated } from '#tools/service/server.ts'

/** Whether steps 13 to 15 let everything pass, as an earlier version might have. */
const rules = { isEarlier: false }
vi.mock(import('#wire/PeticionRules.ts'), async (original) => {
  const today = await original()
  return {
    ...today,
    judgeContent: (accepted, denied) => (rules.isEarlier ? Result.void : today.judgeContent(accepted, denied)),
  }
})

const memory = await startSandbox()
const postgres = await startSandbox({ storage: await testDatabase(migrated) })
afterAll(async () => {
  await memory.stop()
  await postgres.stop()
})

describe.each([
  ['memory', memory],
  ['postgres', postgres],
])('what an earlier version accepted and the words of today refuse, over %s (contract 4.19)', (_, sandbox) => {
  beforeEach(() => {
    rules.isEarlier = false
  })

  const post = (key: string, body: Record<string, unknown>): Promise<Answer> =>
    sandbox.call('POST', '/v1/verificaciones', {
      key,
      body,
      headers: { 'idempotency-key': String(body['solicitud_id']) },
    })

  it.each([
    ['a solicitud_id that describes', { solicitud_id: 'inquilino-obrero-3' }, 'peticion_invalida'],
    ['a solicitud_id that rates', { solicitud_id: 'moroso-3' }, 'vocabulario_no_permitido'],
    ['a solicitud_id that is an address', { solicitud_id: 'juan.perez@example.com' }, 'peticion_invalida'],
    ['a propiedad_id that describes', { propiedad_id: 'solicitante-viuda-3' }, 'peticion_invalida'],
    ['a webhook_url that describes', { webhook_url: 'https://a.example.com/embarazada-3' }, 'peticion_invalida'],
    ['a webhook_url with a secret', { webhook_url: 'https://a.example.com/h?token=x' }, 'peticion_invalida'],
  ] as const)('is answered 200 when it comes again, read and listed with 200: %s', async (_, changes, codigo) => {
    const { llave: neighbour } = await sandbox.account()
    const { llave } = await sandbox.account({ saldo: 1_000 })
    const body = validBody(changes)
    rules.isEarlier = true
    const created = await post(llave, body)
    expect(summaryOf(created)).toBe('200 en_proceso')
    const id = String(created.body['verificacion_id'])

    rules.isEarlier = false
    expect((await post(llave, body)).text).toBe(created.text)
    expect((await callTool(sandbox, llave, 'crear_verificacion', body)).document).toEqual(created.body)
    await sandbox.advance(untilEmitted)
    const emitted = await sandbox.read(llave, id)
    expect(summaryOf(emitted)).toBe('200 emitida')
    expect(emitted.body['solicitud_id']).toBe(body['solicitud_id'])
    expect((await post(llave, body)).text).toBe(emitted.text)
    const listed = await sandbox.call('GET', '/v1/verificaciones', { key: llave })
    expect(listed.body).toEqual({ verificaciones: [emitted.body] })
    const overMcp = await callTool(sandbox, llave, 'consultar_verificacion', { verificacion_id: id })
    expect(overMcp.document).toEqual(emitted.body)
    expect(await sandbox.balance(llave)).toBe(900)

    // What one account may repeat is another's new request.
    expectError(await post(neighbour, body), 400, codigo)
    // Another body is judged by today's words.
    const other = { ...body, cobro: { modo: 'consumo' } }
    expectError(await post(llave, other), 400, codigo)
    expect((await callTool(sandbox, llave, 'crear_verificacion', other)).codigo).toBe(codigo)
  })
})
