/**
 * Adds optional platform packages to package-lock.json that npm left out because the configured registry does not have
 * them. Without their entries `npm ci` rejects the lock file ("Missing: … from lock file"); with them it skips packages
 * of other platforms. Run it after every `npm install`. Each entry gets its integrity hash from the registry if the
 * registry has the package.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

interface Entry {
  version?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: Array<string>
  cpu?: Array<string>
  libc?: Array<string>
  optionalDependencies?: Record<string, string>
}

const oses = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'windows']
const cpus = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** Reads operating system, processor and C library from a name such as `@scope/cli-linux-x64-musl`. */
const platformOf = (name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> => {
  const parts = name.split(/[/-]/)
  const os = parts.find((part) => oses.includes(part))
  const cpu = parts.find((part) => cpus.includes(part))
  const libc = os !== 'linux' ? undefined : parts.find((part) => part.startsWith('musl')) ? 'musl' : 'glibc'
  return {
    ...(os === undefined ? {} : { os: [os === 'windows' ? 'win32' : os] }),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(libc === undefined || !/musl|gnu/.test(name) ? {} : { libc: [libc] }),
  }
}

const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const missing = Object.entries(lock.packages).flatMap(([parent, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(
      ([name]) => !(`node_modules/${name}` in lock.packages) && !(`${parent}/node_modules/${name}` in lock.packages),
    )
    .map(([name, version]) => ({ name, version, dev: entry.dev === true })),
)

for (const { name, version, dev } of missing) {
  lock.packages[`node_modules/${name}`] = { version, ...platformOf(name), ...(dev ? { dev } : {}), optional: true }
}

/** The registry's integrity hash of a package; undefined if the registry does not have the package. */
const integrityOf = (name: string, version: string): string | undefined => {
  const { status, stdout } = spawnSync(`npm view ${name}@${version} dist.integrity`, { shell: true, encoding: 'utf8' })
  const text = stdout.trim()
  return status === 0 && text.startsWith('sha512-') ? text : undefined
}

let without = 0
for (const [path, entry] of Object.entries(lock.packages)) {
  if (!path.startsWith('node_modules/') || entry.link === true || entry.integrity !== undefined) continue
  const integrity = integrityOf(path.replace(/^.*node_modules\//, ''), entry.version ?? '')
  if (integrity === undefined) without += 1
  else entry.integrity = integrity
}

const sorted = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
writeFileSync('package-lock.json', `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`)
process.stdout.write(
  `${missing.length} platform entries added; ${without} that this registry does not carry have no integrity\n`,
)
