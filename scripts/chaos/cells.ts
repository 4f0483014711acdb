/**
 * Two cells behind one HAProxy, each with two replicas over three nodes of Patroni. The primary of one is killed, an
 * account moves to the other one while all work, and the other one stands still for a minute.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '#tools/machine/freePort.ts'
import { keepOutput } from '#tools/machine/processes.ts'
import { type Replica, startReplica } from '#tools/machine/replicaProcess.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { startHaproxy } from '#tools/peers/haproxy.ts'
import { startProcessor } from '#tools/peers/payments.ts'
import { startReceiver } from '#tools/peers/receiver.ts'
import { type BenchDatabase, fill } from '#tools/postgres/benchDatabase.ts'
import { inParallel, round } from '#tools/reports/measure.ts'
import { report, write } from '#tools/reports/report.ts'
import { runToEnd, until } from '#tools/service/server.ts'
import { missingPackages, type PatroniCluster, startPatroni } from './cluster/Patroni.ts'
import { accounts, type Created, environmentOf, modeOf, request, type Try } from './partners.ts'
import { allEnded, effectFaults, ledgerIsRight, mostArrivals, requestFaults } from './verdicts.ts'

const half = accounts / 2
const moving = 0
const around = 8_000
const still = 60_000
const pauseMillis = 300
/** A cell that nothing happens to has a 200 at least this often, in seconds. */
const usual = 5
const names = ['a', 'b'] as const
const wait = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

interface Cell {
  readonly cluster: PatroniCluster
  readonly database: BenchDatabase
  readonly environment: Record<string, string>
  readonly replicas: ReadonlyArray<Replica>
}

/** Runs a command of the operator in a cell. */
const operate = async ({ environment }: Cell, args: ReadonlyArray<string>, more: Record<string, string> = {}) => {
  const { code, out, err } = await runToEnd('src/cli.ts', args, { ...environment, ...more })
  if (code !== 0) throw new Error(`${args.join(' ')}: ${err}${out}`)
  return out
}

const signalAll = async ({ cluster, replicas }: Cell, signal: 'SIGSTOP' | 'SIGCONT') => {
  for (const replica of replicas) replica.process.kill(signal)
  for (const node of cluster.nodes) await node.signal(signal)
}

/** Whether the router reaches a cell. */
const isServed = async (base: string, { database: { apiKeys } }: Cell): Promise<boolean> => {
  const headers = { authorization: `Bearer ${apiKeys[0]}` }
  const answer = await fetch(`${base}/v1/cuenta/consumo`, { headers }).catch(() => null)
  return answer?.status === 200
}

/** A replica that stands still while it asks the processor wakes after the time limit of the call (contract 1.17). */
const unverified = '402 cobro_no_verificado'
const isUnusual = (answer: string) => answer !== '200' && !answer.startsWith('503')

/** What an account's partner got between two instants, and the longest time without a 200. */
const seen = (
  tries: ReadonlyArray<Try & { readonly account: number }>,
  of: (account: number) => boolean,
  from: number,
  to: number,
) => {
  const some = tries.filter(({ account, answered }) => of(account) && answered >= from && answered < to)
  const granted = some.filter(({ answer }) => answer === '200').map(({ answered }) => answered)
  const instants = [from, ...granted.toSorted((a, b) => a - b)]
  const longest = Math.max(0, ...instants.slice(1).map((at, index) => at - (instants[index] ?? at)))
  return {
    200: granted.length,
    503: some.filter(({ answer }) => answer.startsWith('503')).length,
    others: some
      .map(({ answer }) => answer)
      .filter(isUnusual)
      .join(', '),
    'longest without a 200, s': round(longest / 1_000, 1),
  }
}

const startRouter = async (cells: ReadonlyArray<Cell>, directory: string) => {
  const [port = ''] = await freePorts(1)
  const files = { socket: join(directory, 'admin.sock'), map: join(directory, 'cells.map') }
  const [first] = cells
  if (first === undefined) throw new Error('no cell')
  const maps: Array<string> = []
  for (const [index, cell] of cells.entries()) maps.push(await operate(cell, ['cells', 'map', names[index] ?? '']))
  writeFileSync(files.map, maps.join(''))
  const servers = cells.flatMap(({ replicas }, cell) =>
    replicas.map(({ base }, replica) => [`CELL_${cell === 0 ? 'A' : 'B'}${replica + 1}`, new URL(base).host]),
  )
  const variables = {
    CELLS_SOCKET: files.socket,
    CELLS_BIND: `127.0.0.1:${port}`,
    CELLS_MAP: files.map,
    CELLS_ROUTER_KEY: (await operate(first, ['cells', 'router-key'])).trim(),
    ...Object.fromEntries(servers),
  }
  const stop = startHaproxy('ops/cells/haproxy.cfg', variables, join(directory, 'router.log'))
  return { ...files, base: `http://127.0.0.1:${port}`, stop }
}

/** @param directory for the logs of all programs, and what partners saw */
const trial = async (stops: Array<() => Promise<unknown>>, directory: string): Promise<boolean> => {
  const receiver = await startReceiver()
  const processor = await startProcessor(Array.from({ length: accounts }, (_, index) => `account-${index}`))
  stops.push(async () => receiver.stop(), processor.stop)
  const digestKey = randomBytes(32)
  const started: Array<Cell> = []
  for (const [index, name] of names.entries()) {
    const logs = join(directory, name)
    mkdirSync(logs)
    const cluster = await startPatroni(logs)
    stops.push(cluster.stop)
    const database = await fill(cluster.url, half, modeOf, { first: index * half, digestKey })
    const environment = environmentOf(database, receiver.port, processor.address)
    const replicas = [await startReplica(environment), await startReplica(environment)]
    for (const [number, { process }] of replicas.entries()) keepOutput(process, join(logs, `replica${number + 1}.log`))
    stops.push(async () => {
      for (const { process } of replicas) process.kill('SIGKILL')
    })
    started.push({ cluster, database, environment, replicas })
  }
  const [a, b] = started
  if (a === undefined || b === undefined) throw new Error('no cell')
  const router = await startRouter([a, b], directory)
  stops.push(router.stop)
  await until(async () => (await Promise.all([a, b].map((cell) => isServed(router.base, cell)))).every(Boolean))

  const apiKeys = [...a.database.apiKeys, ...b.database.apiKeys]
  const tries: Array<Try & { readonly account: number }> = []
  const created: Array<Created> = []
  let isOver = false
  // Each partner uses its own account, so that it waits for no other one's cell.
  const working = inParallel(accounts, accounts, async (account) => {
    for (let index = account; !isOver; index += accounts) {
      const own: Array<Try> = []
      created.push(await request([router], apiKeys, index, processor.pay, own))
      tries.push(...own.map((one) => ({ ...one, account })))
      await wait(pauseMillis)
    }
  })
  working.catch(() => {})
  const windows: Array<{ what: string; others: ReadonlyArray<string>; from: number; to: number }> = []
  /** @param others the groups that must not notice it */
  const during = async (what: string, others: ReadonlyArray<string>, act: () => Promise<unknown>) => {
    const from = Date.now()
    await act()
    await wait(around)
    windows.push({ what, others, from, to: Date.now() })
  }

  await during('nothing', ['cell a', 'cell b'], () => wait(around))
  await during('the primary of a is killed', ['cell b'], async () => {
    const first = await a.cluster.primary()
    await first.signal('SIGKILL')
    while ((await a.cluster.primary()) === first) await wait(100)
    first.restart()
    await a.cluster.whole()
  })
  let took = 0
  await during(`account ${moving} moves from a to b`, ['cell a', 'cell b'], async () => {
    const from = Date.now()
    const args = ['accounts', 'move', `account-${moving}`, '--to', 'b', '--router', router.socket, '--map', router.map]
    const other = { COTEJO_OTHER_DATABASE_URL: b.database.url, COTEJO_OTHER_SEALING_KEYS: b.database.sealingKeys }
    await operate(a, [...args, '--reason', 'chaos'], other)
    took = (Date.now() - from) / 1_000
  })
  await during('all of b stands still for 60 s', ['cell a'], async () => {
    await signalAll(b, 'SIGSTOP')
    await wait(still)
    await signalAll(b, 'SIGCONT')
  })
  await wait(around)
  isOver = true
  await working
  writeFileSync(join(directory, 'tries.json'), JSON.stringify({ windows, tries }))

  const groups: ReadonlyArray<readonly [string, (account: number) => boolean]> = [
    ['cell a', (account) => account < half && account !== moving],
    ['the moved account', (account) => account === moving],
    ['cell b', (account) => account >= half],
  ]
  let [noticed, refused] = [0, 0]
  const stood = windows.at(-1)
  const maySee = ({ account, answer, answered }: (typeof tries)[number]) =>
    answer === unverified && account >= half && stood !== undefined && answered >= stood.from
  const unusual = tries.filter((one) => isUnusual(one.answer) && !maySee(one)).map(({ answer }) => answer)
  for (const { what, others, from, to } of windows) {
    const rows = groups.map(([name, of]) => [name, seen(tries, of, from, to)] as const)
    report(`While ${what}`, Object.fromEntries(rows))
    const undisturbed = rows.filter(([name]) => others.includes(name)).map(([, row]) => row)
    noticed += undisturbed.filter((row) => row['longest without a 200, s'] > usual).length
    refused += undisturbed.reduce((sum, row) => sum + row[503], 0)
  }
  const ended = [...(await allEnded(a.cluster.url)), ...(await allEnded(b.cluster.url))]
  const { lost, doubled } = requestFaults(created, ended)
  const faults = effectFaults(ended, receiver.events, processor.transfers())
  const books = [await ledgerIsRight(a.environment), await ledgerIsRight(b.environment)]
  const other = { COTEJO_OTHER_DATABASE_URL: b.database.url }
  const { out } = await runToEnd('src/cli.ts', ['doctor', '--with', 'b', '--json'], { ...a.environment, ...other })
  const compared: ReadonlyArray<{ check: string; result: string }> = JSON.parse(out)
  const isApart = compared.some(({ check, result }) => check === 'cell b' && result === 'ok')
  const wrong = {
    lost,
    doubled,
    'never ended': ended.filter(({ state }) => state === 'en_proceso').length,
    'webhooks missing, strange or with other bytes': faults.webhooks,
    'transfers missing, strange or doubled': faults.transfers,
    'ledgers that are wrong': books.filter((isRight) => !isRight).length,
    'in both cells': isApart ? 0 : 1,
    [`cells without a 200 for ${usual} s while nothing happens to them`]: noticed,
    'answers that are not allowed': unusual.length,
  }
  const values = {
    acknowledged: created.length,
    ...wrong,
    ...(unusual.length > 0 && { 'answers that are not allowed': unusual.join(', ') }),
    // All share one disk: when it stands still, a commit takes longer than the service waits.
    'answers of 503 in cells that nothing happens to': refused,
    'the move took, s': round(took, 1),
    'arrivals of one webhook, at most': mostArrivals(receiver.events),
  }
  report('In all', Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])))
  return Object.values(wrong).every((count) => count === 0)
}

/** `npm run chaos -- cells [--write]` */
export const cells = async (): Promise<boolean> => {
  const missing = missingPackages()
  if (missing.length > 0) {
    console.log(`skipped, these packages of Debian are not installed: ${missing.join(', ')}`)
    return true
  }
  const stops: Array<() => Promise<unknown>> = []
  const directory = temporaryDirectory('cells')
  let isRight = false
  try {
    isRight = await trial(stops, directory)
    if (process.argv.includes('--write')) write('cells', 'chaos')
    return isRight
  } finally {
    for (const stop of stops.toReversed()) await stop()
    if (isRight) rmSync(directory, { recursive: true })
    else console.log(`logs of all programs: ${directory}`)
  }
}
