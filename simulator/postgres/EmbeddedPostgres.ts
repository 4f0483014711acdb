import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createServer } from 'node:net'
import { Duration, Effect, Schedule, type Scope } from 'effect'
import { attempt, EmbeddedPostgresFailed } from './EmbeddedPostgresFailed.ts'
import { type PostgresBinaries, postgresBinaries } from './PostgresBinaries.ts'
import { type PostgresDirectory, postgresDirectory, removeDrafts } from './PostgresDirectory.ts'
import { keep } from './PostgresKeeper.ts'
import { inUse, ready, vacated } from './PostmasterFile.ts'

/** A server that runs. */
export interface EmbeddedPostgres {
  /** On 127.0.0.1, with the password. */
  readonly url: string
  /** The directory in use, which may stand in for the one that was asked for. */
  readonly dataDirectory: string
  /** The server's own process, parent of all its others. */
  readonly pid: number
}

export interface EmbeddedPostgresOptions {
  /** null for a temporary one, removed at the end. */
  readonly dataDirectory: string | null
  /** Whether what was committed outlives a crash of the machine. On if left out; off is faster. */
  readonly durable?: boolean
  /** The memory in which it keeps pages, as `1GB`; 16 MB when absent. */
  readonly sharedBuffers?: string
  /** A free one if left out. */
  readonly port?: number
}

const startLimit = Duration.minutes(1)
const logLimitBytes = 1_000_000
/** How much of the log an error shows. */
const logLines = 8

/** Refusals that pass: another program took the port meanwhile; a killed server's processes still end. */
const passing = /could not create any TCP\/IP sockets|pre-existing shared memory block/

/** Small, for one developer. The log must never contain a value of a statement or a row. */
const settings = (
  port: number,
  major: number,
  { durable = true, sharedBuffers = '16MB' }: EmbeddedPostgresOptions,
): Readonly<Record<string, string | number>> => ({
  listen_addresses: '127.0.0.1',
  port,
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: sharedBuffers,
  ...(major < 18 ? {} : { io_method: 'sync' }),
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // LOG stands above ERROR here: the messages of failed statements repeat values.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_duration_statement: -1,
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
  log_checkpoints: 'off',
  log_lock_waits: 'off',
  ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
})

const freePort = Effect.callback<number, EmbeddedPostgresFailed>((resume) => {
  const server = createServer()
  server.once('error', ({ message }) =>
    resume(new EmbeddedPostgresFailed({ message: `No hay puerto libre en 127.0.0.1: ${message}` })),
  )
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    const port = address === null || typeof address === 'string' ? 0 : address.port
    server.close(() => resume(Effect.succeed(port)))
  })
})

/** Do not follow a link: the directory belongs to the user `nobody`, and we may be root. */
const logFlags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW

/** The log, while a server begins to write it. */
const withLog = <A, E>(
  { log }: PostgresDirectory,
  use: (file: FileHandle, written: Effect.Effect<string, EmbeddedPostgresFailed>) => Effect.Effect<A, E, Scope.Scope>,
) =>
  Effect.acquireUseRelease(
    attempt(`No se puede abrir ${log}`, async () => {
      const file = await open(log, logFlags, 0o600)
      const { size } = await file.stat()
      if (size > logLimitBytes) await file.truncate()
      return { file, start: size > logLimitBytes ? 0 : size }
    }),
    ({ file, start }) => {
      const written = attempt(`No se puede leer ${log}`, async () => {
        const { size } = await file.stat()
        const { buffer } = await file.read(Buffer.alloc(Math.min(size - start, logLimitBytes)), { position: start })
        return buffer.toString('utf8').trim().split('\n').slice(-logLines).join('\n')
      })
      return use(file, written)
    },
    ({ file }) => Effect.promise(() => file.close()),
  )

/** Starts a server on the directory and waits until it accepts connections. */
const launch = (binaries: PostgresBinaries, directory: PostgresDirectory, options: EmbeddedPostgresOptions) =>
  withLog(directory, (log, written) =>
    Effect.gen(function* () {
      const port = options.port ?? (yield* freePort)
      const pairs = Object.entries(settings(port, binaries.major, options))
      const server = yield* keep({
        ...binaries,
        args: ['-D', directory.cluster, ...pairs.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
        log: log.fd,
        temporary: options.dataDirectory === null ? directory.path : '',
      })
      const failed = Effect.fnUntraced(function* (what: string) {
        const lines = yield* written
        if (lines.includes('lock file "postmaster.pid" already exists')) return yield* inUse(directory)
        return yield* new EmbeddedPostgresFailed({ message: `${what} (${directory.log}):\n${lines}` })
      })
      yield* Effect.raceFirst(
        ready(directory, server),
        Effect.andThen(server.ended, failed('Postgres no pudo empezar')),
      ).pipe(
        Effect.timeoutOrElse({
          duration: startLimit,
          orElse: () => failed('Postgres no acepta conexiones todavía'),
        }),
      )
      const url = `postgres://postgres:${directory.password}@127.0.0.1:${port}/postgres`
      return { url, dataDirectory: directory.path, pid: server.pid }
    }),
  )

/**
 * A real Postgres from npm that ends with the scope, and when this process ends in any other way. Clients need the
 * URL or the directory's password file to connect.
 */
export const start: (
  options: EmbeddedPostgresOptions,
) => Effect.Effect<EmbeddedPostgres, EmbeddedPostgresFailed, Scope.Scope> = Effect.fnUntraced(function* (options) {
  const binaries = yield* postgresBinaries
  const directory = yield* postgresDirectory(binaries, options.dataDirectory)
  yield* vacated(directory)
  const server = yield* launch(binaries, directory, options).pipe(
    Effect.retry({
      while: ({ message }) => passing.test(message),
      schedule: Schedule.upTo(Schedule.spaced('100 millis'), { duration: startLimit }),
    }),
  )
  yield* Effect.ignore(removeDrafts(directory), { log: 'Warn' })
  return server
})
