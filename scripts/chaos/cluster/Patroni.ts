/** Three nodes of Patroni, three members of etcd and HAProxy, from Debian's packages and the templates of ops/patroni. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { account } from '#simulator/postgres/PostgresAccount.ts'
import { freePorts } from '#tools/machine/freePort.ts'
import { afterEnd, childrenOf, keepOutput } from '#tools/machine/processes.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { haproxyIsInstalled, startHaproxy } from '#tools/peers/haproxy.ts'
import { query } from '#tools/postgres/postgres.ts'

const programs = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd' }
const [bin] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()
const password = 'chaos'

export const missingPackages = (): ReadonlyArray<string> => [
  ...Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : [name])),
  ...(haproxyIsInstalled() ? [] : ['haproxy']),
  ...(bin === undefined ? ['postgresql'] : []),
]

interface Node {
  readonly name: string
  readonly url: string
  /** Sends a signal to Patroni, Postgres and its processes. */
  readonly signal: (name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => Promise<void>
  /** Starts it again after SIGKILL. */
  readonly restart: () => void
}

export interface PatroniCluster {
  /** The database `postgres` of the primary, by the address of HAProxy. */
  readonly url: string
  readonly nodes: ReadonlyArray<Node>
  readonly primary: () => Promise<Node>
  readonly switchOver: () => Promise<void>
  /** Kills all members of etcd, and starts them again. */
  readonly etcd: { readonly kill: () => Promise<void>; readonly start: () => void }
  /** Waits until all nodes follow one primary, one of them synchronously. */
  readonly whole: () => Promise<void>
  readonly stop: () => Promise<void>
}

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 200))
}

const run = (program: string, args: ReadonlyArray<string>, log: string): ChildProcess => {
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' }
  const child = spawn(program, args, { ...account, cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] })
  keepOutput(child, log)
  return child
}

const ended = (child: ChildProcess | undefined): boolean =>
  child === undefined || child.exitCode !== null || child.signalCode !== null

const startEtcd = (directory: string, logs: string, ports: ReadonlyArray<string>) => {
  const members = [0, 1, 2].map((index) => ({
    name: `e${index}`,
    client: `http://127.0.0.1:${ports[index]}`,
    peer: `http://127.0.0.1:${ports[index + 3]}`,
  }))
  let children: ReadonlyArray<ChildProcess> = []
  return {
    hosts: members.map(({ client }) => new URL(client).host).join(','),
    start: () => {
      children = members.map(({ name, client, peer }) =>
        run(
          programs.etcd,
          [
            ...['--name', name, '--data-dir', join(directory, name), '--logger', 'zap'],
            ...['--listen-client-urls', client, '--advertise-client-urls', client],
            ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
            ...['--initial-cluster', members.map((one) => `${one.name}=${one.peer}`).join(',')],
          ],
          join(logs, `${name}.log`),
        ),
      )
    },
    kill: async () => {
      const alive = children.filter((child) => !ended(child))
      const ends = alive.map((child) => once(child, 'exit'))
      for (const child of alive) child.kill('SIGKILL')
      await Promise.all(ends)
    },
  }
}

const makeNode = (directory: string, log: string, name: string, port: string, rest: string, etcd: string): Node => {
  const [data, file] = [join(directory, name), join(directory, `${name}.yml`)]
  const values: Record<string, string> = {
    ...{ NAME: name, ADDRESS: '127.0.0.1', PORT: port, REST_PORT: rest, ETCD: etcd, DATA: data, BIN: bin ?? '' },
    ...{ PGPASS: join(directory, `${name}.pgpass`), NETWORK: '127.0.0.1/32', PASSWORD: password, WATCHDOG: 'off' },
  }
  const template = readFileSync('ops/patroni/patroni.yml', 'utf8')
  writeFileSync(
    file,
    template.replaceAll(/@(\w+)@/g, (_, key: string) => values[key] ?? ''),
  )
  let child: ChildProcess | undefined
  const postgres = (): ReadonlyArray<number> => {
    const pidFile = join(data, 'postmaster.pid')
    const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0
    return pid > 0 && existsSync(`/proc/${pid}`) ? [pid, ...childrenOf(pid)] : []
  }
  return {
    name,
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    restart: () => {
      child = run(programs.patroni, [file], log)
    },
    signal: async (signal) => {
      child?.kill(signal)
      const pids = postgres()
      for (const pid of pids) process.kill(pid, signal)
      if (signal === 'SIGKILL') await afterEnd(pids)
    },
  }
}

/**
 * Starts everything, and waits until it is whole.
 *
 * @param logs the directory for the logs of Patroni with its Postgres, of etcd and of HAProxy
 */
export const startPatroni = async (logs: string): Promise<PatroniCluster> => {
  const directory = temporaryDirectory('patroni')
  mkdirSync(directory, { recursive: true })
  if (account !== null) chownSync(directory, account.uid, account.gid)
  const ports = await freePorts(13)
  const etcd = startEtcd(directory, logs, ports.slice(0, 6))
  const [bind = '', ...others] = ports.slice(6)
  const [pg, rest] = [others.slice(0, 3), others.slice(3)]
  const nodes = pg.map((port, index) => {
    const name = `n${index + 1}`
    return makeNode(directory, join(logs, `${name}.log`), name, port, rest[index] ?? '', etcd.hosts)
  })
  const address = (port = '') => `127.0.0.1:${port}`
  const is = async (index: number, role: string) =>
    (await fetch(`http://${address(rest[index])}/${role}`, { method: 'OPTIONS' })).status === 200
  const primary = async (): Promise<Node> => {
    for (;;) {
      for (const [index, node] of nodes.entries()) if (await is(index, 'primary').catch(() => false)) return node
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const whole = () =>
    until(async () => {
      const { url } = await primary()
      const rows = await query(url, "SELECT FROM pg_stat_replication WHERE state = 'streaming'")
      // Until Patroni has named one, no standby may take over.
      const named = await Promise.all(nodes.map((_, index) => is(index, 'sync').catch(() => false)))
      return rows.length === 2 && named.includes(true)
    })
  const kill = async () => {
    await Promise.all(nodes.map((node) => node.signal('SIGKILL')))
    await etcd.kill()
  }
  etcd.start()
  for (const node of nodes) node.restart()
  const variables = {
    PATRONI_BIND: address(bind),
    ...Object.fromEntries(pg.map((port, index) => [`NODE_${index + 1}`, address(port)])),
    ...Object.fromEntries(rest.map((port, index) => [`REST_${index + 1}`, port])),
  }
  const stopHaproxy = startHaproxy('ops/patroni/haproxy.cfg', variables, join(logs, 'haproxy.log'))
  await whole()
  return {
    url: `postgres://postgres:${password}@${address(bind)}/postgres`,
    nodes,
    primary,
    whole,
    etcd,
    switchOver: async () => {
      const leader = await primary()
      const port = rest[nodes.indexOf(leader)]
      const body = JSON.stringify({ leader: leader.name })
      const answer = await fetch(`http://${address(port)}/switchover`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`switch-over: ${await answer.text()}`)
    },
    stop: async () => {
      await kill()
      await stopHaproxy()
      rmSync(directory, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
