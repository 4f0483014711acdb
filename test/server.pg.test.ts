import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { ConfigProvider, Effect, Fiber, Logger } from 'effect'
import { afterEach, describe, expect, it } from 'vitest'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import { serverSettings } from '#src/Config.ts'
import { replica } from '#src/Replica.ts'
import { ownPostgres, query, testDatabase } from './support/postgres.ts'
import { validBody } from './support/sandbox.ts'
import { environmentOf, migrated, openAccount, runToEnd, type ServerProcess, startServer } from './support/server.ts'

const started: Array<ServerProcess> = []
const start = async (url: string, changes: Record<string, string> = {}): Promise<ServerProcess> => {
  const server = await startServer(environmentOf(url, changes))
  started.push(server)
  return server
}
afterEach(async () => {
  for (const server of started.splice(0)) if (server.child.exitCode === null) await server.end('SIGKILL')
})

const prepared = () => testDatabase(migrated)

const salud = async (base: string) => {
  const response = await fetch(`${base}/_salud`)
  return { status: response.status, body: await response.json() }
}

const create = async (base: string, key: string, changes: Record<string, unknown> = {}) => {
  const body = validBody(changes)
  const response = await fetch(`${base}/v1/verificaciones`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': String(body['solicitud_id']),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

const until = async (condition: () => Promise<boolean>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50))
}

const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return String(typeof address === 'object' && address !== null ? address.port : 0)
}

describe('npm run server', () => {
  it('brings an empty sandbox database up to date, is healthy, and takes a verification', async () => {
    const url = await testDatabase()
    const { base, metrics, log } = await start(url)
    await until(async () => (await salud(base)).status === 200)
    expect((await salud(base)).body).toMatchObject({ estado: 'arriba', base: 'alcanzable', esquema: null })

    const key = await openAccount(url, 'sol')
    const created = await create(base, key)
    expect(created).toMatchObject({ status: 200, body: { estado: 'en_proceso', environment: 'sandbox' } })
    expect(await create(base, 'avs_test_x')).toMatchObject({ status: 401, body: { codigo: 'llave_invalida' } })

    const told = await (await fetch(`${metrics}/metrics`)).text()
    expect(told).toMatch(
      /cotejo_http_requests_total\{(?=.*route="\/v1\/verificaciones")(?=.*status="401")(?=.*codigo="llave_invalida").*\} 1/,
    )
    expect(told).toContain('cotejo_admissions_total{verdict="Created"} 1')
    expect((await fetch(`${base}/metrics`)).status).toBe(404)
    expect((await fetch(`${metrics}/_salud`)).status).toBe(404)
    expect(JSON.stringify(log)).not.toContain('LIMP')
  })

  it('shows esquema mas_nuevo_que_el_codigo and goes on when the database is at a later revision', async () => {
    const url = await prepared()
    await query(url, "INSERT INTO schema_migrations (migration_id, name) VALUES (999, 'later')")
    const { base } = await start(url)
    await until(async () => (await salud(base)).status === 200)
    expect((await salud(base)).body).toMatchObject({ esquema: 'mas_nuevo_que_el_codigo' })
  })

  it('refuses a live key in the sandbox and a test key in production: 401 llave_invalida', async () => {
    const url = await prepared()
    const live = await openAccount(url, 'sol', { environment: 'production' })
    const test = await openAccount(url, 'luna')
    const sandbox = await start(url)
    expect(await create(sandbox.base, test)).toMatchObject({ status: 200 })
    expect(await create(sandbox.base, live)).toMatchObject({ status: 401, body: { codigo: 'llave_invalida' } })

    // There are no real sources yet, so that production is served here, with simulated ones.
    const port = await freePort()
    const provider = ConfigProvider.fromEnvRecord(environmentOf(url, { COTEJO_PORT: port }))
    const production = serverSettings.pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, provider),
      Effect.flatMap((settings) => replica({ ...settings, environment: 'production' }, SandboxSources.layer('x'))),
      Effect.provide(Logger.layer([])),
    )
    const serving = Effect.runFork(production)
    const base = `http://127.0.0.1:${port}`
    await until(() =>
      salud(base)
        .then(({ status }) => status === 200)
        .catch(() => false),
    )
    expect(await create(base, live)).toMatchObject({ status: 200, body: { environment: 'production' } })
    expect(await create(base, test)).toMatchObject({ status: 401, body: { codigo: 'llave_invalida' } })
    await Effect.runPromise(Fiber.interrupt(serving))
  })

  it('ends what is under way after SIGTERM, resets no connection, gives its lease back, and exits with 0', async () => {
    const url = await prepared()
    const key = await openAccount(url, 'sol')
    const server = await start(url)
    await until(async () => (await salud(server.base)).status === 200)

    const body = JSON.stringify(validBody({ solicitud_id: 'sol-lenta' }))
    const slow = request(`${server.base}/v1/verificaciones`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': 'sol-lenta',
        'content-length': Buffer.byteLength(body),
      },
    })
    const answered = once(slow, 'response')
    slow.write(body.slice(0, 100))

    // Each keeps its connection until it is asked to connect elsewhere.
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const knock = () =>
      new Promise<boolean>((resolve, reject) => {
        const knocking = request(`${server.base}/_salud`, { agent }, (response) => {
          response.resume().on('end', () => resolve(response.headers.connection !== 'close'))
        })
        knocking.on('error', reject).end()
      })
    const visitors = Array.from({ length: 8 }, async () => {
      while (await knock());
    })

    const ending = server.end('SIGTERM')
    await Promise.all(visitors)
    await until(() =>
      fetch(server.base).then(
        () => false,
        () => true,
      ),
    )
    slow.end(body.slice(100))
    const [response] = await answered
    expect(response.statusCode).toBe(200)
    expect(response.headers.connection).toBe('close')
    response.resume()
    expect(await ending).toBe(0)
    expect(await query(url, 'SELECT node_id FROM nodes')).toEqual([])
    expect(await query(url, 'SELECT node_id FROM verification_work')).toEqual([{ node_id: null }])
  })

  it('starts without its database, answers 503 base_no_alcanzable, and recovers by itself', async () => {
    const postgres = await ownPostgres({ durable: true })
    try {
      await migrated(postgres.url)
      const key = await openAccount(postgres.url, 'sol')
      await postgres.kill()
      const { base } = await start(postgres.url)
      expect(await salud(base)).toMatchObject({ status: 503, body: { codigo: 'base_no_alcanzable' } })
      expect(await create(base, key)).toMatchObject({ status: 503, body: { codigo: 'base_no_alcanzable' } })
      await postgres.restart()
      await until(async () => (await salud(base)).status === 200)
      expect(await create(base, key)).toMatchObject({ status: 200 })
    } finally {
      await postgres.stop()
    }
  })

  it('answers 503 base_no_alcanzable while the schema is older than the code', async () => {
    const url = await testDatabase()
    const key = await openAccount(await prepared(), 'sol')
    // In production nobody but the operator migrates.
    const port = await freePort()
    const provider = ConfigProvider.fromEnvRecord(environmentOf(url, { COTEJO_PORT: port }))
    const serving = serverSettings.pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, provider),
      Effect.flatMap((settings) => replica({ ...settings, environment: 'production' }, SandboxSources.layer('x'))),
      Effect.provide(Logger.layer([])),
      Effect.runFork,
    )
    const base = `http://127.0.0.1:${port}`
    await until(() =>
      salud(base)
        .then(() => true)
        .catch(() => false),
    )
    expect(await salud(base)).toMatchObject({ status: 503, body: { codigo: 'base_no_alcanzable' } })
    const live = key.replace('avs_test_', 'avs_live_')
    expect((await create(base, live)).status).toBe(401)
    await Effect.runPromise(Fiber.interrupt(serving))
  })

  it('says what is wrong with its settings and exits with 1', async () => {
    const { code, err } = await runToEnd('src/main.ts', [], { COTEJO_ENVIRONMENT: 'sandbox' })
    expect(code).toBe(1)
    expect(err).toContain('COTEJO_DIGEST_KEY or COTEJO_DIGEST_KEY_FILE is missing')
  })

  it('says which port is taken and exits with 1', async () => {
    const url = await prepared()
    const { base } = await start(url)
    const taken = environmentOf(url, { COTEJO_PORT: new URL(base).port })
    const { code, out } = await runToEnd('src/main.ts', [], taken)
    expect(code).toBe(1)
    expect(out).toContain('is not to be had (EADDRINUSE): choose another COTEJO_PORT')
  })
})
