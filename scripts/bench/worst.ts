/**
 * What one request costs the process that answers it, in time of its processor: usual ones, and the worst that a
 * search finds among what a client may send: 65,536 bytes of body, 16 KB of head, ten messages of MCP.
 */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { batchMessages, bodyBytes, listLimit } from '#domain/Limits.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { hostileBodies } from './hostile.ts'
import { round, startProgram } from './measure.ts'

/** Milliseconds that the main thread of a process, which answers, spent on a processor (Linux). */
const processorTime = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
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
  return `sol-${requests.toString(36).padStart(8, '0')}`
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

const get = (path: string, headers: Record<string, string> = {}): Asked => ({ method: 'GET', path, headers })

const headRoom = 15_000
/** What may stand in a head, and in the parameters of a list. */
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

/** Milliseconds of one of these, its answer included. */
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
  const read = await measured(subject, 'usual: GET ?limite=20', () => get('/v1/verificaciones?limite=20'), 1_000)
  const kinds: Record<string, () => Asked> = {
    'GET ?limite=100': () => get('/v1/verificaciones?limite=100'),
    'MCP: ten lists of 100': () => batch(() => call('listar_verificaciones', { limite: 100 })),
    'MCP: ten creations': () => batch(() => call('crear_verificacion', sampleRequest(nextId()))),
    ...heads,
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
  for (const [name, one] of Object.entries(kinds)) found.push(await measured(subject, name, one, 250))
  const row = ({ name, status, milliseconds }: Measured) => ({
    status,
    milliseconds: round(milliseconds, 2),
    'times usual': round(milliseconds / usual.milliseconds),
    'each message': round(milliseconds / usual.milliseconds / (/^MCP: ten/.test(name) ? batchMessages : 1)),
  })
  const worst = found.toSorted((one, other) => other.milliseconds - one.milliseconds)
  console.log('one request, time of the processor of the process that answers')
  console.table(
    Object.fromEntries([usual, read, ...worst.slice(0, 25)].map((one) => [one.name.slice(0, 90), row(one)])),
  )
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
