/**
 * The CPU time that a request costs the server: for typical requests, and for the worst ones that a search finds. A
 * client may send 65,536 bytes of body, 16 KB of head, and ten messages of MCP.
 */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { batchMessages, bodyBytes, listLimit } from '#domain/Limits.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { exitCodes } from '#tools/reports/exitCodes.ts'
import { round, startProgram } from '#tools/reports/measure.ts'
import { isMissed, report } from '#tools/reports/report.ts'
import { hostileBodies } from './hostile.ts'
import { sized } from './sized.ts'

/** The most that the worst request, and each message of the worst batch, may cost compared to a typical one. */
const timesUsual = 10

/** CPU milliseconds of a process's main thread, which answers requests (Linux). */
const processorTime = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string | ReadonlyArray<string>>
  readonly body?: string
}

interface Subject {
  readonly base: string
  readonly pid: number
  readonly key: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const ask = ({ base, key }: Subject, { method, path, headers = {}, body }: Asked): Promise<number> =>
  new Promise((resolve, reject) => {
    const options = { agent, method, headers: { authorization: `Bearer ${key}`, ...headers } }
    const outgoing = request(base + path, options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })

let requests = 0
const nextId = () => {
  requests += 1
  return `sol-${String(requests).padStart(8, '0')}`
}

const post = (body: string, id = nextId()): Asked => ({
  method: 'POST',
  path: '/v1/verificaciones',
  headers: { 'idempotency-key': id, 'content-type': 'application/json' },
  body,
})

const create = (changes: Record<string, unknown> = {}): Asked => {
  const body = { ...sampleRequest(nextId()), ...changes }
  return post(JSON.stringify(body), encodeURI(String(body.solicitud_id)))
}

const call = (name: string, args: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})

const mcp = (body: string): Asked => ({
  method: 'POST',
  path: '/mcp',
  headers: { 'content-type': 'application/json', 'mcp-protocol-version': '2025-03-26' },
  body,
})
const batch = (message: () => unknown): Asked => mcp(JSON.stringify(Array.from({ length: batchMessages }, message)))
/** A message with a member of about the maximum body size. */
const wide = (message: Record<string, unknown>): Asked => mcp(JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }))
const wideText = 'a'.repeat(bodyBytes - 1_000)
const introduced = (more: unknown) => ({
  method: 'initialize',
  params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'a', version: '1' }, ...Object(more) },
})
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, { a: at }]))

/** Messages of MCP, except the bodies that are tried on every route. */
const messages: Record<string, () => Asked> = {
  'MCP: ten pings': () => batch(() => ({ jsonrpc: '2.0', id: 1, method: 'ping' })),
  'MCP: ten lists of tools': () => batch(() => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' })),
  'MCP: ten introductions': () => batch(() => ({ jsonrpc: '2.0', id: 1, ...introduced({}) })),
  'MCP: ten unknown tools': () => batch(() => call('a'.repeat(6_000), {})),
  'MCP: ten unknown methods': () => batch(() => ({ jsonrpc: '2.0', id: 1, method: 'a'.repeat(6_000) })),
  'MCP: ten reads': () => batch(() => call('consultar_consumo', {})),
  'MCP: a thousand messages': () =>
    mcp(JSON.stringify(Array.from({ length: 1_500 }, () => call('a', {})).slice(0, 700))),
  'MCP: a list of tools': () => wide({ method: 'tools/list' }),
  'MCP: a list of tools with a long cursor': () => wide({ method: 'tools/list', params: { cursor: wideText } }),
  'MCP: a long id': () => wide({ id: wideText, method: 'ping' }),
  'MCP: a long method': () => wide({ method: wideText }),
  'MCP: an introduction': () => wide(introduced({})),
  'MCP: an introduction with a long name': () => wide(introduced({ clientInfo: { name: wideText, version: '1' } })),
  'MCP: an introduction with capabilities': () => wide(introduced({ capabilities: { experimental: many(3_500) } })),
  'MCP: a ping with much about it': () => wide({ method: 'ping', params: { _meta: many(3_500) } }),
  'MCP: a call with much about it': () =>
    wide({ method: 'tools/call', params: { name: 'consultar_consumo', arguments: {}, _meta: many(3_500) } }),
  'MCP: a notification with much about it': () =>
    mcp(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/a', params: many(4_000) })),
  'MCP: an unknown revision': () => {
    const { headers, ...others } = mcp(JSON.stringify(call('consultar_consumo', {})))
    return { ...others, headers: { ...headers, 'mcp-protocol-version': '9'.repeat(10_000) } }
  },
}

const get = (path: string, headers: NonNullable<Asked['headers']> = {}): Asked => ({ method: 'GET', path, headers })

const headRoom = 15_000
/** Heads, and parameters of a list. */
const heads: Record<string, () => Asked> = {
  'authorization of blanks': () => get('/v1/cuenta/consumo', { authorization: `Bearer a${' '.repeat(headRoom)}b` }),
  'a thousand headers': () =>
    get('/v1/cuenta/consumo', Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`x-${at}`, 'a']))),
  'a long X-Forwarded-For': () => get('/v1/cuenta/consumo', { 'x-forwarded-for': '1.1.1.1,'.repeat(headRoom / 8) }),
  'a long Idempotency-Key': () => ({
    ...create(),
    headers: { ...create().headers, 'idempotency-key': 'ñ'.repeat(7_000) },
  }),
  'a long id': () => get(`/v1/verificaciones/${'a'.repeat(headRoom)}`),
  'an id of escapes': () => get(`/v1/verificaciones/${'%41'.repeat(headRoom / 3)}`),
  'an id that cannot be decoded': () => get(`/v1/verificaciones/${'%'.repeat(headRoom)}`),
  'a path of slashes': () => get('/'.repeat(headRoom)),
  'many parameters': () => get(`/v1/verificaciones?${'a&'.repeat(headRoom / 2)}`),
  'parameters of escapes': () => get(`/v1/verificaciones?solicitud_id=${'%41'.repeat(headRoom / 3)}`),
  'many filters': () => get(`/v1/verificaciones?${'estado=emitida&'.repeat(headRoom / 15)}`),
  'a filter of pluses': () => get(`/v1/verificaciones?solicitud_id=${'+'.repeat(headRoom)}`),
  'a long cookie': () => get('/v1/cuenta/consumo', { cookie: 'a=b; '.repeat(headRoom / 5) }),
  'a long Authorization': () => get('/v1/cuenta/consumo', { authorization: `Bearer avs_test_${'a'.repeat(headRoom)}` }),
  'a long X-Canal': () => ({ ...create(), headers: { ...create().headers, 'x-canal': 'api,'.repeat(headRoom / 4) } }),
  'a thousand Idempotency-Keys': () => ({
    ...create(),
    headers: { ...create().headers, 'idempotency-key': Array.from({ length: 800 }, () => 'a') },
  }),
  'a content type of semicolons': () => ({
    ...create(),
    headers: { ...create().headers, 'content-type': `application/json${'; a'.repeat(headRoom / 3)}` },
  }),
}

interface Measured {
  readonly name: string
  readonly status: number
  readonly milliseconds: number
}

/** The CPU milliseconds of one request, including its answer. */
const measured = async (subject: Subject, name: string, one: () => Asked, budget: number): Promise<Measured> => {
  const status = await ask(subject, one())
  const before = processorTime(subject.pid)
  const start = performance.now()
  let count = 0
  while (count < 3 || (performance.now() - start < budget && count < 2_000)) {
    await ask(subject, one())
    count += 1
  }
  return { name, status, milliseconds: (processorTime(subject.pid) - before) / count }
}

const open = async (base: string): Promise<string> => {
  const response = await fetch(`${base}/_simulador/cuentas`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      modo: 'consumo',
      saldo: 10_000_000,
      monto_por_verificacion: 0.01,
      limite_por_minuto: 1_000_000,
    }),
  })
  const { llave }: { llave: string } = JSON.parse(await response.text())
  return llave
}

const search = async (subject: Subject): Promise<void> => {
  const usual = await measured(subject, 'usual: POST /v1/verificaciones', () => create(), 3_000)
  const read = await measured(
    subject,
    'usual: GET ?limite=20',
    () => get('/v1/verificaciones?limite=20'),
    sized(1_000, 20),
  )
  const kinds: Record<string, () => Asked> = {
    'GET ?limite=100': () => get('/v1/verificaciones?limite=100'),
    'MCP: ten lists of 100': () => batch(() => call('listar_verificaciones', { limite: 100 })),
    'MCP: ten creations': () => batch(() => call('crear_verificacion', sampleRequest(nextId()))),
    ...heads,
    ...messages,
  }
  for (const { name, texts, filled } of hostileBodies()) {
    if (texts !== null) {
      kinds[`POST: ${name}`] = () => create(texts)
      kinds[`MCP: ten of ${name}`] = () =>
        batch(() => call('crear_verificacion', { ...sampleRequest(nextId()), ...texts }))
    }
    if (filled !== null) {
      kinds[`POST: ${name}`] = () => post(filled(bodyBytes))
      kinds[`MCP: ${name}`] = () => mcp(filled(bodyBytes))
      kinds[`MCP arguments: ${name}`] = () =>
        mcp(
          JSON.stringify(call('crear_verificacion', 0)).replace(
            '"arguments":0',
            `"arguments":${filled(bodyBytes - 200)}`,
          ),
        )
    }
  }
  const found: Array<Measured> = []
  for (const [name, one] of Object.entries(kinds)) found.push(await measured(subject, name, one, sized(250, 5)))
  const messagesOf = ({ name }: Measured) => (/^MCP: ten/.test(name) ? batchMessages : 1)
  const times = (one: Measured) => one.milliseconds / usual.milliseconds / messagesOf(one)
  const isTooMuch = (one: Measured) => isMissed({ value: times(one), atMost: timesUsual })
  const row = (one: Measured) => ({
    status: one.status,
    milliseconds: round(one.milliseconds, 2),
    'times usual': round(one.milliseconds / usual.milliseconds),
    'each message': round(times(one)),
    [`<= ${timesUsual}`]: isTooMuch(one) ? 'MISSED' : 'kept',
  })
  // Measure again, because other load may have distorted a result.
  const again = async (one: Measured): Promise<Measured> => {
    const asked = kinds[one.name]
    if (asked === undefined || !isTooMuch(one)) return one
    const other = await measured(subject, one.name, asked, sized(1_000, 5))
    return other.milliseconds < one.milliseconds ? other : one
  }
  const checked: Array<Measured> = []
  for (const one of found) checked.push(await again(one))
  const worst = checked.toSorted((one, other) => times(other) - times(one))
  report(
    `one request, time of the processor of the process that answers; ${worst.length} kinds, the worst of them`,
    Object.fromEntries([usual, read, ...worst.slice(0, 40)].map((one) => [one.name.slice(0, 90), row(one)])),
  )
  if (worst.some(isTooMuch)) process.exitCode = exitCodes.missed
}

export const worst = async (): Promise<void> => {
  const { base, pid, stop } = await startProgram(['simulator/main.ts', '--port', '0', '--speed', '0.001'])
  try {
    const subject = { base, pid, key: await open(base) }
    for (let count = 0; count < listLimit.max; count++) await ask(subject, create())
    await fetch(`${base}/_simulador/reloj`, { method: 'POST', body: JSON.stringify({ avanzar_segundos: 600 }) })
    await search(subject)
  } finally {
    agent.destroy()
    await stop()
  }
}
