import { readdirSync, readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'

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

/** Every manifest of ops/kubernetes, and the file that it is in; kustomization.yaml is not one. */
export const manifests: ReadonlyArray<readonly [string, Manifest]> = readdirSync(kubernetes)
  .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
  .flatMap((name) =>
    parseAllDocuments(readFileSync(`${kubernetes}/${name}`, 'utf8')).map((document): readonly [string, Manifest] => [
      name,
      document.toJS(),
    ]),
  )
