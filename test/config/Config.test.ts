import { generateKeyPairSync } from 'node:crypto'
import { ConfigProvider, Duration, Effect, Redacted } from 'effect'
import { describe, expect, it } from 'vitest'
import { connections } from '#domain/Limits.ts'
import { serverSettings, variables } from '#src/Config.ts'
import { fit, inProduction, key } from '#test/support/settings.ts'
import { certificate, certificateKey } from '#tools/machine/certificate.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'

const run = <A, E>(effect: Effect.Effect<A, E>, environment: Record<string, string>) =>
  Effect.runPromise(
    Effect.provideService(effect, ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(environment)),
  )
const settingsOf = (changes: Record<string, string> = {}) => run(serverSettings, { ...fit, ...changes })
const problemsOf = async (changes: Record<string, string>): Promise<ReadonlyArray<string>> =>
  (await run(Effect.flip(serverSettings), { ...fit, ...changes })).problems

const file = temporaryFile

describe('settings', () => {
  it('has a default for all but environment, database and keys', async () => {
    const settings = await settingsOf()
    expect(settings).toMatchObject({
      environment: 'sandbox',
      roles: ['api', 'worker', 'dispatcher', 'lists'],
      host: '127.0.0.1',
      port: 8080,
      metricsHost: '127.0.0.1',
      metricsPort: 9464,
      apiConnections: 10,
      workConnections: 5,
      timeBudget: Duration.minutes(10),
      validity: Duration.days(30),
      lastCall: Duration.seconds(5),
      logLevel: 'Info',
      otlpEndpoint: null,
      tls: null,
    })
    expect(Redacted.value(settings.database.url)).toBe(fit.DATABASE_URL)
    expect(Redacted.value(settings.keyring.digestKey)).toEqual(new Uint8Array(Buffer.from(key(1), 'base64')))
  })

  it('tells every problem at once, with the variable and what to do', async () => {
    const problems = (await run(Effect.flip(serverSettings), { COTEJO_PORT: '70000', COTEJO_ROLES: 'api,cook' }))
      .problems
    expect(problems).toEqual([
      expect.stringMatching(/^COTEJO_ENVIRONMENT is missing\. sandbox/),
      expect.stringMatching(/^DATABASE_URL or DATABASE_URL_FILE is missing\. Address of Postgres/),
      expect.stringMatching(/^COTEJO_DIGEST_KEY or COTEJO_DIGEST_KEY_FILE is missing.*openssl rand/),
      expect.stringMatching(/^COTEJO_SEALING_KEYS or COTEJO_SEALING_KEYS_FILE is missing.*openssl rand/),
      'COTEJO_PORT is "70000"; it is a whole number from 0 to 65535.',
      'COTEJO_ROLES is "api,cook"; it is all, or some of, separated by commas: api, worker, dispatcher, lists.',
    ])
  })

  it.each([
    ['a placeholder', 'changeme', 'is a placeholder'],
    ['a text in angle brackets', '<32 bytes>', 'is a placeholder'],
    ['zeros', Buffer.alloc(32).toString('base64'), 'is a pattern'],
    ['a repeated pattern', Buffer.from('0123456789abcdef0123456789abcdef').toString('base64'), 'is a pattern'],
    ['a readable text', Buffer.from('correct horse battery staple abc').toString('base64'), 'is a pattern'],
    [
      '16 bytes',
      Buffer.from(key(1), 'base64').subarray(16).toString('base64'),
      'is base64 of 16 bytes, and has to be of 32',
    ],
    ['what is not base64', `${key(1).slice(0, -2)}!!`, 'is not base64'],
  ])('refuses %s as a key, without repeating it', async (_, value, complaint) => {
    const [digest, sealing, ...others] = await problemsOf({
      COTEJO_DIGEST_KEY: value,
      COTEJO_SEALING_KEYS: `k1:${value}`,
    })
    expect(others).toEqual([])
    expect(digest).toContain(`COTEJO_DIGEST_KEY ${complaint}`)
    expect(sealing).toContain(`COTEJO_SEALING_KEYS has a key "k1" that ${complaint}`)
    expect(`${digest}${sealing}`).not.toContain(value)
  })

  it('gives each list an age of its own, and the others one for all', async () => {
    const ages = async (text?: string) => {
      const { listsMaxAge } = await settingsOf(text === undefined ? {} : { COTEJO_LISTS_MAX_AGE: text })
      return (['ofac_sdn', 'onu', 'sat_69b'] as const).map((list) => Duration.toDays(listsMaxAge(list)))
    }
    expect(await ages()).toEqual([3, 3, 45])
    expect(await ages('10 days')).toEqual([10, 10, 10])
    expect(await ages('onu = 5 days, 10 days')).toEqual([10, 5, 10])
  })

  it.each(['onus=3 days', '3 days,onu=4 days,onu=5 days'])('says of the ages %j how a name stands', async (text) => {
    const lists =
      'ofac_sdn, ofac_consolidada, onu, union_europea, reino_unido, sat_69b, sat_69b_bis, personas_expuestas, vigilancia'
    expect(await problemsOf({ COTEJO_LISTS_MAX_AGE: text })).toEqual([
      `COTEJO_LISTS_MAX_AGE is "${text}"; its names are of these, each at most once: ${lists}.`,
    ])
  })

  it('says which of the lengths of time is too short, and what it may be', async () => {
    expect(await problemsOf({ COTEJO_LISTS_MAX_AGE: '3 days,onu=1 hour' })).toEqual([
      'COTEJO_LISTS_MAX_AGE has "onu=1 hour"; it is a length of time with its unit, from 1 day to 3650 days.',
    ])
    expect(await problemsOf({ COTEJO_LISTS_MAX_AGE: '45' })).toEqual([
      'COTEJO_LISTS_MAX_AGE is "45"; it is a length of time with its unit, from 1 day to 3650 days.',
    ])
  })

  it('reads where lists are published', async () => {
    const text = 'onu=https://listas.example.com/un.xml\nofac_sdn = https://example.com/a https://example.com/b'
    const { listsAddresses } = await settingsOf({ COTEJO_LISTS_ADDRESSES: text })
    expect([...(listsAddresses ?? [])]).toEqual([
      ['onu', ['https://listas.example.com/un.xml']],
      ['ofac_sdn', ['https://example.com/a', 'https://example.com/b']],
    ])
    expect((await settingsOf()).listsAddresses).toBeNull()
  })

  it('takes several sealing keys, the first of which seals', async () => {
    const { keyring } = await settingsOf({ COTEJO_SEALING_KEYS: `b:${key(3)}, a:${key(2)}\n` })
    expect(keyring.sealingKeys.map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('reads a secret from the file that NAME_FILE names', async () => {
    const { keyring } = await settingsOf({ COTEJO_DIGEST_KEY: '', COTEJO_DIGEST_KEY_FILE: file(`${key(7)}\n`) })
    expect(Redacted.value(keyring.digestKey)).toEqual(new Uint8Array(Buffer.from(key(7), 'base64')))
    expect(await problemsOf({ COTEJO_DIGEST_KEY_FILE: file(key(7)) })).toEqual([
      'COTEJO_DIGEST_KEY and COTEJO_DIGEST_KEY_FILE are set: keep one.',
    ])
    expect(await problemsOf({ COTEJO_DIGEST_KEY: '', COTEJO_DIGEST_KEY_FILE: '/not/there' })).toEqual([
      'COTEJO_DIGEST_KEY_FILE: the file /not/there cannot be read (ENOENT).',
    ])
    expect(await problemsOf({ COTEJO_DIGEST_KEY: '', COTEJO_DIGEST_KEY_FILE: file('changeme') })).toEqual([
      expect.stringContaining('The file of COTEJO_DIGEST_KEY_FILE is a placeholder'),
    ])
  })

  it.each([
    ['mysql://a:b@h/d', 'is not the address of a database'],
    ['not an address', 'is not the address of a database'],
    ['postgres:///d', 'is not the address of a database'],
    ['postgres://cotejo:changeme@localhost/d', 'holds a placeholder for its password'],
    ['postgres://cotejo:password@localhost/d', 'holds a placeholder for its password'],
    ['postgres://cotejo:%ff@localhost/d', 'has a password that is not percent-encoded'],
    ['postgres://a:Qm3vT8@h/d', 'says nothing of encryption'],
    ['postgres://a:Qm3vT8@h/d?ssl=true', 'has the parameter ssl, which does nothing'],
    ['postgres://a:Qm3vT8@h/d?sslmode=prefer', 'has an sslmode that may end in plain text'],
    ['postgres://a:Qm3vT8@h/d?sslmode=require', 'has an sslmode that may end in plain text'],
    ['postgres://a:Qm3vT8@localhost/d?sslmode=allow', 'has an sslmode that may end in plain text'],
    ['postgres://a:Qm3vT8@h/d?sslmode=verify-full&sslmode=disable', 'has a parameter twice'],
    ['postgres://a:Qm3vT8@h/d?sslmode=verify-full&sslrootcert=/ca', 'has an unknown parameter'],
    ['postgres://a:Qm3vT8@h/d?host=elsewhere', 'has an unknown parameter'],
    ['postgres://a:Qm3vT8@h1,h2:5433/d', 'names several hosts'],
    ['postgres://a:Qm3vT8@h/d?target_session_attrs=read-write', 'has target_session_attrs, which is not supported'],
  ])('refuses the database %s, without repeating it', async (url, complaint) => {
    const problems = await problemsOf({ DATABASE_URL: url })
    expect(problems).toEqual([expect.stringContaining(`DATABASE_URL ${complaint}`)])
    expect(problems.join()).not.toContain(url)
  })

  it.each([
    'postgres://a:Qm3vT8@localhost/d',
    'postgres://a:Qm3vT8@127.0.0.1:5432/d',
    'postgres://a:Qm3vT8@[::1]:5432/d',
    'postgres://a:Qm3vT8@h/d?sslmode=disable',
    'postgres://a:Qm3vT8@h/d?sslmode=verify-full&connect_timeout=3',
  ])('takes the database %s in the sandbox', async (url) => {
    expect(Redacted.value((await settingsOf({ DATABASE_URL: url })).database.url)).toBe(url)
  })

  it('wants the way to the database encrypted in production, but on this machine', async () => {
    const plain = { ...inProduction, DATABASE_URL: 'postgres://a:Qm3vT8@h/d?sslmode=disable' }
    expect(await problemsOf(plain)).toEqual([
      'DATABASE_URL does not encrypt: in production, outside this machine, it says ?sslmode=verify-full.',
    ])
    const local = { ...inProduction, DATABASE_URL: 'postgres://a:Qm3vT8@localhost/d' }
    expect((await settingsOf(local)).environment).toBe('production')
  })

  it("takes authorities for the database's certificate where it is encrypted alone", async () => {
    const authority = { COTEJO_DATABASE_CA_FILE: file(certificate) }
    expect((await settingsOf(authority)).database.certificates).toBe(certificate)
    expect(await problemsOf({ ...authority, DATABASE_URL: 'postgres://a:Qm3vT8@localhost/d' })).toEqual([
      'COTEJO_DATABASE_CA_FILE is set and DATABASE_URL does not encrypt: add ?sslmode=verify-full.',
    ])
    expect(await problemsOf({ COTEJO_DATABASE_CA_FILE: file('x') })).toEqual([
      'COTEJO_DATABASE_CA_FILE names a file that holds no certificate in PEM.',
    ])
  })

  it('knows a way to Postgres past a pooler, encrypted in production as the other', async () => {
    expect((await settingsOf({})).database.direct).toBe(null)
    const past = { COTEJO_DIRECT_DATABASE_URL: 'postgres://a:Qm3vT8@h/d?sslmode=disable' }
    const { direct } = (await settingsOf(past)).database
    expect(direct === null ? null : Redacted.value(direct.url)).toBe(past.COTEJO_DIRECT_DATABASE_URL)
    expect(await problemsOf({ ...inProduction, ...past })).toEqual([
      'COTEJO_DIRECT_DATABASE_URL does not encrypt: in production, outside this machine, it says ?sslmode=verify-full.',
    ])
  })

  it('asks authorities on the way that is encrypted, where the one to a pooler on this machine is not', async () => {
    const { database } = await settingsOf({
      COTEJO_DATABASE_CA_FILE: file(certificate),
      DATABASE_URL: 'postgres://a:Qm3vT8@localhost/d',
      COTEJO_DIRECT_DATABASE_URL: 'postgres://a:Qm3vT8@h/d?sslmode=verify-full',
    })
    expect([database.certificates, database.direct?.certificates]).toEqual([null, certificate])
  })

  it('takes a certificate only with its key', async () => {
    const together = 'COTEJO_TLS_CERT_FILE and COTEJO_TLS_KEY_FILE go together: set both or neither.'
    expect(await problemsOf({ COTEJO_TLS_CERT_FILE: file('x') })).toEqual([together])
  })

  it('says which of a certificate and its key is not fit', async () => {
    const problemsWith = (cert: string, key: string) =>
      problemsOf({ COTEJO_TLS_CERT_FILE: file(cert), COTEJO_TLS_KEY_FILE: file(key) })
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const other = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    const closed = { format: 'pem', type: 'pkcs8', cipher: 'aes-128-cbc', passphrase: 'uno' } as const
    expect(await problemsWith('x', certificateKey)).toEqual([
      'COTEJO_TLS_CERT_FILE names a file that holds no certificate in PEM.',
    ])
    expect(await problemsWith(certificate, 'y')).toEqual([
      'COTEJO_TLS_KEY_FILE names a file that holds no private key in PEM.',
    ])
    expect(await problemsWith(certificate, other)).toEqual([
      'COTEJO_TLS_KEY_FILE names another key than that of the certificate in COTEJO_TLS_CERT_FILE.',
    ])
    expect(await problemsWith(certificate, privateKey.export(closed).toString())).toEqual([
      'COTEJO_TLS_KEY_FILE names a key with a passphrase: give it without one.',
    ])
    expect(
      await problemsWith(
        `${certificate}\n-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n`,
        certificateKey,
      ),
    ).toEqual([
      'COTEJO_TLS_CERT_FILE and COTEJO_TLS_KEY_FILE cannot be used: a certificate is not whole, or its key too weak.',
    ])
  })

  it.each(['192.0.2.1', '127.0.0.1:5353', '[2001:db8::1]:53, 192.0.2.1'])(
    'takes the name servers %s',
    async (servers) => {
      expect(await settingsOf({ COTEJO_DNS_SERVERS: servers })).toMatchObject({ dnsServers: servers.split(', ') })
    },
  )

  it.each([
    ['10.0.0.0/8', 1],
    ['10.0.0.0/8, 2001:db8::/32,192.0.2.7', 3],
  ])('takes the trusted proxies %s', async (text, many) => {
    expect((await settingsOf({ COTEJO_TRUSTED_PROXIES: text })).trustedProxies).toHaveLength(many)
    expect((await settingsOf({})).trustedProxies).toBe(null)
  })

  it('denies receivers the ports of well-known services, and what is told besides', async () => {
    const usual = (await settingsOf({})).deniedReceivers
    expect(usual).toMatchObject({ networks: [], names: [] })
    expect(usual.ports.has(5_432)).toBe(true)
    const changed = await settingsOf({
      COTEJO_WEBHOOK_DENIED_PORTS: '9000',
      COTEJO_WEBHOOK_DENIED_NETWORKS: '93.184.216.0/24, 2606:2800:220::/48',
      COTEJO_WEBHOOK_DENIED_NAMES: 'Corp.Example.com., café.mx',
    })
    expect(changed.deniedReceivers).toMatchObject({
      ports: new Set([9_000]),
      names: ['corp.example.com', 'xn--caf-dma.mx'],
    })
    expect(changed.deniedReceivers.networks).toHaveLength(2)
  })

  it('holds clients to the usual limits, and to those that are set', async () => {
    expect((await settingsOf({})).connectionLimits).toEqual(connections)
    const changed = await settingsOf({ COTEJO_ANSWER_TIME: '5 seconds', COTEJO_CONNECTIONS: '100' })
    expect(changed.connectionLimits).toEqual({ ...connections, answerTime: Duration.seconds(5), connections: 100 })
    expect(await problemsOf({ COTEJO_IDLE_TIME: '61 minutes', COTEJO_CONNECTIONS: '15' })).toEqual([
      expect.stringContaining(
        'COTEJO_IDLE_TIME is "61 minutes"; it is a length of time with its unit, from 100 millis to 1 hour.',
      ),
      expect.stringContaining('COTEJO_CONNECTIONS is "15"; it is a whole number from 16 to 65536.'),
    ])
  })

  it.each(['http://127.0.0.1:4020', 'http://procesador.example.com'])(
    'reaches no processor over %s in production',
    async (url) => {
      const changes = { COTEJO_PROCESSOR_URL: url }
      expect(await problemsOf({ ...changes, COTEJO_ENVIRONMENT: 'production' })).toContain(
        `COTEJO_PROCESSOR_URL is "${url}": in production it begins with https://.`,
      )
      expect((await settingsOf(changes)).processorUrl).toBe(url)
    },
  )

  it('needs two providers in production, and tells all that is missing', async () => {
    expect(await problemsOf({ COTEJO_ENVIRONMENT: 'production' })).toEqual([
      expect.stringMatching(/^COTEJO_IDENTITY_URL is missing\. Address of the provider of the source identidad:/),
      expect.stringMatching(/^COTEJO_IDENTITY_KEY or COTEJO_IDENTITY_KEY_FILE is missing\./),
      expect.stringMatching(/^COTEJO_JUDICIAL_URL is missing\. Address of the provider of the source judicial:/),
      expect.stringMatching(/^COTEJO_JUDICIAL_KEY or COTEJO_JUDICIAL_KEY_FILE is missing\./),
    ])
  })

  it('starts in production with two providers, whose keys may be in files', async () => {
    const { COTEJO_JUDICIAL_KEY: judicialKey, ...others } = inProduction
    const { providers } = await settingsOf({ ...others, COTEJO_JUDICIAL_KEY_FILE: file(`${judicialKey}\n`) })
    expect(providers).toMatchObject({
      identidad: { url: inProduction.COTEJO_IDENTITY_URL },
      judicial: { url: inProduction.COTEJO_JUDICIAL_URL },
      certificates: null,
      own: null,
      timeout: Duration.seconds(20),
      concurrency: 64,
    })
    expect(providers && Redacted.value(providers.identidad.key)).toBe(inProduction.COTEJO_IDENTITY_KEY)
    expect(providers && Redacted.value(providers.judicial.key)).toBe(judicialKey)
  })

  it('does not look at providers in the sandbox', async () => {
    const { providers } = await settingsOf({ COTEJO_IDENTITY_URL: 'nowhere', COTEJO_IDENTITY_KEY: 'none' })
    expect(providers).toBeNull()
  })

  it.each(['http://127.0.0.1:4011', 'http://localhost/socio', 'http://[::1]:8443', 'https://10.0.0.8/v1/'])(
    'takes the provider %s',
    async (url) => {
      expect(await settingsOf({ ...inProduction, COTEJO_IDENTITY_URL: url })).toMatchObject({ identityUrl: url })
    },
  )

  it('shows providers a certificate only with its key', async () => {
    const [cert, privateKey] = [file(certificate), file(certificateKey)]
    const both = { ...inProduction, COTEJO_PROVIDER_CERT_FILE: cert, COTEJO_PROVIDER_KEY_FILE: privateKey }
    expect((await settingsOf(both)).providers?.own).toEqual({ cert: certificate, key: certificateKey })
    expect(await problemsOf({ ...inProduction, COTEJO_PROVIDER_CERT_FILE: cert })).toEqual([
      'COTEJO_PROVIDER_CERT_FILE and COTEJO_PROVIDER_KEY_FILE go together: set both or neither.',
    ])
    expect(await problemsOf({ ...both, COTEJO_PROVIDER_KEY_FILE: cert })).toEqual([
      'COTEJO_PROVIDER_KEY_FILE names a file that holds no private key in PEM.',
    ])
    expect(await problemsOf({ ...inProduction, COTEJO_PROVIDER_CA_FILE: privateKey })).toEqual([
      'COTEJO_PROVIDER_CA_FILE names a file that holds no certificate in PEM.',
    ])
  })

  it('names every variable once and says what it means', () => {
    const names = variables.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(variables.every(({ meaning }) => meaning.endsWith('.'))).toBe(true)
  })
})
