/**
 * Requests per second of POST /v1/verificaciones over 64 connections. One run alternates between four servers.
 *
 * - (a) Our server.
 * - (b) Fastify and `pg` with several statements in a transaction.
 * - (c) Fastify and `pg` with our SQL function.
 * - (d) pgbench with that function, if it is installed.
 */
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { installed } from '#tools/machine/installed.ts'
import { type BenchDatabase, withDatabase } from '#tools/postgres/benchDatabase.ts'
import { percentile, round, startProgram } from '#tools/reports/measure.ts'
import { judge, report } from '#tools/reports/report.ts'
import { sized } from './sized.ts'

interface Load {
  readonly url: string
  readonly connections: number
  readonly duration: number
  readonly requests: ReadonlyArray<{
    readonly method: string
    readonly setupRequest: (request: object) => object
  }>
}

/** The part of the load generator's result that is used: latency in ms. */
interface LoadResult {
  readonly non2xx: number
  readonly errors: number
  readonly statusCodeStats: object
  readonly requests: { readonly total: number; readonly average: number }
  readonly latency: { readonly p50: number; readonly p99: number }
}

const autocannon: (load: Load) => Promise<LoadResult> = installed('scripts/bench/peers')('autocannon')

const connections = 64
const seconds = sized(5, 1)
/** Measure only compiled code, because a server runs for days. */
const warmUp = sized(10, 1)
const rounds = sized(2, 1)
const manyAccounts = sized(200, 20)

interface Reading {
  readonly perSecond: number
  readonly refused: number
  readonly p50: number
  readonly p99: number
}

let requests = 0

/** Sends creations as fast as they are answered. */
const load = async (
  base: string,
  apiKeys: ReadonlyArray<string>,
  duration = seconds,
  mostRefused = 0.05,
): Promise<Reading> => {
  const result = await autocannon({
    url: `${base}/v1/verificaciones`,
    connections,
    duration,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          requests += 1
          const solicitud_id = `sol-${String(requests).padStart(8, '0')}`
          return {
            ...request,
            headers: {
              authorization: `Bearer ${apiKeys[requests % apiKeys.length]}`,
              'idempotency-key': solicitud_id,
              'content-type': 'application/json',
            },
            body: JSON.stringify({
              solicitud_id,
              solicitante: { curp: 'LIMP900101HDFRRS03', nombre: 'María', apellido_paterno: 'Núñez' },
              consentimiento: {
                otorgado: true,
                otorgado_en: '2026-01-15T10:30:00-06:00',
                version_aviso: '2026-01',
                evidencia_id: 'ev-0001',
              },
              webhook_url: 'https://partner.example.com/webhooks/avs',
              propiedad_id: 'prop-123',
            }),
          }
        },
      },
    ],
  })
  // A request that waits longer than a second gets an overload answer, and a repeated request may be a replay. On a
  // machine that runs everything at once a few occur. More than one in a hundred would make it another benchmark.
  const { non2xx: refused, errors, statusCodeStats } = result
  if (refused > result.requests.total * mostRefused || errors > 0)
    throw new Error(JSON.stringify({ statusCodeStats, errors }))
  return {
    perSecond: result.requests.average - refused / duration,
    refused,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

const script = (accounts: number) => `\\set account random(0, ${accounts - 1})
SELECT * FROM admit(jsonb_build_array(jsonb_build_object('place', 0, 'account_id', 'account-' || :account, 'key_id', 'k',
  'verification_id', gen_random_uuid(), 'request_id', gen_random_uuid(), 'fingerprint', 'f', 'data_key', 'none', 'consent_id', 'c',
  'consent_granted_at', '2026-01-15T10:30:00-06:00', 'consent_proof', repeat('QUJD', 20),
  'mode', 'consumo', 'price_centavos', 1, 'channel', 'api', 'webhook_url', 'https://partner.example.com/webhooks/avs',
  'property_id', 'prop-123', 'created_at', now(), 'deadline', now(), 'work_key', 'x', 'sealed', repeat('QUJD', 80),
  'requests_per_minute', 100000000, 'quota_month', '2026-11', 'quota_ends_at', now(), 'stage', 'whole')), 10000);
`

/** Empty if pgbench is not installed. */
const pgbench = (url: string, accounts: number): ReadonlyArray<Reading> => {
  const folder = mkdtempSync(join(tmpdir(), 'cotejo-bench-'))
  const file = join(folder, 'admit.sql')
  writeFileSync(file, script(accounts))
  try {
    const printed = execFileSync('pgbench', [
      ...['--no-vacuum', '--client', String(connections), '--jobs', '2', '--time', String(seconds)],
      ...['--protocol', 'prepared', '--file', file, '--log', '--log-prefix', join(folder, 'took'), url],
    ]).toString()
    const perSecond = Number(/tps = ([\d.]+)/.exec(printed)?.[1] ?? 0)
    // One line for each call; the third column is its time in microseconds.
    const lines = globSync(join(folder, 'took.*')).flatMap((log) => readFileSync(log, 'utf8').trim().split('\n'))
    const took = lines.map((line) => Number(line.split(' ')[2]) / 1_000)
    return [{ perSecond, refused: 0, p50: round(percentile(took, 0.5)), p99: round(percentile(took, 0.99)) }]
  } catch {
    return []
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Creates the data keys that the other servers name: `admit` rejects a missing one. */
const nameKeys = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `INSERT INTO data_keys (name, purpose, day, key_id, sealed)
     VALUES ('none', 'record', '2026-01-01', 'k', ''), ('x', 'applicant', '2026-01-01', 'k', '')`,
  )
  await client.end()
}

/** The required ratio of requests per second to each of the others. */
interface Aims {
  readonly statements: number
  readonly function: number
  readonly pgbench: number
}

const compare = async ({ url, digestKey, apiKeys }: BenchDatabase, aims: Aims): Promise<void> => {
  const programs = {
    'a: Cotejo': ['scripts/bench/servers/cotejo.ts', url, digestKey],
    'b: Fastify, statements': ['scripts/bench/peers/fastify.ts', 'statements', url, digestKey],
    'c: Fastify, function': ['scripts/bench/peers/fastify.ts', 'function', url, digestKey],
  }
  const readings = new Map<string, Array<Reading>>()
  const note = (name: string, reading: Reading) => readings.set(name, [...(readings.get(name) ?? []), reading])
  await nameKeys(url)
  // The first round only warms up, because tables and plans are new.
  for (let index = 0; index <= rounds; index++) {
    for (const [name, args] of Object.entries(programs)) {
      const program = await startProgram(args)
      try {
        await load(program.base, apiKeys, warmUp, 1)
        const reading = await load(program.base, apiKeys)
        if (index > 0) note(name, reading)
      } finally {
        await program.stop()
      }
    }
    for (const reading of pgbench(url, apiKeys.length)) if (index > 0) note('d: pgbench', reading)
  }
  const medianOf = (name: string, of: keyof Reading) => median((readings.get(name) ?? []).map((one) => one[of]))
  const ours = medianOf('a: Cotejo', 'perSecond')
  report(
    `${apiKeys.length} account(s), ${connections} connections, medians of ${rounds} rounds of ${seconds} s`,
    Object.fromEntries(
      [...readings].map(([name, all]) => {
        const perSecond = median(all.map((reading) => reading.perSecond))
        return [
          name,
          {
            'requests/s': round(perSecond, 0),
            'refused in all': all.reduce((sum, { refused }) => sum + refused, 0),
            'p50 ms': median(all.map(({ p50 }) => p50)),
            'p99 ms': median(all.map(({ p99 }) => p99)),
            'a / this': round(ours / perSecond, 2),
          },
        ]
      }),
    ),
  )
  const times = (name: string, atLeast: number) =>
    readings.has(name) ? { [`requests/s, a / ${name}`]: { value: ours / medianOf(name, 'perSecond'), atLeast } } : {}
  judge(`beside the others, ${apiKeys.length} account(s)`, {
    ...times('b: Fastify, statements', aims.statements),
    ...times('c: Fastify, function', aims.function),
    ...times('d: pgbench', aims.pgbench),
    'p99, a / c: Fastify, function': {
      value: medianOf('a: Cotejo', 'p99') / medianOf('c: Fastify, function', 'p99'),
      atMost: 1,
    },
  })
}

export const admission = async (): Promise<void> => {
  await withDatabase(manyAccounts, (database) => compare(database, { statements: 2, function: 1.2, pgbench: 0.9 }))
  await withDatabase(1, (database) => compare(database, { statements: 3, function: 1.5, pgbench: 2 }))
}
