import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { sampleCurp } from '#simulator/SampleCurp.ts'
import { testDatabase } from '#test/support/postgres.ts'
import { create, environmentOf, get, migrated, openAccount, startServer, until } from '#test/support/server.ts'

const curp = sampleCurp('LIMP')

/** Keeps what is sent to it, by path. */
const startCollector = async () => {
  const received = new Map<string, string>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    request.setEncoding('utf8')
    request.on('data', (text) => received.set(path, (received.get(path) ?? '') + text))
    request.on('end', () => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { received, endpoint: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

describe('telemetry', () => {
  it('sends traces and metrics with route and codigo, and nothing that a client wrote', async () => {
    const collector = await startCollector()
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol')
    const server = await startServer(environmentOf(url, { COTEJO_OTLP_ENDPOINT: `${collector.endpoint}/` }))
    await until(async () => (await get(server.base, '/_salud')).status === 200)

    await create(server.base, key, { solicitante: { curp, nombre: 'Zutanito' } })
    await create(server.base, key, { propiedad_id: curp })
    await get(server.base, `/v1/verificaciones/${curp}?nombre=Zutanito`, key)
    await fetch(`${server.base}/${curp}`, { headers: { 'x-nombre': 'Zutanito', 'user-agent': curp } })
    expect(await server.end()).toBe(0)
    collector.stop()

    const traces = collector.received.get('/v1/traces') ?? ''
    expect(traces).toContain('"/v1/verificaciones/:verificacion_id"')
    expect(traces).toContain('verificacion_no_encontrada')
    expect(collector.received.get('/v1/metrics')).toContain('cotejo_http_requests_total')
    const all = [...collector.received.values(), JSON.stringify(server.log)].join().toUpperCase()
    expect(all).not.toContain(curp)
    expect(all).not.toContain('ZUTANITO')
    expect(all).not.toContain(key.toUpperCase())
  })
})
