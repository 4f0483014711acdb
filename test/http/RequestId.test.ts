import { afterAll, describe, expect, it } from 'vitest'
import { summaryOf } from '#test/support/expectError.ts'
import { ask } from '#test/support/mcp.ts'
import { head, open } from '#test/support/socket.ts'
import { startSandbox } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const { llave: key } = await sandbox.account()

interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

const raw = async (bytes: string): Promise<Answered> => {
  using connection = await open(sandbox.base)
  await connection.write(bytes)
  return await connection.answer()
}
const json = 'Content-Type: application/json'
const bearer = `Authorization: Bearer ${key}`

const requests: ReadonlyArray<readonly [answer: string, ask: () => Promise<Answered>]> = [
  ['200 en_proceso', () => sandbox.create(key)],
  ['200', () => sandbox.call('GET', '/_salud')],
  ['200', () => sandbox.call('GET', '/docs')],
  ['200', () => ask(sandbox, { key, method: 'tools/list' })],
  ['200', () => sandbox.call('GET', '/_simulador/reloj')],
  ['400 campo_desconocido', () => sandbox.create(key, { otro: 1 })],
  ['400 peticion_invalida', () => raw('BLAH\r\n\r\n')],
  ['400 peticion_invalida', () => raw('GET /_salud HTTP/1.1\r\n\r\n')],
  ['401 llave_ausente', () => sandbox.call('GET', '/v1/cuenta/consumo')],
  ['401 llave_ausente', () => sandbox.call('POST', '/mcp', { body: {} })],
  ['404 peticion_invalida', () => sandbox.call('GET', '/nada')],
  ['404 verificacion_no_encontrada', () => sandbox.read(key, 'ver_nada')],
  ['405 peticion_invalida', () => sandbox.call('DELETE', '/v1/verificaciones')],
  [
    '413 cuerpo_demasiado_grande',
    () => raw(head('POST /v1/verificaciones', bearer, json, 'Idempotency-Key: sol-1', 'Content-Length: 70000')),
  ],
  ['431 peticion_invalida', () => raw(head('GET /_salud', `X-Large: ${'x'.repeat(20_000)}`))],
]

describe('Service-Request-Id', () => {
  it.each(requests)('comes with %s', async (summary, request) => {
    const answer = await request()
    expect(summaryOf(answer)).toContain(summary)
    expect(answer.headers.get('service-request-id')?.trim()).toMatch(/^req_[0-9a-f]{32}$/)
  })

  it('is another one with every request', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => sandbox.call('GET', '/_salud')))
    expect(new Set(answers.map(({ headers }) => headers.get('service-request-id'))).size).toBe(answers.length)
  })
})
