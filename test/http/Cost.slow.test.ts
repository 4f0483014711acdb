import { afterAll, describe, expect, it } from 'vitest'
import { bodyBytes } from '#domain/Limits.ts'
import { startSandbox, validBody } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)

/** Microseconds of this thread on a processor that 20 requests take, the least of some tries: it is told in steps. */
const costOf = async (ask: () => Promise<unknown>, times = 20): Promise<number> => {
  const costs: Array<number> = []
  for (let nth = 0; nth < 3; nth++) {
    const before = process.threadCpuUsage()
    for (let each = 0; each < times; each++) await ask()
    const { user, system } = process.threadCpuUsage(before)
    costs.push(((user + system) * 20) / times)
  }
  return Math.min(...costs)
}

describe('a long path costs about what any of its length costs', () => {
  const length = 15_000
  const get = (id: string) => sandbox.call('GET', `/v1/verificaciones/${id}`)
  it.each(['%', '%25', '%41', '%2', ';', '%3B', '/', '%2F', 'ñ', '%C3%B1'])('made of %j', async (part) => {
    const plain = await costOf(() => get('a'.repeat(length)))
    const cost = await costOf(() => get(part.repeat(length / part.length)))
    // Quadratic ones cost about forty times as much.
    expect(cost).toBeLessThan(12 * Math.max(plain, 4_000))
  })
})

/** As many members or elements as fit into a body. */
const filled = (begin: string, one: (at: number) => string, end: string): string => {
  const parts: Array<string> = []
  for (let left = bodyBytes - 300, at = 0; left > 0; at++) {
    const part = one(at)
    parts.push(part)
    left -= part.length + 1
  }
  return begin + parts.join(',') + end
}

describe('a body of the maximum size costs at most twenty usual requests', async () => {
  const { llave: key } = await sandbox.account({
    saldo: 1_000_000,
    monto_por_verificacion: 0.01,
    limite_por_minuto: 1_000_000,
  })
  const usual = await costOf(() => sandbox.create(key))
  const create = (body: string) =>
    sandbox.call('POST', '/v1/verificaciones', {
      key,
      body,
      headers: { 'idempotency-key': String(validBody()['solicitud_id']) },
    })
  const call = (body: string) =>
    sandbox.call('POST', '/mcp', {
      key,
      headers: { 'mcp-protocol-version': '2025-03-26' },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"crear_verificacion","arguments":${body}}}`,
    })

  it.each([
    ['small objects', '{"a":[', (at: number) => `{"${at.toString(36)}":0}`, ']}'],
    ['distinct members', '{', (at: number) => `"${at.toString(36)}":0`, '}'],
    ['distinct members one level down', '{"solicitante":{', (at: number) => `"${at.toString(36)}":0`, '}}'],
    ['members of escapes', '{', (at: number) => `"\\u00${((at % 90) + 16).toString(16)}${at.toString(36)}":0`, '}'],
    ['a duplicate at the end', '{', (at: number) => `"${at.toString(36)}":0`, ',"0":1}'],
    ['members that differ at the end', '{', (at: number) => `"${'a'.repeat(40)}${at}":0`, '}'],
    ['short texts', '{"a":[', () => '""', ']}'],
  ])('%s', async (_, begin, one, end) => {
    const body = filled(begin, one, end)
    expect(await costOf(() => create(body), 5)).toBeLessThan(20 * usual)
    expect(await costOf(() => call(body), 5)).toBeLessThan(20 * usual)
  })
})
