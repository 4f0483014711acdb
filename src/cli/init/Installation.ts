import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import * as Files from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'
import packageJson from '#package.json' with { type: 'json' }
import { newSecrets } from './Secrets.ts'

export interface Plan {
  /** The directory of the installation: absolute. */
  readonly directory: string
  readonly environment: string
  /** The host name by which partners call the service. */
  readonly name: string
  /** `host:port/database?parameters` of an existing Postgres; null for a new one in a container. */
  readonly database: string | null
  /** File of the certificate authority of that Postgres; null for the authorities of Node. */
  readonly databaseAuthority: string | null
  readonly identityUrl: string | null
  readonly judicialUrl: string | null
}

const packaged = (path: string): URL => new URL(path, import.meta.resolve('#package.json'))
const read = (path: string): string => Files.readFileSync(packaged(path), 'utf8')

/** What pg_dump trusts (PGSSLROOTCERT). libpq trusts the authorities of the system only together with verify-full. */
const trustOf = ({ directory, database, databaseAuthority }: Plan): string => {
  if (databaseAuthority !== null) return `${directory}/database_ca.pem`
  return database?.includes('sslmode=verify-full') ? 'system' : ''
}

/** The text of a file of `ops`, with the names of this installation in the place of the examples. */
const filledIn = (path: string, plan: Plan): string =>
  read(path)
    .replaceAll('/etc/cotejo/database_ca.pem', trustOf(plan))
    .replaceAll('/etc/cotejo', plan.directory)
    .replaceAll('avs.example.com', plan.name)
    .replaceAll('db.example.com:5432/cotejo?sslmode=verify-full', plan.database ?? '')
    // The Node that runs now, if its path needs no quotes: another one may come first on the machine.
    .replaceAll('/opt/node24/bin', /^[\w./@-]+$/.test(process.execPath) ? dirname(process.execPath) : '/usr/local/bin')

/** The files of `ops` that an installation gets, by their path in it. */
const copies = (plan: Plan): Readonly<Record<string, string>> => {
  const folders = ['compose', 'haproxy', ...(plan.database === null ? [] : ['shell', 'systemd'])]
  const files = folders.flatMap((folder) =>
    Files.readdirSync(packaged(`ops/${folder}`)).map((name) => [
      folder === 'systemd' ? `systemd/${name}` : name,
      filledIn(`ops/${folder}/${name}`, plan),
    ]),
  )
  return { 'alerts.yaml': read('ops/alerts.yaml'), ...Object.fromEntries(files) }
}

/** Nothing after `=` means that a setting is not set. */
const settings = (given: Readonly<Record<string, string | null>>): string =>
  Object.entries(given)
    .map(([name, value]) => `${name}=${value ?? ''}\n`)
    .join('')

/**
 * The files of a new installation, by their path in it.
 *
 * @param month as 2026-11
 * @param owner user and group of the secrets, as `1000:1000`
 */
export const filesOf = (plan: Plan, month: string, owner: string): Readonly<Record<string, string>> => {
  const { directory, database, databaseAuthority } = plan
  const { files, statements } = newSecrets(database ?? 'postgres:5432/cotejo?sslmode=verify-full', month)
  return {
    ...copies(plan),
    ...files,
    'settings.env': settings({
      COTEJO_ENVIRONMENT: plan.environment,
      COTEJO_IDENTITY_URL: plan.identityUrl,
      COTEJO_JUDICIAL_URL: plan.judicialUrl,
      COTEJO_DATABASE_CA_FILE: databaseAuthority && `${directory}/database_ca.pem`,
    }),
    '.env': settings({
      COTEJO_IMAGE: `cotejo-server:${packageJson.version}`,
      COTEJO_USER: owner,
      DATABASE_CA: database === null ? './postgres/tls.crt' : databaseAuthority && './database_ca.pem',
      COMPOSE_PROFILES: database === null ? 'postgres' : null,
    }),
    'roles.sql': `${read('src/adapters/postgres/schema/roles.sql')}\n${statements}`,
    ...(databaseAuthority === null ? {} : { 'database_ca.pem': Files.readFileSync(databaseAuthority, 'utf8') }),
    ...(database === null ? { 'secrets/postgres_password': randomBytes(24).toString('hex') } : {}),
  }
}

/** Only the owner reads secrets and their verifiers. */
export const modeOf = (path: string): number => {
  if (/^secrets\/|\.key$|^roles\.sql$/.test(path)) return 0o600
  return /^(?:cotejo|cotejo-server|certificate\.sh|certify\.sh)$/.test(path) ? 0o755 : 0o644
}

const write = (plan: Plan, month: string, to: string): void => {
  const owner = Files.statSync(to)
  // Containers do not run as root, so the secrets of an installation in containers are not of root either.
  const { uid, gid } = owner.uid === 0 && plan.database === null ? { uid: 1_000, gid: 1_000 } : owner
  for (const [path, text] of Object.entries(filesOf(plan, month, `${uid}:${gid}`))) {
    const [place, mode] = [join(to, path), modeOf(path)]
    Files.mkdirSync(dirname(place), { recursive: true, mode: path.startsWith('secrets/') ? 0o700 : 0o755 })
    Files.writeFileSync(place, text, { mode })
    if (mode === 0o600 && uid !== owner.uid) Files.chownSync(place, uid, gid)
  }
  if (plan.database === null) {
    const { status, stderr } = spawnSync('/bin/sh', [join(to, 'certify.sh')], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr.trim())
  }
  Files.chmodSync(to, 0o755)
}

/**
 * Writes all files or none: they are written next to the directory, which is then renamed into its place. The system
 * replaces an empty directory only.
 */
export const create = (plan: Plan, month: string): void => {
  const { directory } = plan
  Files.mkdirSync(dirname(directory), { recursive: true })
  const partial = Files.mkdtempSync(`${directory}.`)
  const umask = process.umask(0o022)
  try {
    write(plan, month, partial)
    Files.renameSync(partial, directory)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCodeOf(error) ?? '')) throw error
    throw new Error(`${directory} is not empty. Choose another directory.`)
  } finally {
    process.umask(umask)
    Files.rmSync(partial, { recursive: true, force: true })
  }
}
