import { mkdir, readdir, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { baseBackup } from '#test/support/baseBackup.ts'
import { type Canary, canaries, tracesIn } from '#test/support/canaries.ts'
import { heapFlags, heapTexts } from '#test/support/heap.ts'
import { envelope, outcomeOf } from '#test/support/mcp.ts'
import { answers, type Receiver, receiver } from '#test/support/receivers.ts'
import { makeTalkative } from '#test/support/talkative.ts'
import { startCollector } from '#tools/peers/collector.ts'
import { startProcessor, type TestProcessor } from '#tools/peers/processor.ts'
import { type OwnPostgres, ownPostgres, query } from '#tools/postgres/postgres.ts'
import { validBody } from '#tools/service/sandbox.ts'
import {
  cotejo,
  environmentOf,
  get,
  migrated,
  openAccount,
  type ServerProcess,
  startServer,
  until,
} from '#tools/service/server.ts'

/** Hides nothing by compressing it. */
const uncompressed = `
  DO $$ DECLARE c record; BEGIN
    FOR c IN SELECT attrelid::regclass AS name, attname FROM pg_attribute JOIN pg_class ON oid = attrelid
              WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attstorage = 'x' AND NOT attisdropped
    LOOP EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STORAGE EXTERNAL', c.name, c.attname); END LOOP;
  END $$`

/** What is in the files of a directory, less runs of nothing. */
const filesIn = async (directory: string): Promise<ReadonlyArray<readonly [path: string, text: string]>> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path, (await readFile(path, 'utf8')).replace(/\0{2,}/g, '\0')] as const
    }),
  )
}

/** Of nobody, and found wherever a canary would be. */
const planted = 'zarigueya-plantada'

describe('200 people, in every field that a partner can fill', () => {
  let postgres: OwnPostgres
  let processor: TestProcessor
  let collector: Awaited<ReturnType<typeof startCollector>>
  let partner: Receiver
  let server: ServerProcess
  let heaps = ''
  const keys = { consumo: '', connect: '' }
  const told: Array<string> = []

  beforeAll(async () => {
    postgres = await ownPostgres({ durable: false })
    await makeTalkative(postgres.url)
    await query(postgres.url, "ALTER SYSTEM SET wal_keep_size = '1GB'")
    await query(postgres.url, 'SELECT pg_reload_conf()')
    await migrated(postgres.url)
    await query(postgres.url, uncompressed)
    processor = await startProcessor()
    collector = await startCollector()
    partner = await receiver(answers('HTTP/1.1 204 No Content\r\n\r\n'), { tls: null })
    const plan = { priceCentavos: 1_00, requestsPerMinute: 100_000 }
    keys.consumo = await openAccount(postgres.url, 'sol', { plan, signingSecret: 'whsec_uno' })
    keys.connect = await openAccount(postgres.url, 'luna', { plan, mode: 'connect', signingSecret: 'whsec_dos' })
    const { restrictedKey, destination } = processor.platform
    await cotejo(postgres.url, ['accounts', 'processor', 'luna', '--destination', destination], {
      COTEJO_PROCESSOR_KEY: restrictedKey,
    })
    heaps = join(dirname(dirname(postgres.log)), 'heaps')
    await mkdir(heaps)
    const environment = environmentOf(postgres.url, {
      COTEJO_LOG_LEVEL: 'Debug',
      COTEJO_OTLP_ENDPOINT: collector.endpoint,
      COTEJO_PROCESSOR_URL: processor.address,
      COTEJO_REQUEST_TIME: '10 minutes',
      RECEIVER_PORT: String(partner.port),
    })
    server = await startServer(environment, [...heapFlags(heaps), 'scripts/chaos/replica.ts'])
    await healthy()
  })
  afterAll(async () => {
    server.child.kill('SIGKILL')
    await Promise.all([partner.stop(), processor.stop(), collector.stop()])
    await postgres.stop()
  })

  const healthy = () => until(async () => (await get(server.base, '/_salud')).status === 200)

  const call = async (path: string, key: string, headers: Record<string, string>, body?: unknown) => {
    const response = await fetch(server.base + path, {
      method: body === undefined ? 'GET' : 'POST',
      // What a connection heard last is held as long as it is open.
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    told.push(JSON.stringify([response.status, [...response.headers], text]))
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
  }

  /** Headers that nobody asked for. */
  const gossip = ({ curp, nombre }: Canary): Record<string, string> => ({
    'user-agent': curp,
    referer: `https://partner.example.com/${curp}`,
    cookie: `persona=${encodeURIComponent(nombre)}`,
    'accept-language': curp,
    traceparent: curp,
    baggage: `curp=${curp}`,
    forwarded: `for=${curp}`,
    'service-request-id': curp,
  })

  /** The person stands wherever a request that is accepted may hold a text of the partner's. */
  const bodyOf = (person: Canary, payment: string) => {
    const { curp, nombre, apellido_paterno, apellido_materno } = person
    return validBody({
      solicitante: person,
      consentimiento: {
        otorgado: true,
        otorgado_en: '2026-01-15T10:30:00-06:00',
        version_aviso: `aviso para ${nombre} ${apellido_materno}`,
        evidencia_id: `firma de ${nombre} ${apellido_paterno}`,
        ip: `${curp} ${nombre}`,
      },
      cobro: { modo: 'consumo', payment_intent_id: payment },
    })
  }

  /** Over REST and over MCP, of an account in each mode of billing, in turn. Gives `estado` or `codigo`. */
  const asking = async (person: Canary, index: number, payment: string | null) => {
    const mode = index % 4 < 2 ? 'consumo' : 'connect'
    const body = bodyOf(person, payment ?? (mode === 'consumo' ? person.curp : await processor.pay()))
    const rest = async () => {
      const own = { ...gossip(person), 'idempotency-key': String(body['solicitud_id']) }
      const answer = await call('/v1/verificaciones', keys[mode], own, body)
      return answer.body['estado'] ?? answer.body['codigo']
    }
    const mcp = async () => {
      const { headers } = envelope('2025-11-25', 'tools/call')
      const _meta = { progressToken: person.curp, [person.nombre]: person.apellido_paterno }
      const params = { name: 'crear_verificacion', arguments: body, _meta }
      const message = { jsonrpc: '2.0', id: index, method: 'tools/call', params }
      const { document, codigo } = outcomeOf(await call('/mcp', keys[mode], { ...gossip(person), ...headers }, message))
      return document?.['estado'] ?? codigo
    }
    return index % 2 === 0 ? rest : mcp
  }
  /** Until it is as it should be: a busy machine refuses what waits for too long. */
  const create = async (person: Canary, index: number, ends: RegExp, payment: string | null = null) => {
    const ask = await asking(person, index, payment)
    await until(async () => ends.test(String(await ask())))
  }

  const states = async () => {
    const rows = await query(postgres.url, 'SELECT state, count(*)::int FROM verifications GROUP BY 1')
    return Object.fromEntries(rows.map((row) => Object.values(row)))
  }

  it('come to every end: emitida, no_concluyente, refused for a payment that expired, erased', async () => {
    for (let from = 0; from < canaries.length; from += 20) {
      const some = canaries.slice(from, from + 20)
      await Promise.all(some.map((person, index) => create(person, from + index, /en_proceso|emitida|no_concluyente/)))
    }
    const expired = await processor.pay({ status: 'canceled' })
    for (const index of [2, 3]) {
      const person = canaries[index]
      if (person) await create(person, index, /cobro_no_verificado/, expired)
    }
    await until(async () => (await states())['en_proceso'] === undefined)
    expect(await states()).toEqual({ emitida: 150, no_concluyente: 50 })
    const waiting =
      "SELECT 1 FROM deliveries WHERE state = 'pendiente' UNION ALL SELECT 1 FROM transfers WHERE state = 'encolada'"
    await until(async () => (await query(postgres.url, waiting)).length === 0)
    for (const account of ['sol', 'luna']) {
      const rows = await query(
        postgres.url,
        `SELECT verification_id FROM verifications WHERE account_id = '${account}' ORDER BY sequence LIMIT 2`,
      )
      for (const id of rows.flatMap(Object.values)) {
        const erased = await cotejo(postgres.url, ['verifications', 'erase', account, String(id), '--reason', 'caso-1'])
        expect(erased.code).toBe(0)
        told.push(erased.out)
      }
    }
  })

  it('are nowhere in the heap once all that is left of them is done', async () => {
    // Who asks at that moment is found.
    const asking = request(`${server.base}/v1/verificaciones`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.consumo}`, 'content-length': 10, 'user-agent': planted },
    })
    asking.on('error', () => {}).write('{')
    // The last text that was matched is held until the next is.
    for (const key of [...Object.values(keys), 'nobody']) await call('/v1/verificaciones?limite=100', key, {})
    const texts = await heapTexts(server.child, heaps, healthy)
    asking.destroy()
    expect([texts.includes(planted), tracesIn(texts)]).toEqual([true, []])
  })

  it('are nowhere in a backup, whose files are rows, write-ahead log and the log of the database', async () => {
    await query(postgres.url, `CREATE TABLE planted AS SELECT '${planted}'::text AS note`)
    // Which copies values into the catalog, as autovacuum does of itself.
    await query(postgres.url, 'ANALYZE')
    await query(postgres.url, 'CHECKPOINT')
    const backup = await baseBackup(postgres)
    const files = await filesIn(backup.path)
    await backup.remove()
    const found = files.flatMap(([path, text]) => (text.includes(planted) ? [path] : [])).join('\n')
    for (const place of ['cluster/base/', 'cluster/pg_wal/', 'postgres.log']) expect(found).toContain(place)
    expect(files.flatMap(([path, text]) => tracesIn(text).map((trace) => [path, trace]))).toEqual([])
  })

  it('are in no answer, webhook, log, trace or metric', async () => {
    const metrics = await (await fetch(`${server.metrics}/metrics`)).text()
    await server.end()
    expect(partner.connections()).toBeGreaterThan(0)
    const seen = { told: told.join('\n'), webhooks: Buffer.from(partner.received(), 'latin1').toString(), metrics }
    const all = { ...seen, log: JSON.stringify(server.log), ...Object.fromEntries(collector.received) }
    expect(Object.keys(all)).toEqual(expect.arrayContaining(['/v1/traces', '/v1/metrics']))
    for (const [where, text] of Object.entries(all)) expect([where, text.length > 1_000]).toEqual([where, true])
    expect(Object.entries(all).flatMap(([where, text]) => tracesIn(text).map((trace) => [where, trace]))).toEqual([])
  })
})
