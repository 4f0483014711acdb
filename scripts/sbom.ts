/**
 * `npm run sbom`: writes the bill of materials (CycloneDX) of the service, from the lock file alone, to
 * `dist/cotejo-VERSION.cdx.json`.
 */
import { execSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

interface Bill {
  readonly metadata: { readonly component: object }
  readonly components: ReadonlyArray<{ readonly 'bom-ref': string }>
  readonly dependencies: ReadonlyArray<{ readonly ref: string; readonly dependsOn?: ReadonlyArray<string> }>
}

interface Lock {
  readonly version: string
  readonly packages: Record<
    string,
    { readonly version?: string; readonly dev?: boolean; readonly peer?: boolean; readonly link?: boolean }
  >
}

const { version, packages }: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))

/**
 * The packages without those that only tools or peers need: neither the package nor the image contains them. Read from
 * the lock file, because `npm sbom --omit=dev` also omits runtime packages that a tool needs too.
 */
const installed = new Set(
  Object.entries(packages)
    .filter(([, { dev, peer, link }]) => dev !== true && peer !== true && link !== true)
    .map(([path, entry]) =>
      path === '' ? `cotejo@${version}` : `${path.replace(/^.*node_modules\//, '')}@${entry.version}`,
    ),
)

// `omit=peer` of .npmrc would omit packages that are also a peer of another one, such as effect.
const flags = ['--include=peer', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
const bill: Bill = JSON.parse(
  execSync(`npm sbom ${flags.join(' ')}`, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 64 * 1024 * 1024 }),
)
const components = bill.components.filter((one) => installed.has(one['bom-ref']))
const dependencies = bill.dependencies
  .filter(({ ref }) => installed.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => installed.has(one)) }))
const metadata = { ...bill.metadata, component: { ...bill.metadata.component, name: 'cotejo' } }

const path = `dist/cotejo-${version}.cdx.json`
mkdirSync('dist', { recursive: true })
writeFileSync(path, `${JSON.stringify({ ...bill, metadata, components, dependencies }, null, 2)}\n`)
process.stdout.write(`${path}: ${components.length} packages\n`)
