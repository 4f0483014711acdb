import { ConfigProvider, Effect } from 'effect'
import { describe, expect, it } from 'vitest'
import { operator, otherDatabaseUrl, otherSealingKeys, processorKey, serverSettings, variables } from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'
import { fit, inProduction, key } from '#test/support/settings.ts'
import { certificate, certificateKey } from '#tools/machine/certificate.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'

/** What a setting takes up to its bounds, and what is next to them, which it refuses. */
interface Bounds {
  readonly taken: ReadonlyArray<string>
  readonly refused: ReadonlyArray<string>
  /** What is set with it. */
  readonly beside?: Readonly<Record<string, string>>
}

const bytes = (values: ReadonlyArray<number>): string => Buffer.from(values).toString('base64')
/** 32 bytes, of which so many are different. */
const differing = (count: number): string => bytes(Array.from({ length: 32 }, (_, index) => 200 - (index % count)))
const letters = (count: number): string => 'k'.repeat(count)

const port: Bounds = { taken: ['0', '65535'], refused: ['-1', '65536', '80.5'] }
const connectionTime: Bounds = { taken: ['100 millis', '10 minutes'], refused: ['99 millis', '600001 millis'] }
const database = (connections: string): string => `postgres://cotejo:Qm3vT8@db.internal/cotejo?${connections}`
const [certificateFile, keyFile, textFile] = [certificate, certificateKey, 'x'].map((text) => temporaryFile(text))
const [cert = '', privateKey = '', noPem = ''] = [certificateFile, keyFile, textFile]
const authorities: Bounds = { taken: [cert], refused: [noPem, privateKey, '/not/there'] }
const providerKey: Bounds = { taken: [letters(16), letters(512)], refused: [letters(15), letters(513)] }
const providerUrl: Bounds = { taken: ['https://p.example.com/v1'], refused: ['http://p.example.com/v1'] }
const network: Bounds = {
  taken: ['192.0.2.1/32', '0.0.0.0/0', '2001:db8::1/128', '::/0'],
  refused: ['192.0.2.1/33', '192.0.2.1/31', '2001:db8::1/129', '2001:db8::1/127'],
}

/** In production, of which every setting is. */
const table: Readonly<Record<string, Bounds>> = {
  COTEJO_ENVIRONMENT: { taken: ['sandbox', 'production'], refused: ['Sandbox', 'staging'] },
  DATABASE_URL: {
    taken: [database('sslmode=verify-full')],
    refused: [database('sslmode=verify-ca'), database('sslmode=verify-full&sslmode=verify-full')],
  },
  COTEJO_DIRECT_DATABASE_URL: {
    taken: [database('sslmode=verify-full')],
    refused: [database('sslmode=verify-ca'), database('sslmode=disable')],
  },
  COTEJO_DATABASE_CA_FILE: authorities,
  COTEJO_DIGEST_KEY: {
    taken: [key(7), differing(16)],
    refused: [bytes(Array.from({ length: 31 }, (_, index) => 7 * index)), `${key(7).slice(0, -1)}AA`, differing(15)],
  },
  COTEJO_SEALING_KEYS: {
    taken: [`${letters(40)}:${key(3)}`, `a:${key(3)},b:${key(4)}`],
    refused: [`${letters(41)}:${key(3)}`, `:${key(3)}`, `a:${key(3)},a:${key(4)}`, `a:${key(3)},b:${key(3)}`, ','],
  },
  COTEJO_OTHER_DATABASE_URL: {
    taken: [database('sslmode=verify-full')],
    refused: [database('sslmode=verify-ca'), database('sslmode=verify-full&sslmode=verify-full')],
  },
  COTEJO_OTHER_SEALING_KEYS: {
    taken: [`${letters(40)}:${key(3)}`, `a:${key(3)},b:${key(4)}`],
    refused: [`${letters(41)}:${key(3)}`, `:${key(3)}`, `a:${key(3)},a:${key(4)}`, `a:${key(3)},b:${key(3)}`, ','],
  },
  COTEJO_PROCESSOR_KEY: {
    taken: ['rk_test_k', `rk_live_${letters(200)}`, 'sk_test_k'],
    refused: ['rk_test_', `rk_live_${letters(201)}`, 'sk_live_k'],
  },
  COTEJO_OPERATOR: { taken: ['a', letters(200)], refused: [letters(201), 'a b'] },
  COTEJO_RETENTION_DAYS: { taken: ['1', '36500'], refused: ['0', '36501'] },
  COTEJO_LISTS_MAX_AGE: {
    taken: ['1 day', '3650 days', '3 days,onu=3650 days'],
    refused: ['86399999 millis', '315360000001 millis', '3 days,onu=23 hours', '3 days,onu=3651 days'],
  },
  COTEJO_LISTS_ADDRESSES: {
    taken: ['onu=https://l.example.com/a', 'onu=https://l.example.com/a https://l.example.com/b'],
    refused: ['onu=http://l.example.com/a', 'nadie=https://l.example.com/a', 'onu='],
  },
  COTEJO_LISTS_REQUIRED: { taken: ['all', 'onu', 'onu, sat_69b'], refused: ['nadie', 'onu,', 'all,onu'] },
  COTEJO_HOST: { taken: ['0.0.0.0', '::'], refused: [] },
  COTEJO_PORT: port,
  COTEJO_METRICS_HOST: { taken: ['0.0.0.0', '::'], refused: [] },
  COTEJO_METRICS_PORT: port,
  COTEJO_LAST_CALL: { taken: ['0 millis', '5 minutes'], refused: ['-1 millis', '300001 millis'] },
  COTEJO_TLS_CERT_FILE: { taken: [cert], refused: [noPem], beside: { COTEJO_TLS_KEY_FILE: privateKey } },
  COTEJO_TLS_KEY_FILE: { taken: [privateKey], refused: ['/not/there'], beside: { COTEJO_TLS_CERT_FILE: cert } },
  COTEJO_PROCESSOR_URL: { taken: ['https://p.example.com'], refused: ['http://p.example.com', 'ftp://p.example.com'] },
  COTEJO_PROCESSOR_CA_FILE: authorities,
  COTEJO_WEBHOOK_CA_FILE: authorities,
  COTEJO_WEBHOOK_DENIED_PORTS: { taken: ['none', '0', '65535'], refused: ['-1', '65536', '80,'] },
  COTEJO_WEBHOOK_DENIED_NETWORKS: network,
  COTEJO_WEBHOOK_DENIED_NAMES: { taken: ['a', 'a-b.example.com'], refused: ['a-', '-a', '192.0.2.1'] },
  COTEJO_DNS_SERVERS: {
    taken: ['192.0.2.1:1', '192.0.2.1:65535', '[2001:db8::1]'],
    refused: ['192.0.2.1:0', '192.0.2.1:65536', '2001:db8::1'],
  },
  COTEJO_TIMEOUT_FACTOR: { taken: ['1', '100'], refused: ['0', '101'] },
  COTEJO_ROLES: { taken: ['all', 'api', 'api,worker,dispatcher,lists'], refused: ['cook', 'api,', 'all,api'] },
  COTEJO_TIME_BUDGET: { taken: ['1 minute', '24 hours'], refused: ['59999 millis', '86400001 millis'] },
  COTEJO_VALIDITY: { taken: ['1 day', '3650 days'], refused: ['86399999 millis', '315360000001 millis'] },
  COTEJO_LOG_LEVEL: { taken: ['Debug', 'Info', 'Warn', 'Error'], refused: ['Trace', 'info'] },
  COTEJO_OTLP_ENDPOINT: { taken: ['http://c.example.com', 'https://c.example.com'], refused: ['c.example.com:4318'] },
  COTEJO_TRACE_SAMPLING: { taken: ['0', '1', '0.000001', '1.0'], refused: ['-0.1', '1.000001', '2', '.5'] },
  COTEJO_API_CONNECTIONS: { taken: ['1', '200'], refused: ['0', '201'] },
  COTEJO_WORK_CONNECTIONS: { taken: ['2', '200'], refused: ['1', '201'] },
  COTEJO_DISPATCH_CONNECTIONS: { taken: ['1', '200'], refused: ['0', '201'] },
  COTEJO_HANDSHAKE_TIME: connectionTime,
  COTEJO_HEADERS_TIME: connectionTime,
  COTEJO_REQUEST_TIME: connectionTime,
  COTEJO_ANSWER_TIME: connectionTime,
  COTEJO_IDLE_TIME: { taken: ['620 seconds', '1 hour'], refused: ['99 millis', '3600001 millis'] },
  COTEJO_CONNECTIONS: { taken: ['16', '65536'], refused: ['15', '65537'] },
  COTEJO_CONNECTIONS_PER_ADDRESS: { taken: ['1', '65536'], refused: ['0', '65537'] },
  COTEJO_TRUSTED_PROXIES: network,
  COTEJO_IDENTITY_URL: providerUrl,
  COTEJO_IDENTITY_KEY: providerKey,
  COTEJO_JUDICIAL_URL: providerUrl,
  COTEJO_JUDICIAL_KEY: providerKey,
  COTEJO_PROVIDER_CA_FILE: authorities,
  COTEJO_PROVIDER_CERT_FILE: { taken: [cert], refused: [noPem], beside: { COTEJO_PROVIDER_KEY_FILE: privateKey } },
  COTEJO_PROVIDER_KEY_FILE: {
    taken: [privateKey],
    refused: ['/not/there'],
    beside: { COTEJO_PROVIDER_CERT_FILE: cert },
  },
  COTEJO_PROVIDER_TIMEOUT: { taken: ['1 second', '1 minute'], refused: ['999 millis', '60001 millis'] },
  COTEJO_PROVIDER_CONCURRENCY: { taken: ['1', '256'], refused: ['0', '257'] },
}

/** Those that the operator's command reads are no settings of a server. */
const ofCommands: Readonly<Record<string, Effect.Effect<unknown, { readonly problems: ReadonlyArray<string> }>>> = {
  COTEJO_OTHER_DATABASE_URL: load({ otherDatabaseUrl }),
  COTEJO_OTHER_SEALING_KEYS: load({ otherSealingKeys }),
  COTEJO_PROCESSOR_KEY: load({ processorKey }),
  COTEJO_OPERATOR: load({ operator }),
}

/** Whether a text is refused for what it is. */
const isRefused = async (name: string, text: string): Promise<boolean> => {
  const given = { ...fit, ...inProduction, ...table[name]?.beside, [name]: text }
  const problems = await Effect.runPromise(
    Effect.match(ofCommands[name] ?? serverSettings, {
      onFailure: (refusal) => refusal.problems,
      onSuccess: () => [],
    }).pipe(Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(given))),
  )
  return problems.some((problem) => problem.startsWith(`${name} `))
}

const nameOf = (variable: { readonly name: string }): string => variable.name.replace(/ or .*$/, '')

describe('settings', () => {
  it('have a row each, with what is taken up to the bounds and what is refused next to them', () => {
    expect(Object.keys(table).toSorted()).toEqual(variables.map(nameOf).toSorted())
  })

  it.each(Object.entries(table))('%s takes what it may be, and refuses what is next to it', async (name, bounds) => {
    const all = [...bounds.taken, ...bounds.refused]
    const refused = await Promise.all(all.map((text) => isRefused(name, text)))
    expect(all.filter((_, index) => refused[index])).toEqual(bounds.refused)
  })
})
