import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { DateTime, Effect } from 'effect'
import { afterEach, describe, expect, it } from 'vitest'
import type { ListEntry } from '#domain/screening/ListEntry.ts'
import { providerKey } from '#test/support/realSources.ts'
import { importing, postgresLists } from '#tools/lists/lists.ts'
import { certificate, certificateKey } from '#tools/machine/certificate.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'
import { found, provider, searched } from '#tools/peers/providers.ts'
import { asRole, ownPostgres, query, testDatabase } from '#tools/postgres/postgres.ts'
import { page } from '#tools/service/page.ts'
import { validBody } from '#tools/service/sandbox.ts'
import {
  cotejo,
  create,
  environmentOf,
  get,
  migrated,
  openAccount,
  runToEnd,
  type ServerProcess,
  startServer,
  until,
} from '#tools/service/server.ts'

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
/** In production a replica has no more power over the database than it needs. */
const asReplica = (url: string): string => asRole(url, 'cotejo_app')

/** The providers' certificate, which is its own authority, and is shown by either side. */
const mutualTls = { cert: certificate, key: certificateKey, ca: certificate, requestCert: true }
const providerFiles = {
  COTEJO_PROVIDER_CA_FILE: temporaryFile(certificate),
  COTEJO_PROVIDER_CERT_FILE: temporaryFile(certificate),
  COTEJO_PROVIDER_KEY_FILE: temporaryFile(certificateKey),
}

/** A production process whose providers nobody asks. */
const productionSettings = {
  COTEJO_ENVIRONMENT: 'production',
  ...providerFiles,
  COTEJO_IDENTITY_URL: 'https://127.0.0.1:9',
  COTEJO_IDENTITY_KEY: providerKey,
  COTEJO_JUDICIAL_URL: 'https://127.0.0.1:9',
  COTEJO_JUDICIAL_KEY: providerKey,
}

/** The lists that must be there, of somebody else, and one in which the applicant of the test is. */
const importLists = (url: string) => {
  const importedAt = DateTime.nowUnsafe()
  const version = { importedAt, cutOff: DateTime.formatIsoDateUtc(importedAt) }
  const entry = { births: [], sex: null, foreign: false, curps: [], rfc: null, situation: null }
  const other: ListEntry = { ...entry, id: '1', names: ['ZAVALA QUIROZ, Hortensia'] }
  const same: ListEntry = { ...entry, id: '2', names: ['MARTINEZ PEREZ, Luis'], births: ['1990-01-01/1990-01-01'] }
  const lists = (['ofac_sdn', 'onu', 'sat_69b'] as const).map((list) => importing(list, [other], version))
  return Effect.all([...lists, importing('vigilancia', [same], version)]).pipe(
    Effect.provide(postgresLists(url)),
    Effect.runPromise,
  )
}

const salud = (base: string) => get(base, '/_salud')
const healthy = (base: string) => until(async () => (await salud(base)).status === 200)

/** The operator is told by which rule an entry of which version was judged, and nothing of the person. */
const explains = async (url: string, verificationId: string) => {
  const { out } = await cotejo(url, ['verifications', 'explain', 'sol', verificationId, '--json'], {
    COTEJO_ENVIRONMENT: 'production',
  })
  const explained = JSON.parse(out)
  expect(explained).toMatchObject({
    ...{ verification: verificationId, engineVersion: '2.0.0', level: 'medio' },
    determinants: 'COINCIDENCIA_EN_LISTAS_INTERNACIONALES, JUICIOS_CONCLUIDOS',
    judged: [
      {
        ...{ list: 'vigilancia', verdict: 'match', rule: 'day', birth: 'exact' },
        ...{ surnames: 'both', given: 'all', slips: 0 },
      },
    ],
  })
  expect(explained.lists).toMatch(/ofac_sdn \d{4}-\d\d-\d\d/)
  expect(out).not.toMatch(/MARTINEZ|Luis|LIMP|1990/i)
}

/** The log line of a schema that is not as it should be. */
const needsOperator = 'the schema needs its operator'

describe('npm run server', () => {
  it('brings an empty sandbox database up to date, is healthy, and takes a verification', async () => {
    const url = await testDatabase()
    const { base, metrics, log } = await start(url)
    await healthy(base)
    expect((await salud(base)).body).toMatchObject({ estado: 'arriba', base: 'alcanzable', esquema: null })

    const key = await openAccount(url, 'sol')
    const created = await create(base, key)
    expect(created).toMatchObject({ status: 200, body: { estado: 'en_proceso', environment: 'sandbox' } })
    expect(await create(base, 'avs_test_x')).toMatchObject({ status: 401, body: { codigo: 'llave_invalida' } })

    const told = (await page(`${metrics}/metrics`)).text
    expect(told).toMatch(
      /cotejo_http_requests_total\{(?=.*route="\/v1\/verificaciones")(?=.*status="401")(?=.*code="llave_invalida").*\} 1/,
    )
    expect(told).toContain('cotejo_admissions_total{verdict="Created"} 1')
    // An alarm that asks for an increase sees one only of what was there before.
    const watched = readFileSync('ops/alerts.yaml', 'utf8').matchAll(/(?:increase|rate)\((\w+)/g)
    const known = new Set(Array.from(watched, ([, name = '']) => name.replace(/_bucket$/, '_count')))
    for (const name of ['cotejo_list_fetches_total', ...[...known].filter((one) => one.startsWith('cotejo_account_'))])
      known.delete(name)
    expect(known.size).toBeGreaterThan(3)
    for (const name of known) expect(told).toMatch(new RegExp(`^${name}(?:\\{.*\\})? 0$`, 'm'))
    expect(told).toMatch(/^cotejo_http_requests_total\{(?=.*"base_no_alcanzable").*\} 0$/m)
    // Lists are simulated here: no alarm is to ring for them.
    expect(told).not.toMatch(/cotejo_list_required\{.*\} 1|cotejo_list_remaining_seconds\{/)
    expect((await page(`${base}/metrics`)).status).toBe(404)
    expect((await page(`${metrics}/v1/verificaciones`)).status).toBe(404)
    expect(JSON.stringify(log)).not.toContain('LIMP')
  })

  it('says all that is wrong with its settings and exits with 1', async () => {
    const { code, err } = await runToEnd('src/main.ts', [], { COTEJO_ENVIRONMENT: 'production' })
    expect(code).toBe(1)
    expect(err).toContain('COTEJO_DIGEST_KEY or COTEJO_DIGEST_KEY_FILE is missing')
    expect(err).toContain('COTEJO_IDENTITY_URL is missing')
    expect(err).toContain('COTEJO_JUDICIAL_KEY or COTEJO_JUDICIAL_KEY_FILE is missing')
  })

  it('asks in production two providers over mutual TLS and its own lists, and charges what comes of it', async () => {
    const url = await prepared()
    await importLists(url)
    const key = await openAccount(url, 'sol', { environment: 'production' })
    const sandboxKey = await openAccount(url, 'luna')
    const registry = await provider(({ body }) => ({ body: found(body) }), mutualTls)
    const courts = await provider(
      ({ body }) => ({
        body: searched(body, { juicios: [{ materia: 'civil', estado: 'concluido', certeza: 'persona' }] }),
      }),
      mutualTls,
    )
    const server = await start(asReplica(url), {
      ...productionSettings,
      COTEJO_IDENTITY_URL: registry.url,
      COTEJO_JUDICIAL_URL: courts.url,
    })
    await healthy(server.base)
    expect(await create(server.base, sandboxKey)).toMatchObject({ status: 401, body: { codigo: 'llave_invalida' } })

    const solicitante = { curp: 'LIMP900101HDFRRS03', nombre: 'Luis', apellido_paterno: 'Martínez' }
    const { body } = await create(server.base, key, { solicitante })
    const path = `/v1/verificaciones/${body['verificacion_id']}`
    await until(async () => (await get(server.base, path, key)).body['estado'] !== 'en_proceso')
    expect((await get(server.base, path, key)).body).toMatchObject({
      estado: 'emitida',
      environment: 'production',
      source: 'motor_real',
      cobertura_fuentes: { consultadas: 3, disponibles: 3 },
      recomendacion: {
        accion: 'continuar_con_reservas',
        sustento_documental: {
          factores: expect.arrayContaining(
            ['IDENTIDAD_CONFIRMADA', 'COINCIDENCIA_EN_LISTAS_INTERNACIONALES', 'JUICIOS_CONCLUIDOS'].map((codigo) =>
              expect.objectContaining({ codigo }),
            ),
          ),
        },
      },
    })
    expect(JSON.stringify(await get(server.base, path, key))).not.toMatch(/cutOff|vigilancia|rule/)
    expect((await get(server.base, '/v1/cuenta/consumo', key)).body['saldo']).toBe(900)
    await explains(url, String(body['verificacion_id']))
    expect(courts.asked.map(({ body: asked }) => asked['primer_apellido'])).toEqual(['MARTINEZ'])
    expect(JSON.stringify(server.log)).not.toMatch(/LIMP|MART|Luis|llave-del-proveedor/i)
    const calls = server.log.filter(({ message }) => message === 'source asked')
    const took = { account: 'sol', ms: expect.any(Number) }
    expect(calls).toMatchObject([
      { source: 'identidad', ...took },
      { source: 'judicial', ...took },
    ])
    // What waits in the whole service is told by a role that may not read everything.
    const metrics = async () => (await page(`${server.metrics}/metrics`)).text
    await until(async () => /^cotejo_service_sampled_timestamp_seconds\S* [1-9]/m.test(await metrics()))
    expect(await server.end()).toBe(0)
    await Promise.all([registry.stop(), courts.stop()])
  })

  it('listens with TLS when given a certificate', async () => {
    const { base, end } = await start(await prepared(), {
      COTEJO_TLS_CERT_FILE: temporaryFile(certificate),
      COTEJO_TLS_KEY_FILE: temporaryFile(certificateKey),
    })
    expect(base).toMatch(/^https:/)
    const [response] = await once(secureRequest(`${base}/_salud`, { ca: certificate }).end(), 'response')
    expect(response.statusCode).toBe(200)
    response.resume()
    expect(await end()).toBe(0)
  })

  it('ends what is under way after SIGTERM, resets no connection, gives its lease back, and exits with 0', async () => {
    const url = await prepared()
    const key = await openAccount(url, 'sol')
    const server = await start(url)
    await healthy(server.base)

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
      page(server.base).then(
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
    expect(await query(url, 'SELECT replica_id FROM replicas')).toEqual([])
    expect(await query(url, 'SELECT replica_id FROM verification_work')).toEqual([{ replica_id: null }])
    const [first] = server.log
    expect(first).toMatchObject({ message: 'replica starts', environment: 'sandbox', version: '0.1.0', keys: 'k1' })
    const ends = server.log.map(({ message }) => message).filter((message) => message.startsWith('replica '))
    expect(ends).toEqual(['replica starts', 'replica stopping; finishing work in progress', 'replica has stopped'])
  })

  it('ends with 0 although its database is frozen', async () => {
    const postgres = await ownPostgres({ durable: false })
    try {
      await migrated(postgres.url)
      const server = await start(postgres.url, { COTEJO_TIMEOUT_FACTOR: '1' })
      await healthy(server.base)
      postgres.pause()
      await until(async () => (await salud(server.base)).status === 503)
      expect(await server.end()).toBe(0)
      expect(server.log.map(({ message }) => message)).not.toContain('shutdown timed out; exiting')
    } finally {
      await postgres.stop()
    }
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
      await healthy(base)
      expect(await create(base, key)).toMatchObject({ status: 200 })
    } finally {
      await postgres.stop()
    }
  })

  it('tells the operator to run cotejo migrate while the schema is older than the code', async () => {
    const { log } = await start(asReplica(await testDatabase()), productionSettings)
    const told = () => log.map(({ message }) => message)
    await until(async () => told().includes(needsOperator))
    expect(log).toContainEqual(
      expect.objectContaining({
        message: needsOperator,
        level: 'error',
        found: 'revision 0, this program needs 1',
        action: 'Run: cotejo migrate',
      }),
    )
  })

  it('does not work in production on migrations that were changed, and exits with 1', async () => {
    const url = await prepared()
    await query(url, "UPDATE schema_migrations SET checksum = 'another' WHERE migration_id = 1")
    const { code, out } = await runToEnd('src/main.ts', [], environmentOf(asReplica(url), productionSettings))
    expect(code).toBe(1)
    expect(out).toContain('migration 1 \\"baseline\\" was changed after it was applied')
    expect(out).not.toContain('api listening')
  })

  it.each(['COTEJO_HOST', 'COTEJO_METRICS_HOST'])(
    'says that the address of %s is not one of this machine and exits with 1',
    async (setting) => {
      const elsewhere = environmentOf(await prepared(), { [setting]: '192.0.2.1' })
      const { code, out } = await runToEnd('src/main.ts', [], elsewhere)
      expect(code).toBe(1)
      expect(out).toMatch(/cannot listen on 192\.0\.2\.1:\d+ \(EADDRNOTAVAIL\): choose another /)
      expect(out).toContain(`choose another ${setting}`)
    },
  )
})
