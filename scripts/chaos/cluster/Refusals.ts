/** Ways to the database that the service refuses: each in words of its own, before it answers anybody. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { report } from '#scripts/bench/report.ts'
import { workerEnvironment } from '#scripts/bench/workers.ts'
import { startPostgres } from '#test/support/postgres.ts'
import type { Template } from './Pair.ts'
import { isInstalled, type Pooling, startPgbouncer } from './Pgbouncer.ts'

/** A process that is refused ends before, milliseconds. */
const longest = 40_000

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
    for (const [way, pooling] of isInstalled() ? poolings : []) {
      const pgbouncer = await startPgbouncer(server.url, pooling)
      rows.push([way, await refusal(environmentAt(pgbouncer.url)).finally(pgbouncer.stop)])
    }
  } finally {
    await server.stop()
  }
  report('Ways to the database that are refused at the start', Object.fromEntries(rows))
  return rows.every(([, shown]) => shown['exit code'] === 1 && shown.says.startsWith('DATABASE_URL'))
}
