import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { manifests } from '#test/support/kubernetes.ts'
import { installed } from '#tools/machine/installed.ts'

interface Model {
  readonly validate: () => void
}
type Kinds = Readonly<Record<string, new (manifest: object) => Model>>

/** The schemas that Kubernetes publishes, as validators: a module for each version of an API. */
installed('test/oracles')
const models = resolve('test/oracles/node_modules/kubernetes-models')

const validate = async (apiVersion: string, kind: string, manifest: object): Promise<void> => {
  const kinds: Kinds = await import(pathToFileURL(join(models, apiVersion, 'index.js')).href)
  const Kind = kinds[kind]
  if (Kind === undefined) throw new Error(`${apiVersion} has no ${kind}`)
  new Kind(manifest).validate()
}

describe('the manifests of ops/kubernetes', () => {
  it.each(manifests)('are valid by the published schemas: %s', async (_, manifest) => {
    await expect(validate(manifest.apiVersion, manifest.kind, manifest)).resolves.toBeUndefined()
  })
})
