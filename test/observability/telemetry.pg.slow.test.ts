import { Effect, Exit, Layer, Scope } from 'effect'
import { PrometheusMetrics } from 'effect/observability'
import { describe, expect, it } from 'vitest'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { telemetry } from '#src/Observability.ts'
import { envelope } from '#test/support/mcp.ts'
import { type SentSpan, spansIn, startCollector } from '#tools/peers/collector.ts'
import { startProcessor } from '#tools/peers/processor.ts'
import { webhookSender } from '#tools/peers/webhookSender.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { undocumented } from '#tools/service/documentedNames.ts'
import { page } from '#tools/service/page.ts'
import { validBody } from '#tools/service/sandbox.ts'
import {
  type Answered,
  cotejo,
  create,
  environmentOf,
  get,
  migrated,
  openAccount,
  startReplica,
  startServer,
  until,
} from '#tools/service/server.ts'

const curp = sampleCurp('LIMP')

/** What Prometheus would read of this process: every series with its labels, in the order of their names. */
const metrics = async (): Promise<ReadonlyMap<string, number>> => {
  const text = await Effect.runPromise(PrometheusMetrics.format())
  const series = text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)/gm)
  return new Map(
    Array.from(series, ([, name, labels, value]) => {
      const sorted = labels?.split(',').toSorted().join()
      return [sorted === undefined ? `${name}` : `${name}{${sorted}}`, Number(value)]
    }),
  )
}

const request = { solicitante: { curp, nombre: 'Zutanito' } }
const traceId = (digit: string): string => digit.repeat(32)
const bringing = (traceparent: string) => ({ traceparent })
/** Headers of another standard, which are none of ours. */
const foreign: ReadonlyArray<Record<string, string>> = [
  { b3: `${traceId('7')}-${'8'.repeat(16)}-1` },
  { 'x-b3-traceid': traceId('7'), 'x-b3-spanid': '8'.repeat(16), 'x-b3-sampled': '1' },
]

const misfits = [
  `00-${traceId('0')}-${'1'.repeat(16)}-01`,
  `00-${traceId('1')}-${'0'.repeat(16)}-01`,
  `00-${curp.padEnd(32, 'A')}-${'1'.repeat(16)}-01`,
  `ff-${traceId('1')}-${'1'.repeat(16)}-01`,
  `00-${traceId('1')}-${'1'.repeat(16)}-01-${curp}`,
  'Zutanito',
]

const idOf = ({ status, body }: Answered): string => {
  expect(status).toBe(200)
  return String(body['verificacion_id'])
}

/** A request by MCP, which is served inside of another request. */
const createOverMcp = async (base: string, key: string, brought: Record<string, string>): Promise<string> => {
  const { headers, meta } = envelope('2025-11-25', 'tools/call', 'crear_verificacion')
  const params = { name: 'crear_verificacion', arguments: validBody({}), ...meta }
  const response = await fetch(`${base}/mcp`, {
    method: 'POST',
    headers: { ...headers, ...brought, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  const { result } = JSON.parse(await response.text())
  return String(result.structuredContent.verificacion_id)
}

/** One replica that is asked and one that works, both traced. */
const twoReplicas = async () => {
  const collector = await startCollector()
  const url = await testDatabase(migrated)
  const key = await openAccount(url, 'sol', { signingSecret: 'whsec_uno', plan: { priceCentavos: 10_00 } })
  const processor = await startProcessor()
  const connectKey = await openAccount(url, 'luna', { mode: 'connect', signingSecret: 'whsec_dos' })
  const { restrictedKey, destination } = processor.platform
  const paid = await cotejo(url, ['accounts', 'processor', 'luna', '--destination', destination], {
    COTEJO_PROCESSOR_KEY: restrictedKey,
  })
  expect(paid.code).toBe(0)
  const processorUrl = processor.address
  const scope = Scope.makeUnsafe()
  const tracing = Effect.runPromise(Layer.buildWithScope(telemetry(collector.endpoint, {}), scope))
  const { sender } = webhookSender((_, sentBefore) => (sentBefore === 0 ? 503 : 200))
  const asking = await startReplica(url, { roles: ['api'], processorUrl }, undefined, undefined, await tracing)
  const working = await startReplica(url, { processorUrl }, undefined, sender, await tracing)
  return {
    started: { asking, url, key, connectKey, pay: processor.pay },
    seen: async (webhooks: number) => {
      await until(async () => (await query(url, 'SELECT 1 FROM delivery_attempts')).length === webhooks)
      await until(async () => (await query(url, "SELECT 1 FROM transfers WHERE state = 'ejecutada'")).length === 1)
    },
    /** What both have sent, once both have stopped. */
    spansSent: async () => {
      await asking.stop()
      await working.stop()
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await processor.stop()
      collector.stop()
      return spansIn(collector.received.get('/v1/traces') ?? '')
    },
  }
}

describe('telemetry', () => {
  it('sends traces with route and codigo, and nothing that a client wrote', async () => {
    const collector = await startCollector()
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol')
    const server = await startServer(environmentOf(url, { COTEJO_OTLP_ENDPOINT: `${collector.endpoint}/` }))
    await until(async () => (await get(server.base, '/_salud')).status === 200)

    await create(server.base, key, { solicitante: { curp, nombre: 'Zutanito' } })
    await create(server.base, key, { propiedad_id: curp })
    await get(server.base, `/v1/verificaciones/${curp}?nombre=Zutanito`, key)
    await page(`${server.base}/${curp}`, { 'x-nombre': 'Zutanito', 'user-agent': curp })
    expect(await server.end()).toBe(0)
    collector.stop()

    const traces = collector.received.get('/v1/traces') ?? ''
    expect(traces).toContain('"/v1/verificaciones/:verificacion_id"')
    expect(traces).toContain('verificacion_no_encontrada')
    // It was asked until it was ready.
    expect(traces).not.toContain('_salud')
    // Prometheus reads them; the collector gets no other copy.
    expect([...collector.received.keys()]).toEqual(['/v1/traces'])
    const all = [...collector.received.values(), JSON.stringify(server.log)].join().toUpperCase()
    expect(all).not.toContain(curp)
    expect(all).not.toContain('ZUTANITO')
    expect(all).not.toContain(key.toUpperCase())
  })

  it('goes on with the trace of the request at both replicas, which is the one that the client brought, if one fits', async () => {
    const { started, seen, spansSent } = await twoReplicas()
    const { asking, url, key, connectKey, pay } = started
    // The replicas of this process share their metrics with those of other tests.
    const before = await metrics()
    const own = idOf(await create(asking.base, key, request))
    const brought = idOf(await create(asking.base, key, request, bringing(`00-${traceId('a')}-${'b'.repeat(16)}-01`)))
    const overMcp = await createOverMcp(asking.base, key, bringing(`00-${traceId('c')}-${'d'.repeat(16)}-01`))
    const unwanted = idOf(await create(asking.base, key, request, bringing(`00-${traceId('e')}-${'f'.repeat(16)}-00`)))
    const payment = { cobro: { modo: 'connect', payment_intent_id: await pay({ amountCentavos: 1_000_00 }) } }
    const paid = idOf(
      await create(asking.base, connectKey, payment, bringing(`00-${traceId('2')}-${'3'.repeat(16)}-01`)),
    )
    const unknown = { cobro: { modo: 'connect', payment_intent_id: 'pi_unknown' } }
    expect(await create(asking.base, connectKey, unknown)).toMatchObject({ status: 402 })
    const ignored: Array<string> = []
    for (const headers of [...misfits.map(bringing), ...foreign])
      ignored.push(idOf(await create(asking.base, key, request, headers)))
    await seen(5 + ignored.length)
    const checks = [...(await metrics())].filter(([name]) => name.startsWith('cotejo_account_payment_checks_total'))
    const ofPayments = (result: string) => checks.find(([name]) => name.includes(`"luna",result="${result}"`))?.[1]
    expect(['verificado', 'pago_inexistente', 'procesador_fallo'].map(ofPayments)).toEqual([1, 1, 0])
    const spans = await spansSent()
    const after = await metrics()
    const since = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    // Two payments were to be judged, one of them to be transferred, which asks for it anew.
    expect(
      ['consultar_pago', 'listar_transferencias', 'crear_transferencia'].map((call) =>
        since(`cotejo_processor_call_seconds_count{call="${call}"}`),
      ),
    ).toEqual([3, 1, 1])
    for (const pool of ['api', 'work', 'dispatch'])
      expect(since(`cotejo_database_statement_seconds_count{pool="${pool}"}`)).toBeGreaterThan(0)

    const about = (id: string) =>
      spans.filter(({ attributes }) =>
        attributes.some(({ key: name, value }) => name === 'verificacion_id' && value.stringValue === id),
      )
    for (const id of [own, brought, overMcp, paid, ...ignored]) {
      const ours = about(id)
      const names = ours.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(['resolution', 'webhooks']))
      expect(new Set(ours.map((span) => span.traceId)).size).toBe(1)
      const trace = spans.filter((span) => span.traceId === ours[0]?.traceId)
      expect(trace.map(({ name }) => name)).toEqual(expect.arrayContaining([expect.stringContaining('POST')]))
      const known = new Set(['b'.repeat(16), 'd'.repeat(16), '3'.repeat(16), '', ...trace.map(({ spanId }) => spanId)])
      expect(trace.filter(({ parentSpanId = '' }) => !known.has(parentSpanId))).toEqual([])
    }
    expect(about(brought)[0]?.traceId).toBe(traceId('a'))
    expect(about(overMcp)[0]?.traceId).toBe(traceId('c'))
    const transfers = spans.filter(({ name }) => name === 'transfers')
    expect(transfers.map((span) => span.traceId)).toEqual([traceId('2')])
    expect(about(paid)).toEqual(expect.arrayContaining(transfers))
    expect(about(unwanted)).toEqual([])
    const strangers = [traceId('0'), traceId('1'), traceId('7'), traceId('e')]
    expect(spans.filter((span) => strangers.includes(span.traceId))).toEqual([])
    const ofNobody = spans.filter(({ parentSpanId = '' }) => parentSpanId === '').map(({ name }) => name)
    // What is asked of the database at the start, and no more of it however long it runs.
    const { hostname, port, pathname } = new URL(url)
    const ofTheStart = ofNobody.filter((name) => name === pathname.slice(1))
    expect(ofTheStart.length).toBeGreaterThan(0)
    expect(ofTheStart.length).toBeLessThan(24)
    const others = new Set(ofNobody).difference(new Set(ofTheStart))
    expect(others).toEqual(new Set(['GET', 'POST', 'sql.transaction']))
    const facts = ({ attributes, status }: SentSpan) => ({
      code: status.code,
      ...Object.fromEntries(attributes.map(({ key: name, value }) => [name, Object.values(value)[0]])),
    })
    expect(transfers.map(facts)).toMatchObject([{ attempt: 1, result: expect.stringMatching(/^tr_/), code: 1 }])
    const ofPaid = spans.filter(({ name, traceId: of }) => name === 'Processor.ask' && of === traceId('2'))
    expect(ofPaid.map(facts)).toEqual(
      ['consultar_pago', 'consultar_pago', 'listar_transferencias', 'crear_transferencia'].map((call) =>
        expect.objectContaining({ call }),
      ),
    )
    const webhooks = spans.filter(({ name }) => name === 'webhooks')
    const delivered = { attempt: 1, result: '200', 'http.response.status_code': 200, code: 1 }
    const refused = { attempt: 1, result: '503', 'http.response.status_code': 503, code: 2 }
    const told = webhooks.map(facts)
    expect(told.toSorted((one, other) => other.code - one.code)).toMatchObject([
      refused,
      ...told.slice(1).map(() => delivered),
    ])
    const place = { 'server.address': hostname, 'server.port': Number(port), 'db.namespace': pathname.slice(1) }
    expect(spans.map(facts)).toContainEqual(expect.objectContaining(place))
    const named = spans.flatMap(({ attributes }) => attributes.map(({ key: name }) => name))
    expect(undocumented(named.filter((name) => !name.includes('.')))).toEqual([])
    const kept = await query(url, 'SELECT traceparent FROM verifications')
    const text = JSON.stringify([spans, kept]).toUpperCase()
    expect(text).not.toContain(curp)
    expect(text).not.toContain('ZUTANITO')
  })
})
