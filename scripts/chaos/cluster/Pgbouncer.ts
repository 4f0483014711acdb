/** Debian's pgbouncer in front of a Postgres. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { account } from '#simulator/postgres/PostgresAccount.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'

/** The path in Debian. */
const program = '/usr/sbin/pgbouncer'

export const isInstalled = (): boolean => existsSync(program)

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

export interface Pgbouncer {
  readonly url: string
  /** Kills it with SIGKILL, and starts it again at its address after this many milliseconds. */
  readonly restart: (after: number) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Connections that it keeps to Postgres. */
const connections = 8

/** Starts one in transaction mode in front of the server at this URL. */
export const startPgbouncer = async (url: string): Promise<Pgbouncer> => {
  const directory = temporaryDirectory('pooler')
  const [server, pooled] = [new URL(url), new URL(url)]
  const port = await freePort()
  pooled.port = String(port)
  const lines = [
    ...['[databases]', `* = host=127.0.0.1 port=${server.port}`, '[pgbouncer]'],
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = trust'],
    ...[`auth_file = ${join(directory, 'users')}`, 'pool_mode = transaction', `default_pool_size = ${connections}`],
    // The seconds before an unreachable server is tried again.
    'server_login_retry = 1',
  ]
  writeFileSync(join(directory, 'users'), `"${server.username}" "${server.password}"\n`)
  writeFileSync(join(directory, 'settings'), `${lines.join('\n')}\n`)
  const start = async () => {
    const child = spawn(program, [join(directory, 'settings')], { ...account, stdio: 'ignore' })
    const ended = once(child, 'exit')
    while (child.exitCode === null && !(await accepts(port))) await new Promise((resolve) => setTimeout(resolve, 50))
    return async () => {
      child.kill('SIGKILL')
      await ended
    }
  }
  let end = await start()
  return {
    url: pooled.href,
    restart: async (after) => {
      await end()
      await new Promise((resolve) => setTimeout(resolve, after))
      end = await start()
    },
    stop: async () => {
      await end()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
