import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '#tools/machine/temporary.ts'

interface Component {
  readonly name: string
  readonly version: string
  readonly hashes?: ReadonlyArray<{ readonly alg: string; readonly content: string }>
}

interface Entry {
  readonly version?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly peer?: boolean
  readonly link?: boolean
}

const lock: { readonly packages: Record<string, Entry> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))

/** The packages of production, with the digest in the lock file. */
const installed = Object.entries(lock.packages)
  .filter(([path, { dev, peer, link }]) => path !== '' && dev !== true && peer !== true && link !== true)
  .map(([path, { version, integrity }]) => `${path.replace(/^.*node_modules\//, '')}@${version} ${integrity}`)

const integrityOf = ({ hashes = [] }: Component): string =>
  hashes
    .map(
      ({ alg, content }) => `${alg.toLowerCase().replace('-', '')}-${Buffer.from(content, 'hex').toString('base64')}`,
    )
    .join(' ')

describe('npm run sbom', () => {
  it('names from a checkout without packages those of production, each with its digest, and no other', () => {
    const checkout = temporaryDirectory('sbom')
    for (const path of ['package.json', 'package-lock.json', '.npmrc', 'scripts/sbom.ts']) {
      cpSync(path, join(checkout, path))
    }
    const said = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: checkout, encoding: 'utf8' })
    expect(said).toBe(`dist/cotejo-0.1.0.cdx.json: ${installed.length} packages\n`)

    const bill = JSON.parse(readFileSync(join(checkout, 'dist/cotejo-0.1.0.cdx.json'), 'utf8'))
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { type: 'application', name: 'cotejo', version: '0.1.0' } },
    })
    const components: ReadonlyArray<Component> = bill.components
    expect(components.map((one) => `${one.name}@${one.version} ${integrityOf(one)}`).sort()).toEqual(installed.sort())
    expect(components.map(({ name }) => name)).toContain('effect')
    expect(JSON.stringify(bill)).not.toContain('redis')
  })
})
