import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { containerFiles } from './Containers.ts'
import { commandFiles, settingsFile } from './Files.ts'
import type { Plan } from './Plan.ts'
import { newSecrets } from './Secrets.ts'
import { systemdFiles } from './Systemd.ts'

const run = promisify(execFile)

/** Files that come with the program. */
const packaged = (path: string): URL => new URL(path, import.meta.resolve('#package.json'))

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

/** A self-signed certificate for the Postgres in a container. Only the containers of the installation use that name. */
const certify = async (directory: string): Promise<void> => {
  const files = ['-keyout', join(directory, 'tls.key'), '-out', join(directory, 'tls.crt')]
  const subject = ['-subj', '/CN=postgres', '-addext', 'subjectAltName=DNS:postgres']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  await mkdir(directory)
  try {
    await run('openssl', ['req', '-x509', '-days', '3650', ...key, ...subject, ...files])
    // The server in the container runs as another user. It gets its own copy of the key.
    await chmod(directory, 0o755)
    await chmod(join(directory, 'tls.crt'), 0o644)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    throw new Error('openssl is not installed. Install it, or name an existing Postgres with --database.')
  }
}

/** A file with this mode, whatever the umask. Secrets are never readable in between. */
const put = async (path: string, text: string, mode: number): Promise<void> => {
  await writeFile(path, text, { flag: 'wx', mode: mode & 0o700 })
  await chmod(path, mode)
}

const makeDirectory = async (path: string, mode: number): Promise<void> => {
  await mkdir(path, { recursive: true })
  await chmod(path, mode)
}

/** Whether only the owner may read a file: it holds secrets or their verifiers. */
export const isPrivate = (path: string): boolean =>
  path.startsWith('secrets/') || path.endsWith('.key') || path === 'roles.sql'

/** The files without the secrets, by their path; `owner` as for `containerFiles`. */
const filesWithoutSecrets = async (plan: Plan, owner: string, statements: string): Promise<Record<string, string>> => ({
  'settings.env': settingsFile(plan),
  'alerts.yaml': await readFile(packaged('ops/alerts.yaml'), 'utf8'),
  ...(plan.database === null ? {} : { 'shell.sh': await readFile(packaged('ops/shell.sh'), 'utf8') }),
  ...(plan.databaseAuthority === null ? {} : { 'database_ca.pem': await readFile(plan.databaseAuthority, 'utf8') }),
  'roles.sql': `${await readFile(packaged('src/adapters/postgres/schema/roles.sql'), 'utf8')}\n${statements}`,
  ...containerFiles(plan, owner),
  ...(plan.database === null ? {} : systemdFiles(plan)),
})

/** The paths of the files that `create` writes. */
export const pathsOf = async (plan: Plan): Promise<ReadonlyArray<string>> => [
  ...Object.keys(await filesWithoutSecrets(plan, '', '')),
  ...Object.keys(newSecrets(plan, '').files).map((name) => `secrets/${name}`),
  ...Object.keys(commandFiles(plan)),
  ...(plan.database === null ? ['postgres/tls.crt', 'postgres/tls.key'] : []),
]

const write = async (plan: Plan, today: string, to: string): Promise<void> => {
  // The first sealing key has the name of its month, as those that follow it.
  const { files, statements } = newSecrets(plan, today.slice(0, 7))
  const owner = await stat(to)
  // Containers do not run as root, so the files of an installation in containers are not of root either.
  const { uid, gid } = owner.uid === 0 && plan.database === null ? { uid: 1_000, gid: 1_000 } : owner
  const texts = {
    ...(await filesWithoutSecrets(plan, `${uid}:${gid}`, statements)),
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`secrets/${name}`, text])),
  }
  for (const [path, text] of Object.entries(texts)) {
    await makeDirectory(dirname(join(to, path)), path.startsWith('secrets/') ? 0o700 : 0o755)
    await put(join(to, path), text, isPrivate(path) ? 0o600 : 0o644)
    if (isPrivate(path) && uid !== owner.uid) await chown(join(to, path), uid, gid)
  }
  for (const [name, text] of Object.entries(commandFiles(plan))) await put(join(to, name), text, 0o755)
  if (plan.database === null) await certify(join(to, 'postgres'))
}

/**
 * Writes all files or none: they are written next to the directory, which is then renamed into its place. The system
 * replaces an empty directory only. Returns false if it is not empty.
 *
 * @param today as 2026-11-26
 */
export const create = async (plan: Plan, today: string): Promise<boolean> => {
  const { directory } = plan
  await mkdir(dirname(directory), { recursive: true })
  const partial = await mkdtemp(`${directory}.`)
  try {
    await write(plan, today, partial)
    await chmod(partial, 0o755)
    await rename(partial, directory)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false
    throw error
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}
