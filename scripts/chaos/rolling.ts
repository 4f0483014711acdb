/**
 * Two versions over one database under load: the last release and the work tree. The database is migrated first. Then
 * the replicas are replaced one after another, and later back again. Every verification must end as its scenario says,
 * whichever version works on it.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Replica, replicaProgram, startReplica } from '#tools/machine/replicaProcess.ts'
import { startProcessor } from '#tools/peers/payments.ts'
import { startReceiver } from '#tools/peers/receiver.ts'
import { type BenchDatabase, withDatabase } from '#tools/postgres/benchDatabase.ts'
import { inParallel } from '#tools/reports/measure.ts'
import { report, write } from '#tools/reports/report.ts'
import { accounts, type Created, environmentOf, modeOf, request } from './partners.ts'
import { allEnded, judgeEnds, judgeTransfers, judgeWebhooks, ledgerIsRight } from './verdicts.ts'

/** How long each pair of replicas works, in milliseconds. */
const stage = 15_000

const git = (...options: ReadonlyArray<string>): string =>
  execFileSync('git', options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** The last release. Without a release it is the last commit, so only uncommitted changes are compared. */
const lastRelease = (): string => {
  try {
    return git('describe', '--tags', '--abbrev=0')
  } catch {
    return 'HEAD'
  }
}

/** A checkout of a commit in its own directory, with the packages of its lock file. */
const checkedOut = (commit: string): string => {
  const directory = mkdtempSync(join(tmpdir(), 'cotejo-rolling-'))
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x', '-C', directory], { input: archive })
  const hasTheSamePackages = git('diff', '--name-only', commit, '--', 'package-lock.json') === ''
  if (hasTheSamePackages) symlinkSync(join(process.cwd(), 'node_modules'), join(directory, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory, stdio: 'ignore' })
  return directory
}

const startIn = (directory: string, environment: Record<string, string>) =>
  startReplica(environment, replicaProgram, directory)

/** Stops a replica as a rolling upgrade does, and starts its successor. */
const replace = async (replicas: Array<Replica>, index: number, directory: string): Promise<void> => {
  const former = replicas[index]
  if (former === undefined) return
  former.process.kill('SIGTERM')
  await once(former.process, 'exit')
  replicas[index] = await startIn(directory, former.environment)
}

const roll = async ({ url, apiKeys, ...keys }: BenchDatabase, older: string): Promise<boolean> => {
  const receiver = await startReceiver()
  const processor = await startProcessor(apiKeys.map((_, index) => `account-${index}`))
  const environment = environmentOf({ url, ...keys }, receiver.port, processor.address)
  const newer = process.cwd()
  const replicas = [await startIn(older, environment), await startIn(older, environment)]
  const created: Array<Created> = []
  let isOver = false
  const partners = inParallel(16, 16, async (partner) => {
    for (let index = partner; !isOver; index += 16) {
      created.push(await request(replicas, apiKeys, index, processor.pay))
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
  })
  for (const [index, directory] of [
    [0, newer],
    [1, newer],
    [0, older],
    [1, older],
    [0, newer],
  ] as const) {
    await new Promise((resolve) => setTimeout(resolve, stage))
    await replace(replicas, index, directory)
  }
  isOver = true
  await partners
  const ended = await allEnded(url)
  const books = await ledgerIsRight(environment)
  for (const replica of replicas) replica.process.kill('SIGTERM')
  await Promise.all(replicas.map((replica) => once(replica.process, 'exit')))
  receiver.stop()
  const verdicts = [
    judgeEnds(ended, created),
    created.length === ended.length,
    books,
    judgeWebhooks(ended, receiver.events, []),
    judgeTransfers(ended, processor.transfers()),
  ]
  await processor.stop()
  return verdicts.every(Boolean)
}

/** `npm run chaos -- rolling [COMMIT] [--write]` */
export const rolling = async (): Promise<boolean> => {
  const [commit = lastRelease()] = process.argv.slice(3).filter((word) => !word.startsWith('--'))
  report('Versions', {
    older: { commit: git('rev-parse', '--short', commit), name: commit },
    newer: { commit: 'the work tree' },
  })
  const older = checkedOut(commit)
  let isRight = false
  try {
    await withDatabase(
      accounts,
      async (database) => {
        isRight = await roll(database, older)
      },
      modeOf,
    )
  } finally {
    rmSync(older, { recursive: true, force: true })
  }
  if (process.argv.includes('--write')) write('rolling', 'chaos')
  return isRight
}
