import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { afterEnd, childrenOf, isRunning } from '#tools/machine/processes.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { emptyCluster, query, startPostgres } from '#tools/postgres/postgres.ts'

const cleanups: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const removedAfterwards = (path: string): string => {
  cleanups.push(() => rm(path, { recursive: true, force: true, maxRetries: 10 }))
  return path
}

/** An empty directory that everybody may enter, removed after the test. */
const directory = async (): Promise<string> => {
  return removedAfterwards(temporaryDirectory('test'))
}

/** A directory in which a server was before, removed after the test. */
const usedDirectory = async (): Promise<string> => removedAfterwards(await emptyCluster())

const started: typeof startPostgres = async (options) => {
  const server = await startPostgres(options)
  cleanups.push(server.stop)
  return server
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
const family = (pid: number): ReadonlyArray<number> => [pid, ...childrenOf(pid)]
/** Sends a signal to each; the backend of a query may have ended meanwhile. */
const signal = (processes: ReadonlyArray<number>, name: NodeJS.Signals): void => {
  for (const pid of processes) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}
const inUse = (path: string) => `Otro simulador usa ya ${path}. Deténgalo, o use otro directorio con --data.`

/** Starts a server in a process of its own, which then waits to be killed. */
const startElsewhere = (dataDirectory: string | null, environment: Record<string, string> = {}) => {
  const program = `
    import { Effect } from 'effect'
    import { start } from '#simulator/postgres/EmbeddedPostgres.ts'
    const tell = (server) => Effect.sync(() => console.log(JSON.stringify(server)))
    const options = { dataDirectory: ${JSON.stringify(dataDirectory)} }
    Effect.runPromise(Effect.scoped(start(options).pipe(Effect.tap(tell), Effect.andThen(Effect.never))))
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('../../..', import.meta.url),
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  cleanups.push(kill)
  return { kill, server: told(child) }
}

const told = (child: ChildProcess) =>
  new Promise<{ readonly url: string; readonly dataDirectory: string; readonly pid: number }>((resolve, reject) => {
    child.stdout?.once('data', (line) => resolve(JSON.parse(String(line))))
    child.once('exit', () => reject(new Error('ended before it had a server')))
  })

describe('an embedded Postgres', () => {
  it('answers to its URL, in UTF-8 and UTC, and to no other password', async () => {
    const { url } = await started({ dataDirectory: null })
    const settings = `SELECT current_setting('server_encoding') AS encoding, current_setting('timezone') AS zone,
      current_setting('fsync') AS fsync, upper('ñ') AS upper`
    expect(await query(url, settings)).toEqual([{ encoding: 'UTF8', zone: 'UTC', fsync: 'on', upper: 'Ñ' }])

    const wrong = new URL(url)
    wrong.password = 'postgres'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('Failed to connect')
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('without durability does not wait for the disk', async () => {
    const { url } = await started({ dataDirectory: await usedDirectory(), durable: false })
    expect(await query(url, `SELECT current_setting('fsync') AS fsync`)).toEqual([{ fsync: 'off' }])
  })

  it('ends with its scope, and its temporary directory with it', async () => {
    const { dataDirectory, pid, stop } = await started({ dataDirectory: null })
    const processes = family(pid)
    expect(processes.filter(isRunning)).toEqual(processes)
    await stop()
    expect(processes.filter(isRunning)).toEqual([])
    expect(await exists(dataDirectory)).toBe(false)
  })

  it('keeps its data from one start to the next', async () => {
    const dataDirectory = await usedDirectory()
    const first = await started({ dataDirectory })
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS seven')
    await first.stop()
    const second = await started({ dataDirectory })
    expect(second.dataDirectory).toBe(dataDirectory)
    expect(await query(second.url, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }])
  })

  it('writes neither statements nor values into its log', async () => {
    const { url, dataDirectory } = await started({ dataDirectory: await usedDirectory() })
    await query(url, 'CREATE TABLE person (curp text UNIQUE)')
    await query(url, `INSERT INTO person VALUES ('SECRETVALUE')`)
    await expect(query(url, `INSERT INTO person VALUES ('SECRETVALUE')`)).rejects.toThrow()
    await expect(query(url, `SELECT 'SECRETVALUE'::int`)).rejects.toThrow()
    const log = await readFile(join(dataDirectory, 'postgres', 'postgres.log'), 'utf8')
    expect(log).toContain('ready to accept connections')
    expect(log).not.toMatch(/SECRETVALUE|INSERT|SELECT/)
  })

  it('starts beside others at the same time', async () => {
    const directories = await Promise.all([1, 2, 3].map(usedDirectory))
    const servers = await Promise.all(directories.map((dataDirectory) => started({ dataDirectory, durable: false })))
    expect(new Set(servers.map(({ url }) => new URL(url).port)).size).toBe(3)
    const answers = await Promise.all(servers.map(({ url }) => query(url, 'SELECT 1 AS one')))
    expect(answers.flat()).toEqual([{ one: 1 }, { one: 1 }, { one: 1 }])
  })
})

describe('its port', () => {
  it('is waited for while another program has it', async () => {
    const dataDirectory = await usedDirectory()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const starting = started({ dataDirectory, port })
    const log = () => readFile(join(dataDirectory, 'postgres', 'postgres.log'), 'utf8').catch(() => '')
    await expect.poll(log, { interval: 10 }).toContain('Address already in use')
    other.close()
    expect(new URL((await starting).url).port).toBe(String(port))
  })
})

describe('a data directory', () => {
  it('is refused to a second server, and the first goes on', async () => {
    const dataDirectory = await usedDirectory()
    const { url } = await started({ dataDirectory })
    await expect(started({ dataDirectory })).rejects.toThrow(inUse(dataDirectory))
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('goes to one of two that begin it at the same time', async () => {
    const dataDirectory = await directory()
    const [first, second] = await Promise.allSettled([started({ dataDirectory }), started({ dataDirectory })])
    const outcomes = [first, second].map((outcome) =>
      outcome?.status === 'rejected' ? String(outcome.reason.message) : 'started',
    )
    expect(outcomes.toSorted()).toEqual([inUse(dataDirectory), 'started'])
  })

  it('is whole although the first start was killed in the midst of initdb', async () => {
    const dataDirectory = await directory()
    const { kill, server } = startElsewhere(dataDirectory)
    const outcome = server.then(
      () => 'started',
      () => 'killed',
    )
    await expect
      .poll(async () => (await readdir(dataDirectory, { recursive: true })).join(), { interval: 5 })
      .toContain('cluster')
    await kill()
    expect(await outcome).toBe('killed')
    const { url } = await started({ dataDirectory })
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await readdir(dataDirectory)).toEqual(['postgres'])
  })

  it('can be used again although the server and its simulator were killed', async () => {
    const dataDirectory = await usedDirectory()
    const { kill, server } = startElsewhere(dataDirectory)
    const { url, pid } = await server
    await query(url, 'CREATE TABLE kept AS SELECT 7 AS seven')
    // Stopped first, so that the server's parent cannot end it in order.
    signal(family(pid), 'SIGSTOP')
    signal(family(pid), 'SIGKILL')
    await kill()
    const again = await started({ dataDirectory })
    expect(await query(again.url, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }])
  })

  it('can be used again although its process id is now that of another program', async () => {
    const dataDirectory = await usedDirectory()
    const { stop } = await started({ dataDirectory })
    await stop()
    const file = join(dataDirectory, 'postgres', 'cluster', 'postmaster.pid')
    await writeFile(file, [process.pid, dataDirectory, 1, 1, '', '127.0.0.1', '', 'ready   ', ''].join('\n'))
    const { url } = await started({ dataDirectory })
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it.runIf(process.geteuid?.() === 0)('that nobody cannot enter has one that stands in for it', async () => {
    const closed = join(await directory(), 'closed')
    await mkdir(closed, { mode: 0o700 })
    const first = await started({ dataDirectory: join(closed, 'data') })
    cleanups.unshift(() => rm(first.dataDirectory, { recursive: true, force: true }))
    expect(first.dataDirectory).toMatch(/cotejo-datos-[0-9a-f]{16}$/)
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS seven')
    await first.stop()
    const second = await started({ dataDirectory: join(closed, 'data') })
    expect(second.dataDirectory).toBe(first.dataDirectory)
    expect(await query(second.url, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }])
  })
})

describe('kill -9 of the simulator', () => {
  it('leaves no process of the server, and its data', async () => {
    const dataDirectory = await usedDirectory()
    const { kill, server } = startElsewhere(dataDirectory)
    const { url, pid } = await server
    await query(url, 'CREATE TABLE kept AS SELECT 7 AS seven')
    const processes = family(pid)
    await kill()
    expect(await afterEnd(processes)).toEqual([])
    const again = await started({ dataDirectory })
    expect(await query(again.url, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }])
  })

  it('does not keep the next from starting at once', async () => {
    const dataDirectory = await usedDirectory()
    const { kill, server } = startElsewhere(dataDirectory)
    await server
    await kill()
    const { url } = await started({ dataDirectory })
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('leaves no temporary directory', async () => {
    const { kill, server } = startElsewhere(null)
    const { dataDirectory } = await server
    expect(await exists(dataDirectory)).toBe(true)
    await kill()
    await expect.poll(() => exists(dataDirectory)).toBe(false)
  })

  it.runIf(process.geteuid?.() === 0)('leaves none where TMPDIR lets nobody write', async () => {
    const ours = await directory()
    await chmod(ours, 0o755)
    const { kill, server } = startElsewhere(null, { TMPDIR: ours })
    const { dataDirectory } = await server
    expect(dirname(dataDirectory)).not.toBe(ours)
    await kill()
    await expect.poll(() => exists(dataDirectory)).toBe(false)
  })
})
