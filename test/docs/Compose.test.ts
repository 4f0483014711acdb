import { existsSync, readFileSync } from 'node:fs'
import { ConfigProvider, Effect } from 'effect'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { serverSettings, variables } from '#src/Config.ts'
import { key } from '#test/support/settings.ts'
import { certificate, certificateKey } from '#tools/machine/certificate.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'

interface Service {
  readonly command?: ReadonlyArray<string> | string
  readonly entrypoint?: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  readonly secrets: ReadonlyArray<string>
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck: { readonly test: ReadonlyArray<string> }
  readonly ports?: ReadonlyArray<string>
  readonly deploy?: { readonly replicas: number }
  readonly stop_grace_period: string
  readonly volumes?: ReadonlyArray<string>
}

interface Compose {
  readonly services: Readonly<Record<'migrate' | 'cotejo' | 'operator', Service>> & Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

const dockerfile = readFileSync('Dockerfile', 'utf8')
const names = new Set(variables.flatMap(({ name }) => name.split(/, | or /)))

/** What the files of secrets hold, as docs/operate/containers.md has them made. */
const url = (role: string) => `postgres://cotejo_${role}:Qm3vT8@db.example.com:5432/cotejo?sslmode=verify-full`
const held: Readonly<Record<string, string>> = {
  migrate_url: url('migrate'),
  app_url: url('app'),
  operator_url: url('operator'),
  database_ca: certificate,
  digest_key: key(1),
  sealing_keys: `k1:${key(2)}`,
  tls_crt: certificate,
  tls_key: certificateKey,
  identity_key: 'una-llave-de-prueba',
  judicial_key: 'otra-llave-de-prueba',
}

/** A value as the engine passes it on: what has to be given is the address of a provider. */
const passed = (value: string): string =>
  value
    .replace(/\$\{\w+:\?[^}]*\}/, 'https://provider.example.com')
    .replace(/^\/run\/secrets\/(\w+)$/, (_, name) => temporaryFile(held[name] ?? ''))

/** How a healthcheck ends that is answered so; `null` is nobody's answer. */
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

describe.each(['compose.yaml', 'ops/compose.production.yaml'])('%s', (path) => {
  const compose: Compose = parse(readFileSync(path, 'utf8'), { merge: true })
  const { migrate, cotejo, operator, ...others } = compose.services
  const ours = Object.entries({ migrate, cotejo, operator })

  it.each(ours)(
    'gives %s settings that there are, secrets as files, and no secret that it does not need',
    (_, service) => {
      const variablesOf = Object.keys(service.environment)
      expect(variablesOf.filter((name) => !names.has(name))).toEqual([])
      expect(variablesOf.filter((name) => names.has(`${name}_FILE`))).toEqual([])
      const files = Object.values(service.environment).flatMap(
        (value) => /^\/run\/secrets\/(.+)$/.exec(value)?.[1] ?? [],
      )
      expect([...service.secrets].sort()).toEqual(files.sort())
      expect(service.secrets.map((name) => compose.secrets[name]?.file)).toEqual(
        service.secrets.map((name) => `secrets/${name}`),
      )
    },
  )

  it('starts replicas with settings that are fit, on the ports that are published', async () => {
    const environment = Object.entries(cotejo.environment).map(([name, value]) => [name, passed(value)])
    const provider = ConfigProvider.fromEnvRecord(Object.fromEntries(environment))
    const settings = await Effect.runPromise(
      Effect.provideService(serverSettings, ConfigProvider.ConfigProvider, provider),
    )
    expect(settings.environment).toBe(path === 'compose.yaml' ? 'sandbox' : 'production')
    expect(settings.tls === null).toBe(path === 'compose.yaml')
    const published = (cotejo.ports ?? []).map((port) => Number(port.split(':').at(-1)))
    expect([settings.port, settings.metricsPort]).toEqual(expect.arrayContaining(published))
    // What is published is reached from outside of the container.
    expect(settings.metricsHost).toBe(published.includes(settings.metricsPort) ? '0.0.0.0' : '127.0.0.1')
    expect(cotejo.deploy?.replicas).toBe(2)
    // docs/operate/systemd.md, "Health checks"
    expect(cotejo.stop_grace_period).toBe('40s')
  })

  it('runs programs of the image, each with its role of the database, and migrates before a replica starts', () => {
    expect([migrate.command, cotejo.command, operator.entrypoint]).toEqual([
      ['node', 'src/cli.ts', 'migrate'],
      undefined,
      ['node', 'src/cli.ts'],
    ])
    expect(dockerfile).toContain('CMD ["node", "--disable-sigusr1", "src/main.ts"]')
    expect(dockerfile).toContain('COPY src src')
    expect(['src/cli.ts', 'src/main.ts'].filter((file) => !existsSync(file))).toEqual([])
    const roles = ours.map(([, { environment }]) => environment['DATABASE_URL_FILE'])
    expect(roles).toEqual(['migrate', 'app', 'operator'].map((role) => `/run/secrets/${role}_url`))
    expect(cotejo.depends_on?.['migrate']).toEqual({ condition: 'service_completed_successfully' })
  })

  it('looks at a replica on the inner port, which has no TLS: 0 when it is ready, 1 when not or when nobody answers', async () => {
    const [how, program, flag, code = ''] = cotejo.healthcheck.test
    expect([how, program, flag]).toEqual(['CMD', 'node', '--eval'])
    const inner = variables.find(({ name }) => name === 'COTEJO_METRICS_PORT')?.fallback
    const asked = `http://127.0.0.1:${inner}/_salud`
    expect(await healthcheckEnds(code, true)).toEqual({ asked, exit: 0 })
    expect(await healthcheckEnds(code, false)).toEqual({ asked, exit: 1 })
    expect(await healthcheckEnds(code, null)).toEqual({ asked, exit: 1 })
    expect(cotejo.environment['COTEJO_METRICS_PORT']).toBeUndefined()
    // Every address of the container, this one among them.
    expect(dockerfile).toMatch(/^ENV .*COTEJO_HOST=0\.0\.0\.0/m)
  })

  it('mounts files that there are', () => {
    const mounted = Object.values({ ...others, migrate, cotejo, operator }).flatMap(({ volumes = [] }) => volumes)
    const files = mounted.flatMap((volume) => /^(\.\/[^:]+):/.exec(volume)?.[1] ?? [])
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })
})
