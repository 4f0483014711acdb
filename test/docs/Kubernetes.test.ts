import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigProvider, Effect } from 'effect'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import packageJson from '#package.json' with { type: 'json' }
import { serverSettings, variables } from '#src/Config.ts'
import { filesOf } from '#src/cli/init/Installation.ts'
import { kubernetes, manifests } from '#test/support/kubernetes.ts'
import { certificate } from '#tools/machine/certificate.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'

interface Generator {
  readonly name: string
  readonly files?: ReadonlyArray<string>
  readonly envs?: ReadonlyArray<string>
}
interface Kustomization {
  readonly resources: ReadonlyArray<string>
  readonly patches: ReadonlyArray<object>
  readonly images: ReadonlyArray<{ readonly name: string; readonly newName: string; readonly newTag: string }>
  readonly configMapGenerator: ReadonlyArray<Generator>
  readonly secretGenerator: ReadonlyArray<Generator>
}

const kustomization: Kustomization = parse(readFileSync(`${kubernetes}/kustomization.yaml`, 'utf8'))
const pods = manifests.filter(([, { kind }]) => kind === 'Deployment' || kind === 'Job')
const deployments = manifests.filter(([, { kind }]) => kind === 'Deployment')

const plan = {
  directory: '/etc/cotejo',
  environment: 'production',
  name: 'avs.example.com',
  database: 'db.example.com:5432/cotejo?sslmode=verify-full',
  databaseAuthority: temporaryFile(certificate),
  identityUrl: 'https://identity.example.com',
  judicialUrl: 'https://judicial.example.com',
}
const written: Readonly<Record<string, string>> = {
  ...filesOf(plan, '2026-11', '1000:1000'),
  'secrets/identity_key': 'una-llave-de-prueba',
  'secrets/judicial_key': 'otra-llave-de-prueba',
}

describe('ops/kubernetes', () => {
  it('lists every file, and generates secrets only from files that init writes', () => {
    expect([...new Set(manifests.map(([file]) => file))].toSorted()).toEqual(kustomization.resources.toSorted())
    expect(kustomization.patches).toEqual([{ path: 'pod.yaml', target: { kind: 'Deployment' } }])
    const sources = kustomization.secretGenerator.flatMap(({ files = [] }) => files.map((file) => file.split('=')))
    for (const [name = '', path] of sources) {
      expect(path).toBe(`secrets/${name}`)
      expect(Object.keys(written)).toContain(path)
    }
    const others = kustomization.configMapGenerator.flatMap(({ files = [], envs = [] }) => [...files, ...envs])
    expect(others.toSorted()).toEqual(['database_ca.pem', 'settings.env'])
  })

  it('keeps secrets and settings out of the repository', () => {
    const ignored = readFileSync(`${kubernetes}/.gitignore`, 'utf8').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['secrets/*', 'settings.env', 'database_ca.pem']))
    expect(manifests.filter(([, { kind }]) => kind === 'Secret')).toEqual([])
  })

  it('has one Deployment for each role, and a new Job for each release', () => {
    const { fallback } = variables.find(({ name }) => name === 'COTEJO_ROLES') ?? {}
    expect(fallback).toBe('all')
    const roles = deployments.map(([, { spec }]) =>
      spec.template.spec.containers[0].env.find(({ name }) => name === 'COTEJO_ROLES'),
    )
    expect(roles.map((role) => role?.value).toSorted()).toEqual(['api', 'dispatcher', 'lists', 'worker'])
    const [image] = kustomization.images
    expect(image).toEqual({
      name: 'cotejo/server',
      newName: 'cotejo-server',
      newTag: packageJson.version,
    })
    const job = pods.find(([, { kind }]) => kind === 'Job')?.[1]
    expect(job?.metadata.name).toBe(`cotejo-migrate-${packageJson.version.replaceAll('.', '-')}`)
    expect(job?.spec.template.spec.containers[0].command).toEqual(['cotejo', 'migrate'])
  })

  it('lets one pod at a time be evicted, of each role that has two', () => {
    const budgets = manifests
      .filter(([, { kind }]) => kind === 'PodDisruptionBudget')
      .map(([, { spec }]) => spec.selector)
    const doubled = deployments.filter(([, { spec }]) => (spec.replicas ?? 1) > 1).map(([, { spec }]) => spec.selector)
    expect(doubled).toHaveLength(3)
    expect(budgets).toEqual(doubled)
  })

  it.each(pods)('%s: takes no right that it does not need, and finds its secrets', (_, { spec }) => {
    const pod = spec.template.spec
    const [container] = pod.containers
    expect(pod).toMatchObject({
      enableServiceLinks: false,
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.image).toBe('cotejo/server')
    const secret = pod.volumes.find(({ name }) => name === 'secrets')?.secret?.secretName
    const generator = kustomization.secretGenerator.find(({ name }) => name === secret)
    const files = (generator?.files ?? []).map((file) => `/run/secrets/cotejo/${file.split('=')[0]}`)
    const used = container.env.map(({ value }) => value).filter((value) => value.startsWith('/run/secrets/'))
    expect(used.toSorted()).toEqual(files.toSorted())
  })

  it.each(deployments)('%s: starts with valid settings, and is probed at its metrics port', async (_, { spec }) => {
    const pod = spec.template.spec
    const [container] = pod.containers
    const passed = (value: string): string =>
      value
        .replace(/^\/run\/cotejo\/database_ca\.pem$/, () => temporaryFile(certificate))
        .replace(/^\/run\/secrets\/cotejo\/(\w+)$/, (_match, name: string) =>
          temporaryFile(written[`secrets/${name}`] ?? ''),
        )
    const own = Object.fromEntries(container.env.map(({ name, value }) => [name, passed(value)]))
    const settings = await Effect.runPromise(
      Effect.provideService(
        serverSettings,
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromEnvRecord({ ...parseEnv(written['settings.env'] ?? ''), ...own }),
      ),
    )
    expect([settings.environment, settings.metricsHost]).toEqual(['production', '0.0.0.0'])
    const ports = Object.fromEntries((container.ports ?? []).map(({ name, containerPort }) => [name, containerPort]))
    expect(ports).toEqual(
      settings.roles.includes('api')
        ? { api: settings.port, metrics: settings.metricsPort }
        : { metrics: settings.metricsPort },
    )
    expect(container.livenessProbe?.httpGet).toEqual({ path: '/livez', port: 'metrics' })
    expect(container.readinessProbe?.httpGet).toEqual({ path: '/_salud', port: 'metrics' })
    expect(pod.terminationGracePeriodSeconds).toBe(40)
    // docs/operate/containers.md: reading a list takes more memory.
    expect(container.resources.limits['memory']).toBe(settings.roles.includes('lists') ? '1536Mi' : '768Mi')
  })
})
