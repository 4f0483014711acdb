/** Ways to the database that the service refuses: each in words of its own, before it answers anybody. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { report } from '#scripts/bench/report.ts'
import { workerEnvironment } from '#scripts/bench/workers.ts'
import { account } from '#simulator/postgres/PostgresAccount.ts'
import { startPostgres } from '#test/support/postgres.ts'
import { temporaryDirectory } from '#test/support/temporary.ts'
import type { Template } from './Pair.ts'

/** Where Debian has it. */
const program = '/usr/sbin/pgbouncer'
/** A process that is refused ends before, milliseconds. */
const longest = 40_000

/** All that our connections ask for. */
const asked = 'statement_timeout,idle_in_transaction_session_timeout,lock_timeout,cotejo.account,enable_seqscan'

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  server.close()
  return typeof bound === 'object' && bound !== null ? bound.port : 0
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const answer = (does: boolean) => () => {
      socket.destroy()
      resolve(does)
    }
    socket.once('connect', answer(true)).once('error', answer(false))
  })

interface Pooling {
  readonly mode: 'transaction' | 'session'
  /** Whether it drops what our connections ask for, or refuses it. */
  readonly ignores: boolean
}

/** A pgbouncer before the server at this URL, while it is used. */
const behindPooler = async <A>(url: string, { mode, ignores }: Pooling, use: (url: string) => Promise<A>) => {
  const directory = temporaryDirectory('pooler')
  const [server, pooled] = [new URL(url), new URL(url)]
  const port = await freePort()
  pooled.port = String(port)
  const lines = [
    ...['[databases]', `postgres = host=127.0.0.1 port=${server.port}`, '[pgbouncer]'],
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = trust'],
    ...[`auth_file = ${join(directory, 'users')}`, `pool_mode = ${mode}`],
    ...(ignores ? [`ignore_startup_parameters = ${asked}`] : []),
  ]
  writeFileSync(join(directory, 'users'), `"${server.username}" "${server.password}"\n`)
  writeFileSync(join(directory, 'settings'), `${lines.join('\n')}\n`)
  const pooler = spawn(program, [join(directory, 'settings')], { ...account, stdio: 'ignore' })
  const ended = once(pooler, 'exit')
  try {
    while (pooler.exitCode === null && !(await accepts(port))) await new Promise((resolve) => setTimeout(resolve, 50))
    return await use(pooled.href)
  } finally {
    pooler.kill('SIGKILL')
    await ended
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Starts the service, which is to end by itself, and what it says of the address. */
const refusal = async (environment: Record<string, string>) => {
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
  const alarm = setTimeout(() => child.kill('SIGKILL'), longest)
  await once(child, 'close')
  clearTimeout(alarm)
  const says = /DATABASE_URL[^"\n]*/.exec(printed)?.[0] ?? printed.slice(-200)
  return { 'exit code': child.exitCode ?? 'none', says }
}

const poolings: ReadonlyArray<readonly [string, Pooling]> = [
  ['pgbouncer, transaction mode, as it is installed', { mode: 'transaction', ignores: false }],
  ['pgbouncer, transaction mode, with ignore_startup_parameters', { mode: 'transaction', ignores: true }],
  ['pgbouncer, session mode, as it is installed', { mode: 'session', ignores: false }],
  ['pgbouncer, session mode, with ignore_startup_parameters', { mode: 'session', ignores: true }],
]

const withHosts = (url: string): ReadonlyArray<readonly [string, string]> => {
  const { host } = new URL(url)
  return [
    ['two hosts', url.replace(host, `${host},${host}`)],
    ['target_session_attrs', `${url}?target_session_attrs=read-write`],
  ]
}

/** Shows each way that is refused; whether all of them are, in words that name the setting. */
export const refusals = async ({ directory, database }: Template): Promise<boolean> => {
  const server = await startPostgres({ dataDirectory: directory, durable: true })
  const environmentAt = (url: string) => workerEnvironment({ ...database, url })
  const rows: Array<readonly [string, Awaited<ReturnType<typeof refusal>>]> = []
  try {
    for (const [way, url] of withHosts(server.url)) rows.push([way, await refusal(environmentAt(url))])
    if (!existsSync(program)) console.log(`\nskipped: pgbouncer is not installed (${program})`)
    for (const [way, pooling] of existsSync(program) ? poolings : []) {
      const shown = await behindPooler(server.url, pooling, (url) => refusal(environmentAt(url)))
      rows.push([way, shown])
    }
  } finally {
    await server.stop()
  }
  report('Ways to the database that are refused at the start', Object.fromEntries(rows))
  return rows.every(([, shown]) => shown['exit code'] === 1 && shown.says.startsWith('DATABASE_URL'))
}
