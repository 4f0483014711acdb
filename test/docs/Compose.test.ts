import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigProvider, Effect } from 'effect'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import packageJson from '#package.json' with { type: 'json' }
import { serverSettings, variables } from '#src/Config.ts'
import { filesOf, type Plan } from '#src/cli/init/Installation.ts'
import { certificate } from '#tools/machine/certificate.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'

interface Service {
  readonly image: string
  readonly command?: ReadonlyArray<string>
  readonly entrypoint?: ReadonlyArray<string>
  readonly user?: string
  readonly env_file?: string
  readonly environment: Readonly<Record<string, string>>
  readonly secrets?: ReadonlyArray<string>
  readonly profiles?: ReadonlyArray<string>
  readonly depends_on?: Readonly<Record<string, { readonly condition: string; readonly required?: boolean }>>
  readonly ports?: ReadonlyArray<string>
  readonly deploy?: { readonly replicas: number }
  readonly stop_grace_period?: string
  readonly read_only?: boolean
  readonly cap_drop?: ReadonlyArray<string>
  readonly volumes?: ReadonlyArray<string>
}

interface Compose {
  readonly services: Readonly<
    Record<'postgres' | 'migrate' | 'replica' | 'operator' | 'proxy' | 'certbot' | 'prometheus', Service>
  >
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

const dockerfile = readFileSync('Dockerfile', 'utf8')
const names = new Set(variables.flatMap(({ name }) => name.split(/, | or /)))

const plan: Plan = {
  directory: '/etc/cotejo',
  environment: 'production',
  name: 'avs.example.com',
  database: null,
  databaseAuthority: null,
  identityUrl: 'https://identity.example.com',
  judicialUrl: 'https://judicial.example.com',
}
const plans = [
  ['production with a Postgres of its own', plan],
  ['a sandbox', { ...plan, environment: 'sandbox', identityUrl: null, judicialUrl: null }],
  [
    'production over an existing Postgres',
    {
      ...plan,
      database: 'db.example.com:5432/cotejo?sslmode=verify-full',
      databaseAuthority: temporaryFile(certificate),
    },
  ],
  [
    'production over a Postgres that Node trusts',
    { ...plan, database: 'db.example.com:5432/cotejo?sslmode=verify-full' },
  ],
] as const satisfies ReadonlyArray<readonly [string, Plan]>

/** The text with variables as Compose replaces them: `${A}`, `${A:?}`, `${A:-default}` and `${A:+if set}`. */
const interpolated = (text: string, given: Readonly<Record<string, string | undefined>>): string =>
  text.replace(/(?<!\$)\$\{(\w+)(?::([-+?])([^}]*))?\}/g, (_, name: string, operator?: string, word = '') => {
    const value = given[name] ?? ''
    if (operator === '?' && value === '') throw new Error(`${name} is not set`)
    if (operator === '+') return value === '' ? '' : word
    return operator === '-' && value === '' ? word : value
  })

/** How a healthcheck exits after this answer; `null` is no answer. */
const healthcheckEnds = async (code: string, ok: boolean | null): Promise<{ asked: string; exit: number }> => {
  const ended = Promise.withResolvers<{ asked: string; exit: number }>()
  let asked = ''
  const fetch = async (address: string) => {
    asked = address
    if (ok === null) throw new Error('ECONNREFUSED')
    return { ok }
  }
  new Function('fetch', 'process', code)(fetch, { exit: (exit: number) => ended.resolve({ asked, exit }) })
  return ended.promise
}

describe.each(plans)('compose.yaml of %s', (_, given: Plan) => {
  const files = filesOf(given, '2026-11', '1000:1000')
  const compose: Compose = parse(interpolated(files['compose.yaml'] ?? '', parseEnv(files['.env'] ?? '')), {
    merge: true,
  })
  const started = Object.entries(compose.services).filter(
    ([, { profiles = [] }]) => profiles.length === 0 || (profiles.includes('postgres') && given.database === null),
  )
  const { migrate, replica, operator } = compose.services
  const ours = Object.entries({ migrate, replica, operator })

  it.each(ours)('gives %s known settings, secrets as files, and no secret that it does not need', (_name, service) => {
    const variablesOf = Object.keys(service.environment)
    expect(variablesOf.filter((name) => !names.has(name))).toEqual([])
    expect(variablesOf.filter((name) => names.has(`${name}_FILE`))).toEqual([])
    const used = Object.values(service.environment).flatMap((value) => /^\/run\/secrets\/(.+)$/.exec(value)?.[1] ?? [])
    const own = service.secrets ?? []
    expect(own.toSorted()).toEqual(used.toSorted())
    expect(own.map((name) => compose.secrets[name]?.file)).toEqual(own.map((name) => `secrets/${name}`))
    expect([service.image, service.user, service.read_only, service.cap_drop, service.env_file]).toEqual([
      `cotejo-server:${packageJson.version}`,
      '1000:1000',
      true,
      ['ALL'],
      'settings.env',
    ])
  })

  it('names only secrets that init writes, and gives the migration none of the keys', () => {
    const used = started.flatMap(([, { secrets = [] }]) => secrets)
    expect(used.filter((name) => files[compose.secrets[name]?.file ?? ''] === undefined)).toEqual([])
    expect(migrate.secrets).toEqual(['database_migrate'])
  })

  it('brings a Postgres if there is no other, with copies of the files that only their owner may read', () => {
    const { postgres } = compose.services
    expect(started.map(([name]) => name).includes('postgres')).toBe(given.database === null)
    const copied = 'install -o postgres -m 600 /run/roles.sql /docker-entrypoint-initdb.d/roles.sql'
    expect(postgres.entrypoint?.join(' ')).toContain(copied)
    expect(postgres.volumes).toContain('./roles.sql:/run/roles.sql:ro')
  })

  it('trusts the authority of the database that was given', () => {
    const file = given.database === null ? './postgres/tls.crt' : given.databaseAuthority && './database_ca.pem'
    for (const [, { volumes, environment }] of ours) {
      expect(volumes).toEqual([`${file ?? '/dev/null'}:/run/database_ca.pem:ro`])
      expect(environment['COTEJO_DATABASE_CA_FILE']).toBe(file === null ? '' : '/run/database_ca.pem')
    }
  })

  it('starts two replicas with valid settings behind the proxy, which alone is published', async () => {
    const held: Readonly<Record<string, string>> = {
      ...files,
      'secrets/identity_key': 'una-llave-de-prueba',
      'secrets/judicial_key': 'otra-llave-de-prueba',
    }
    const passed = (value: string): string =>
      value
        .replace(/^\/run\/database_ca\.pem$/, () => temporaryFile(certificate))
        .replace(/^\/run\/secrets\/(\w+)$/, (_match, name: string) => temporaryFile(held[`secrets/${name}`] ?? ''))
    const environment = { ...parseEnv(files['settings.env'] ?? ''), ...replica.environment }
    const provider = ConfigProvider.fromEnvRecord(
      Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, passed(value ?? '')])),
    )
    const settings = await Effect.runPromise(
      Effect.provideService(serverSettings, ConfigProvider.ConfigProvider, provider),
    )
    expect([settings.environment, settings.tls, settings.port, settings.metricsPort]).toEqual([
      given.environment,
      null,
      8080,
      9464,
    ])
    expect([replica.environment['COTEJO_HOST'], settings.metricsHost]).toEqual(['0.0.0.0', '0.0.0.0'])
    expect(replica.deploy?.replicas).toBe(2)
    // docs/operate/systemd.md, "Health checks"
    expect(replica.stop_grace_period).toBe('40s')
    const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${port}`),
    )
    expect(published).toEqual(['proxy 80:80', 'proxy 443:443', 'prometheus 127.0.0.1:9090:9090'])
    expect(files['haproxy.cfg']).toContain('replica:8080')
    expect(files['prometheus.yml']).toContain('port: 9464')
  })

  it('runs programs of the image, each with its role of the database, and migrates before a replica starts', () => {
    expect([migrate.command, replica.command, operator.entrypoint]).toEqual([
      ['cotejo', 'migrate'],
      undefined,
      ['cotejo'],
    ])
    expect(dockerfile).toContain('/usr/local/bin/cotejo')
    expect(dockerfile).not.toContain('src/')
    expect(dockerfile).toMatch(/^CMD \["node", "--disable-sigusr1", "\/opt\/cotejo\/dist\/cotejo-server\.js"\]$/m)
    const roles = ours.map(([, { environment }]) => environment['DATABASE_URL_FILE'])
    expect(roles).toEqual(['migrate', 'app', 'operator'].map((role) => `/run/secrets/database_${role}`))
    expect(replica.depends_on?.['migrate']).toEqual({ condition: 'service_completed_successfully' })
    expect(migrate.depends_on?.['postgres']).toEqual({ condition: 'service_healthy', required: false })
  })

  it('mounts files that init writes', () => {
    const mounted = started.flatMap(([, { volumes = [] }]) => volumes)
    const paths = mounted.flatMap((volume) => /^\.\/([^:]+):/.exec(volume)?.[1] ?? [])
    const written = [...Object.keys(files), ...(given.database === null ? ['postgres', 'postgres/tls.crt'] : [])]
    expect(paths).toContain('certificate.sh')
    expect(paths.filter((path) => !written.includes(path))).toEqual([])
  })
})

it('the image asks the metrics port whether a replica is ready: 0 if it is, else 1', async () => {
  const [, test = '[]'] = /^HEALTHCHECK .*\n\s+(\[.*\])$/m.exec(dockerfile) ?? []
  const [program, flag, code]: ReadonlyArray<string> = JSON.parse(test)
  expect([program, flag]).toEqual(['node', '--eval'])
  const inner = variables.find(({ name }) => name === 'COTEJO_METRICS_PORT')?.fallback
  const asked = `http://127.0.0.1:${inner}/_salud`
  expect(await healthcheckEnds(code ?? '', true)).toEqual({ asked, exit: 0 })
  expect(await healthcheckEnds(code ?? '', false)).toEqual({ asked, exit: 1 })
  expect(await healthcheckEnds(code ?? '', null)).toEqual({ asked, exit: 1 })
})

describe('compose.simulator.yaml', () => {
  it('runs the image of the simulator, and publishes its port only to this machine', () => {
    const compose: Compose = parse(readFileSync('compose.simulator.yaml', 'utf8'))
    expect(Object.values(compose.services).map(({ ports }) => ports)).toEqual([['127.0.0.1:4010:4010']])
    expect(readFileSync('Dockerfile.simulator', 'utf8')).toContain('EXPOSE 4010')
  })
})
