import { createHash, randomBytes } from 'node:crypto'
import { access, chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Context, Effect } from 'effect'
import { attempt, EmbeddedPostgresFailed } from './EmbeddedPostgresFailed.ts'
import { account, mayEnter, run, temporaryFiles } from './PostgresAccount.ts'
import type { PostgresBinaries } from './PostgresBinaries.ts'

/** Where a server keeps its files. */
export interface PostgresDirectory {
  readonly path: string
  /** What Postgres itself calls its data directory. */
  readonly cluster: string
  readonly log: string
  readonly password: string
}

const draftPrefix = 'postgres-draft-'

const give = async (path: string): Promise<void> => {
  if (account !== null) await chown(path, account.uid, account.gid)
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Where directories that go again are made; null for where the machine has its temporary files. */
export const TemporaryData = Context.Reference<string | null>('cotejo/simulator/postgres/TemporaryData', {
  defaultValue: () => null,
})

/** A directory that goes with the scope. */
const temporary = Effect.acquireRelease(
  Effect.gen(function* () {
    const parent = (yield* TemporaryData) ?? (yield* temporaryFiles)
    return yield* attempt('No se puede crear un directorio temporal', async () => {
      const path = await mkdtemp(join(parent, 'cotejo-datos-'))
      await give(path)
      return path
    })
  }),
  (path) =>
    attempt(path, () => rm(path, { recursive: true, force: true, maxRetries: 10 })).pipe(
      Effect.ignore({ log: 'Warn' }),
    ),
)

/**
 * Our own directory, used when the user `nobody` cannot enter the requested one. The same path always gives the same
 * directory.
 */
const substitute = Effect.fnUntraced(function* (path: string) {
  const name = `cotejo-datos-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`
  const other = join(yield* temporaryFiles, name)
  const status = yield* attempt(`No se puede crear ${other}`, async () => {
    await mkdir(other, { recursive: true })
    return lstat(other)
  })
  if (!status.isDirectory() || status.uid !== process.geteuid?.()) {
    return yield* new EmbeddedPostgresFailed({
      message: `${other} es de otro usuario; use otro directorio con --data.`,
    })
  }
  yield* attempt(`No se puede abrir ${other}`, () => chmod(other, 0o755))
  return other
})

const kept = Effect.fnUntraced(function* (requested: string) {
  const path = resolve(requested)
  yield* attempt(`No se puede crear ${path}`, () => mkdir(path, { recursive: true }))
  return (yield* mayEnter(path)) ? path : yield* substitute(path)
})

/** Makes a new cluster under another name and moves it to its place whole: a killed initdb leaves none. */
const initialise = Effect.fnUntraced(function* ({ initdb, major }: PostgresBinaries, path: string, home: string) {
  const draft = yield* attempt(`No se puede escribir en ${path}`, async () => {
    const directory = await mkdtemp(join(path, draftPrefix))
    await writeFile(join(directory, 'password'), randomBytes(24).toString('hex'), { mode: 0o600 })
    await give(join(directory, 'password'))
    await give(directory)
    return directory
  })
  // Not synced: should the machine lose its power in these seconds, there is nothing yet to be lost.
  yield* run(initdb, [
    ...['--pgdata', join(draft, 'cluster'), '--username', 'postgres', '--pwfile', join(draft, 'password')],
    ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--no-sync', '--no-instructions'],
    ...(major < 17
      ? ['--locale', 'C.UTF-8']
      : ['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8']),
    // Rounds slow down guessing, which is hopeless for 24 random bytes anyway.
    ...(major < 16 ? [] : ['--set', 'scram_iterations=1']),
  ])
  yield* attempt(`No se puede crear ${home}`, () => rename(draft, home))
})

/**
 * A directory with a cluster that accepts only its own random password.
 *
 * @param requested null for a temporary one
 */
export const postgresDirectory = Effect.fnUntraced(function* (binaries: PostgresBinaries, requested: string | null) {
  const path = requested === null ? yield* temporary : yield* kept(requested)
  const home = join(path, 'postgres')
  const isThere = Effect.promise(() => exists(home))
  if (!(yield* isThere)) {
    yield* Effect.catch(initialise(binaries, path, home), (failure) =>
      // Another simulator that started at the same time may have been faster.
      Effect.flatMap(isThere, (made) => (made ? Effect.void : Effect.fail(failure))),
    )
  }
  const password = yield* attempt(`No se puede leer la contraseña de ${home}`, () =>
    readFile(join(home, 'password'), 'utf8'),
  )
  return { path, cluster: join(home, 'cluster'), log: join(home, 'postgres.log'), password }
})

/** Removes what killed beginnings left. To be done while a server runs, since then no other may begin. */
export const removeDrafts = ({ path }: PostgresDirectory) =>
  attempt(`No se puede ordenar ${path}`, async () => {
    const drafts = (await readdir(path)).filter((name) => name.startsWith(draftPrefix))
    await Promise.all(drafts.map((name) => rm(join(path, name), { recursive: true, force: true, maxRetries: 3 })))
  })
