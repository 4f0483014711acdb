import { afterAll, describe, expect, it } from 'vitest'
import { summaryOf } from '#test/support/expectError.ts'
import { callTool } from '#test/support/mcp.ts'
import { startSandbox, validBody } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)

const crear = (key: string, body: Record<string, unknown>) => callTool(sandbox, key, 'crear_verificacion', body)
const post = (key: string, body: Record<string, unknown>) =>
  sandbox.call('POST', '/v1/verificaciones', {
    key,
    body,
    headers: { 'idempotency-key': String(body['solicitud_id']) },
  })

describe('a solicitud_id over both channels', () => {
  it('stands for one verification, whichever asks first, and is charged once', async () => {
    const { llave } = await sandbox.account({ saldo: 200 })
    const [one, other] = [validBody(), validBody()]
    const posted = await post(llave, one)
    expect((await crear(llave, one)).document).toEqual(posted.body)
    const called = await crear(llave, other)
    expect((await post(llave, other)).body).toEqual(called.document)
    await sandbox.advance(240)
    expect((await crear(llave, one)).document).toMatchObject({
      estado: 'emitida',
      verificacion_id: posted.body['verificacion_id'],
    })
    expect(await sandbox.balance(llave)).toBe(0)
  })

  it('is answered conflicto_idempotencia with another body, whichever asked first', async () => {
    const { llave } = await sandbox.account()
    const [one, other] = [validBody(), validBody()]
    await post(llave, one)
    expect((await crear(llave, { ...one, propiedad_id: 'p-1' })).codigo).toBe('conflicto_idempotencia')
    await crear(llave, other)
    expect(summaryOf(await post(llave, { ...other, propiedad_id: 'p-1' }))).toBe('409 conflicto_idempotencia')
  })

  it('makes one verification of 30 requests at once, half over each', async () => {
    const { llave } = await sandbox.account({ limite_por_minuto: 10 })
    const body = validBody()
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, index) =>
        index % 2 === 0 ? (await post(llave, body)).body : (await crear(llave, body)).document,
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ estado: 'en_proceso' })
    const { document } = await callTool(sandbox, llave, 'listar_verificaciones')
    expect(document?.['verificaciones']).toEqual([answers[0]])
  })

  it('consumes rate and balance once, whichever asks', async () => {
    const { llave } = await sandbox.account({ saldo: 100, limite_por_minuto: 1 })
    const body = validBody()
    await crear(llave, body)
    for (let index = 0; index < 3; index++) expect((await crear(llave, body)).codigo).toBeNull()
    expect((await crear(llave, validBody())).codigo).toBe('limite_excedido')
    expect(summaryOf(await post(llave, validBody()))).toBe('429 limite_excedido')
  })
})
