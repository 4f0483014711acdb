import { readdirSync, readFileSync } from 'node:fs'
import { parse, parseAllDocuments } from 'yaml'

interface Container {
  readonly image: string
  readonly command?: ReadonlyArray<string>
  readonly env: ReadonlyArray<{ readonly name: string; readonly value: string }>
  readonly ports?: ReadonlyArray<{ readonly name: string; readonly containerPort: number }>
  readonly securityContext: object
  readonly resources: { readonly limits: Readonly<Record<string, string>> }
  readonly volumeMounts: ReadonlyArray<{ readonly name: string; readonly mountPath: string }>
  readonly livenessProbe?: { readonly httpGet: object }
  readonly readinessProbe?: { readonly httpGet: object }
}

interface PodSpec {
  readonly enableServiceLinks: boolean
  readonly automountServiceAccountToken: boolean
  readonly terminationGracePeriodSeconds?: number
  readonly securityContext: object
  readonly containers: readonly [Container]
  readonly volumes: ReadonlyArray<{ readonly name: string; readonly secret?: { readonly secretName: string } }>
}

export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly replicas?: number
    readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> }
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> }
      readonly spec: PodSpec
    }
  }
}

export const kubernetes = 'ops/kubernetes'

interface Named {
  readonly name: string
}
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isNamed = (value: unknown): value is Named => isObject(value) && typeof value['name'] === 'string'

/** As kustomize applies a patch (strategic merge): objects member by member, lists by the names of their elements. */
const patched = (base: unknown, patch: unknown): unknown => {
  if (Array.isArray(base) && Array.isArray(patch)) {
    const [own, added] = [base.filter(isNamed), patch.filter(isNamed)]
    const names = new Set([...added, ...own].map(({ name }) => name))
    return [...names].map((name) =>
      patched(
        own.find((one) => one.name === name),
        added.find((one) => one.name === name),
      ),
    )
  }
  if (!isObject(base) || !isObject(patch)) return patch ?? base
  const members = [...new Set([...Object.keys(base), ...Object.keys(patch)])]
  return Object.fromEntries(members.map((member) => [member, patched(base[member], patch[member])]))
}

/** What kustomization.yaml adds to every Deployment. */
const { metadata: _, ...pod } = parse(readFileSync(`${kubernetes}/pod.yaml`, 'utf8'))

/** Every manifest of ops/kubernetes as kustomize renders it, and the file that it is in. */
export const manifests: ReadonlyArray<readonly [string, Manifest]> = readdirSync(kubernetes)
  .filter((name) => name.endsWith('.yaml') && !['kustomization.yaml', 'pod.yaml'].includes(name))
  .flatMap((name) =>
    parseAllDocuments(readFileSync(`${kubernetes}/${name}`, 'utf8'))
      .map((document) => document.toJS())
      .map((manifest): readonly [string, Manifest] => [
        name,
        manifest.kind === 'Deployment' ? patched(manifest, pod) : manifest,
      ]),
  )
