import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Effect, Exit, Scope } from 'effect'
import * as Reactivity from 'effect/reactivity/Reactivity'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, start } from '#simulator/postgres/EmbeddedPostgres.ts'
import { TemporaryData } from '#simulator/postgres/PostgresDirectory.ts'
import { afterEnd, childrenOf } from '#tools/machine/processes.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { makeClient } from './database.ts'
import { sharedServer } from './sharedServer.ts'

/** Runs SQL over one connection, closed afterwards. */
export const query = (url: string, statement: string): Promise<ReadonlyArray<object>> =>
  makeClient(url).pipe(
    Effect.flatMap((sql) => sql.unsafe(statement)),
    Effect.scoped,
    Effect.provide(Reactivity.layer),
    Effect.runPromise,
  )

/** A connection for a sequence of statements. Close it afterwards. */
export interface OpenConnection {
  readonly ask: (statement: string) => Promise<ReadonlyArray<object>>
  readonly close: () => Promise<void>
}

export const openConnection = async (url: string): Promise<OpenConnection> => {
  const scope = Scope.makeUnsafe()
  const sql = await makeClient(url).pipe(Scope.provide(scope), Effect.provide(Reactivity.layer), Effect.runPromise)
  return {
    ask: (statement) => Effect.runPromise(sql.unsafe(statement)),
    close: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}

/** Starts a server. It ends at `stop` or with this process. */
export const startPostgres = async (
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres & { readonly stop: () => Promise<void> }> => {
  const scope = Scope.makeUnsafe()
  const server = await Effect.runPromise(Scope.provide(start(options), scope))
  return { ...server, stop: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/**
 * Gives the sessions of tests a time zone far from UTC and from this machine's, so that a statement that derives the
 * day from the session's time zone fails.
 */
const liveFarAway = (url: string) => query(url, "ALTER ROLE ALL SET timezone = 'Asia/Tokyo'")

let pristine: Promise<string> | undefined

/** A data directory with an empty cluster, made once per process. */
const begun = async (): Promise<string> => {
  const path = temporaryDirectory('test')
  process.once('exit', () => rmSync(path, { recursive: true, force: true }))
  const { url, stop } = await startPostgres({ dataDirectory: path, durable: false })
  await liveFarAway(url)
  await stop()
  return path
}

/** A copy of the empty cluster: copying costs a tenth of making one. */
export const emptyCluster = async (): Promise<string> => {
  pristine ??= begun()
  const path = temporaryDirectory('test')
  await promisify(execFile)('cp', ['-a', join(await pristine, 'postgres'), path])
  return path
}

const roles = ['cotejo_migrate', 'cotejo_app', 'cotejo_operator'] as const

/** Creates the service's roles with the operators' script. The password of each role is its name. */
export const makeRoles = async (url: string): Promise<void> => {
  await query(url, readFileSync('src/adapters/postgres/schema/roles.sql', 'utf8'))
  for (const role of roles) await query(url, `ALTER ROLE ${role} PASSWORD '${role}'`)
}

/** The same database for another role, whose password is its name. */
export const asRole = (url: string, role: string): string => {
  const address = new URL(url)
  address.username = role
  address.password = role
  return address.href
}

/** The free bytes that the servers of a whole run must leave. */
const room = 6e9

/** A directory in memory if there is room, because copying many databases is slow on disk. */
const sharedPlace = (): string | null => {
  const inMemory = '/dev/shm'
  const { bavail, bsize } = existsSync(inMemory) ? statfsSync(inMemory) : { bavail: 0, bsize: 0 }
  return Math.min(bavail * bsize, freemem()) > room ? inMemory : null
}

const startShared = async (): Promise<EmbeddedPostgres> => {
  sharedServer.isStarting = true
  // A directory without a test's own lifetime is removed with the process, and the server ends with it.
  const starting = start({ dataDirectory: null, durable: false })
  const scope = Scope.makeUnsafe()
  const server = await starting.pipe(
    Scope.provide(scope),
    Effect.provideService(TemporaryData, sharedPlace()),
    Effect.runPromise,
  )
  sharedServer.isStarting = false
  await liveFarAway(server.url)
  await makeRoles(server.url)
  return server
}

let shared: Promise<EmbeddedPostgres> | undefined
/**
 * A connection to the shared server, open as long as the server: opening a connection costs the server as much as a
 * database.
 */
let administrator: Promise<OpenConnection> | undefined
let databases = 0

const createDatabase = async (template: string): Promise<string> => {
  shared ??= startShared()
  administrator ??= shared.then(({ url }) => openConnection(url))
  const { ask } = await administrator
  databases += 1
  const name = `test_${databases}`
  await ask(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  return name
}

const urlOf = async (name: string): Promise<string> => {
  const url = new URL((await shared)?.url ?? '')
  url.pathname = `/${name}`
  return url.href
}

type Prepare = (url: string) => Promise<void>
const prepared = new Map<Prepare, Promise<string>>()

const templateOf = (prepare: Prepare): Promise<string> => {
  const known = prepared.get(prepare)
  if (known !== undefined) return known
  const template = createDatabase('template0').then(async (name) => {
    await prepare(await urlOf(name))
    return name
  })
  prepared.set(prepare, template)
  return template
}

/**
 * The URL of a test's own database, on a server that the tests of this process share. It is not durable, and is removed
 * with the process.
 *
 * @param prepare fills a database, once per function; the database is then copied, so no connection may stay open
 */
export const testDatabase = async (prepare?: Prepare): Promise<string> =>
  urlOf(await createDatabase(prepare === undefined ? 'template0' : await templateOf(prepare)))

/** A test's own server, for tests that break it. */
export interface OwnPostgres {
  /** Stays the same after `restart`. */
  readonly url: string
  /** The server's log file. */
  readonly log: string
  /** Stops every process of the server with SIGSTOP: connections stay open and get no answers. */
  readonly pause: () => void
  readonly resume: () => void
  /** Kills every process at once, as in a crash. Returns when all have ended. */
  readonly kill: () => Promise<void>
  /** Ends it cleanly and keeps its data. */
  readonly shutDown: () => Promise<void>
  /** Starts it again after `kill` or `shutDown`. */
  readonly restart: () => Promise<void>
  /** Ends it, whether it is running, paused or killed, and removes its data. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a test's own server. Stop it after the test.
 *
 * @param given a data directory that the server takes over; an empty one if left out
 */
export const ownPostgres = async ({
  durable,
  dataDirectory: given,
}: {
  readonly durable: boolean
  readonly dataDirectory?: string
}): Promise<OwnPostgres> => {
  const dataDirectory = given ?? (await emptyCluster())
  let server = await startPostgres({ dataDirectory, durable })
  const { url } = server

  /** Every process of the server. The first one is stopped, so that it starts no more. */
  const family = (): ReadonlyArray<number> => {
    process.kill(server.pid, 'SIGSTOP')
    return [server.pid, ...childrenOf(server.pid)]
  }
  const send = (name: NodeJS.Signals, pids: ReadonlyArray<number>): void => {
    for (const pid of pids) process.kill(pid, name)
  }
  let state: 'running' | 'paused' | 'ended' = 'running'
  const resume = () => {
    if (state !== 'paused') return
    send('SIGCONT', family().toReversed())
    state = 'running'
  }

  return {
    url,
    log: join(server.dataDirectory, 'postgres', 'postgres.log'),
    pause: () => {
      if (state !== 'running') return
      send('SIGSTOP', family())
      state = 'paused'
    },
    resume,
    kill: async () => {
      if (state === 'ended') return
      const pids = family()
      send('SIGKILL', pids)
      state = 'ended'
      await server.stop()
      const left = await afterEnd(pids)
      if (left.length > 0) throw new Error(`still running: ${left.join()}`)
    },
    shutDown: async () => {
      resume()
      if (state === 'running') await server.stop()
      state = 'ended'
    },
    restart: async () => {
      if (state !== 'ended') throw new Error('restart is for a server that has ended')
      server = await startPostgres({ dataDirectory, durable, port: Number(new URL(url).port) })
      state = 'running'
    },
    stop: async () => {
      resume()
      if (state === 'running') await server.stop()
      await rm(dataDirectory, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
