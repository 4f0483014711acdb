import { ConfigProvider, Duration, Effect } from 'effect'
import { describe, expect, it } from 'vitest'
import { listNames } from '#domain/screening/ListEntry.ts'
import { serverSettings, variables } from '#src/Config.ts'
import { fit, inProduction } from '#test/support/settings.ts'
import { certificate } from '#tools/machine/certificate.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'

const run = <A, E>(effect: Effect.Effect<A, E>, changes: Record<string, string>) =>
  Effect.runPromise(
    Effect.provideService(effect, ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord({ ...fit, ...changes })),
  )

const deniedPorts = [
  ...'1080,1433,1434,1521,1883,2049,2181,2375,2376,2379,2380,2525,3128,3260,3306,3389,4222,4369,5060,5061'.split(','),
  ...'5222,5269,5432,5433,5671,5672,5900,5984,5985,5986,6379,6380,6432,6443,6667,6697,7000,7001,7199,7474'.split(','),
  ...'7687,8086,8123,8200,8300,8500,8529,8883,9042,9092,9160,9200,9300,10250,11211,15672,26257,27017'.split(','),
  ...'27018,27019,28015'.split(','),
]

describe('what is not set', () => {
  it('has the default that is told, or must be set, or is left out', () => {
    const told = variables.map(({ name, fallback, required }) => [name.replace(/ or .*$/, ''), fallback ?? required])
    expect(Object.fromEntries(told.filter(([, value]) => value !== null))).toEqual({
      COTEJO_ENVIRONMENT: 'always',
      DATABASE_URL: 'always',
      COTEJO_DIGEST_KEY: 'always',
      COTEJO_SEALING_KEYS: 'always',
      COTEJO_API_CONNECTIONS: '10',
      COTEJO_WORK_CONNECTIONS: '5',
      COTEJO_DISPATCH_CONNECTIONS: '3',
      COTEJO_HOST: '127.0.0.1',
      COTEJO_PORT: '8080',
      COTEJO_METRICS_HOST: '127.0.0.1',
      COTEJO_METRICS_PORT: '9464',
      COTEJO_LAST_CALL: '5 seconds',
      COTEJO_HANDSHAKE_TIME: '10 seconds',
      COTEJO_HEADERS_TIME: '10 seconds',
      COTEJO_REQUEST_TIME: '30 seconds',
      COTEJO_ANSWER_TIME: '30 seconds',
      COTEJO_IDLE_TIME: '65 seconds',
      COTEJO_CONNECTIONS: '4096',
      COTEJO_CONNECTIONS_PER_ADDRESS: '1024',
      COTEJO_WEBHOOK_DENIED_PORTS: deniedPorts.join(),
      COTEJO_ROLES: 'all',
      COTEJO_TIME_BUDGET: '10 minutes',
      COTEJO_VALIDITY: '30 days',
      COTEJO_TIMEOUT_FACTOR: '1',
      COTEJO_LOG_LEVEL: 'Info',
      COTEJO_TRACE_SAMPLING: '1',
      COTEJO_RETENTION_DAYS: '365',
      COTEJO_LISTS_MAX_AGE: '3 days,sat_69b=45 days,sat_69b_bis=45 days,personas_expuestas=45 days,vigilancia=45 days',
      COTEJO_LISTS_REQUIRED: 'ofac_sdn,onu,sat_69b',
      COTEJO_IDENTITY_URL: 'in production',
      COTEJO_IDENTITY_KEY: 'in production',
      COTEJO_JUDICIAL_URL: 'in production',
      COTEJO_JUDICIAL_KEY: 'in production',
      COTEJO_PROVIDER_TIMEOUT: '20 seconds',
      COTEJO_PROVIDER_CONCURRENCY: '64',
      COTEJO_OTHER_DATABASE_URL: 'by these commands',
      COTEJO_PROCESSOR_KEY: 'by that command',
    })
  })

  it('is what a server starts with', async () => {
    const { listsMaxAge, ...settings } = await run(serverSettings, {})
    expect(settings).toMatchObject({
      ...{ apiConnections: 10, workConnections: 5, dispatchConnections: 3, retentionDays: 365 },
      ...{ timeoutFactor: 1, traceSampling: 1, listsRequired: ['ofac_sdn', 'onu', 'sat_69b'], listsAddresses: null },
      ...{ webhookCertificates: null, processorUrl: null, processorCertificates: null, dnsServers: null },
    })
    expect(Object.fromEntries(listNames.map((list) => [list, Duration.toDays(listsMaxAge(list))]))).toEqual({
      ofac_sdn: 3,
      ofac_consolidada: 3,
      onu: 3,
      union_europea: 3,
      reino_unido: 3,
      sat_69b: 45,
      sat_69b_bis: 45,
      personas_expuestas: 45,
      vigilancia: 45,
    })
  })
})

describe('what is set', () => {
  const authority = temporaryFile(certificate)

  it.each([
    ['COTEJO_PROCESSOR_CA_FILE', { processorCertificates: certificate }],
    ['COTEJO_WEBHOOK_CA_FILE', { webhookCertificates: certificate }],
    ['COTEJO_PROVIDER_CA_FILE', { providers: { certificates: certificate } }],
  ])('by %s is trusted there', async (name, settings) => {
    expect(await run(serverSettings, { ...inProduction, [name]: authority })).toMatchObject(settings)
  })

  it('as a time or a number is taken', async () => {
    const times = { COTEJO_VALIDITY: '5 days', COTEJO_PROVIDER_TIMEOUT: '7 seconds', COTEJO_TIME_BUDGET: '2 minutes' }
    expect(await run(serverSettings, { ...inProduction, ...times, COTEJO_PROVIDER_CONCURRENCY: '9' })).toMatchObject({
      validity: Duration.days(5),
      timeBudget: Duration.minutes(2),
      providers: { timeout: Duration.seconds(7), concurrency: 9 },
    })
  })

  it('to nothing but blanks is not set', async () => {
    expect((await run(serverSettings, { COTEJO_PORT: ' ', COTEJO_OTLP_ENDPOINT: '' })).port).toBe(8_080)
    expect((await run(serverSettings, { COTEJO_PORT: ' 81 ' })).port).toBe(81)
  })

  it.each([
    ...['changeme', 'change-me', 'cambiame', 'cambia_me', 'placeholder', 'mi...clave', '%3Cclave%3E', 'CHANGEME'],
    ...['password', 'passwd', 'contrase%C3%B1a', 'secret', 'secreto', 'example', 'ejemplo', 'postgres', 'cotejo'],
    ...['test', 'xxx', '000', '12345', '123456789'],
  ])('as the password %s of the database is a placeholder', async (password) => {
    const { problems } = await run(Effect.flip(serverSettings), {
      DATABASE_URL: `postgres://cotejo:${password}@localhost/cotejo`,
    })
    expect(problems).toEqual(['DATABASE_URL holds a placeholder for its password: put the real one in.'])
  })

  it.each(['connect_timeout=3', 'application_name=cotejo', 'sslmode=disable'])(
    'as the parameter %s of the database is taken',
    async (parameter) => {
      const url = `postgres://cotejo:Qm3vT8@localhost/cotejo?${parameter}`
      expect((await run(serverSettings, { DATABASE_URL: url })).environment).toBe('sandbox')
    },
  )
})
