/**
 * Calls of `crear_verificacion` per second over MCP, beside plain POST /v1/verificaciones, at 64
 * connections on memory storage, alternating in one run.
 */
import autocannon from 'autocannon'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { round, startProgram } from './measure.ts'
import { report } from './report.ts'
import { sized } from './sized.ts'

const connections = 64
const seconds = sized(5, 1)
/** A server runs for days: none is measured while its code is still being compiled. */
const warmUp = sized(3, 1)
const rounds = sized(3, 1)

interface Reading {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** A request to create the verification of this `solicitud_id`. */
interface Creation {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: unknown
}
type Way = (solicitudId: string) => Creation

const call = (solicitudId: string, metadata: Record<string, unknown> = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'crear_verificacion', arguments: sampleRequest(solicitudId), ...metadata },
})
const accept = 'application/json, text/event-stream'

const metadata = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}

const ways: Record<string, Way> = {
  'POST /v1/verificaciones': (id) => ({
    path: '/v1/verificaciones',
    headers: { 'idempotency-key': id },
    body: sampleRequest(id),
  }),
  'MCP 2026-07-28': (id) => ({
    path: '/mcp',
    headers: {
      accept,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'crear_verificacion',
    },
    body: call(id, metadata),
  }),
  'MCP 2025-11-25': (id) => ({
    path: '/mcp',
    headers: { accept, 'mcp-protocol-version': '2025-11-25' },
    body: call(id),
  }),
}

let requests = 0

const load = async (base: string, apiKey: string, way: Way, duration: number): Promise<Reading> => {
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    requests += 1
    const { path, headers, body } = way(`sol-${String(requests).padStart(8, '0')}`)
    return {
      ...request,
      path,
      headers: { ...headers, authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
  }
  const result = await autocannon({
    url: base,
    connections,
    duration,
    requests: [{ method: 'POST', setupRequest }],
    verifyBody: (body) => typeof body === 'string' && body.includes('en_proceso'),
  })
  const { non2xx, errors, mismatches } = result
  if (non2xx + errors + mismatches > 0) throw new Error(`${non2xx} + ${mismatches} refused, ${errors} failed`)
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

const measure = async (way: Way): Promise<Reading> => {
  // Time that nearly stands still leaves the process to the requests.
  const simulator = await startProgram(['simulator/main.ts', '--port', '0', '--speed', '0.001'])
  try {
    const response = await fetch(`${simulator.base}/_simulador/cuentas`, {
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
    await load(simulator.base, llave, way, warmUp)
    return await load(simulator.base, llave, way, seconds)
  } finally {
    await simulator.stop()
  }
}

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export const mcp = async (): Promise<void> => {
  const readings = new Map<string, Array<Reading>>()
  for (let index = 0; index < rounds; index++) {
    for (const [name, way] of Object.entries(ways)) {
      readings.set(name, [...(readings.get(name) ?? []), await measure(way)])
    }
  }
  const rates = new Map([...readings].map(([name, all]) => [name, median(all.map(({ perSecond }) => perSecond))]))
  const [plain = 0] = rates.values()
  report(
    `${connections} connections, memory storage, medians of ${rounds} rounds of ${seconds} s`,
    Object.fromEntries(
      [...readings].map(([name, all]) => {
        const perSecond = rates.get(name) ?? 0
        return [
          name,
          {
            'calls/s': round(perSecond, 0),
            'p50 ms': median(all.map(({ p50 }) => p50)),
            'p99 ms': median(all.map(({ p99 }) => p99)),
            'this / POST': round(perSecond / plain, 2),
          },
        ]
      }),
    ),
  )
}
