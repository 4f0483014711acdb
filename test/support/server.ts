import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Effect, Layer, Redacted } from 'effect'
import * as Secrets from '#adapters/platform/Secrets.ts'
import * as AccountAdministration from '#adapters/postgres/AccountAdministration.ts'
import { Database } from '#adapters/postgres/Database.ts'
import * as Migrations from '#adapters/postgres/Migrations.ts'
import type { Plan } from '#domain/Account.ts'
import { type Environment, make as makeKey } from '#domain/ApiKey.ts'
import { AccountAdministration as Administration } from '#ports/AccountAdministration.ts'
import { Secrets as SecretsPort } from '#ports/Secrets.ts'

const bytes = (seed: number): Uint8Array =>
  new Uint8Array(Array.from({ length: 32 }, (_, index) => (index * 37 + seed * 101) % 256))
const base64 = (seed: number): string => Buffer.from(bytes(seed)).toString('base64')

export const keyring = {
  digestKey: Redacted.make(bytes(1)),
  sealingKeys: [{ id: 'k1', key: Redacted.make(bytes(2)) }],
} as const

/** The variables of a process that works on a database, on free ports. */
export const environmentOf = (url: string, changes: Record<string, string> = {}): Record<string, string> => ({
  COTEJO_ENVIRONMENT: 'sandbox',
  DATABASE_URL: url,
  COTEJO_DIGEST_KEY: base64(1),
  COTEJO_SEALING_KEYS: `k1:${base64(2)}`,
  COTEJO_PORT: '0',
  COTEJO_METRICS_PORT: '0',
  COTEJO_LAST_CALL: '300 millis',
  ...changes,
})

/** A sealing key that another seed makes. */
export const sealingKey = (id: string, seed: number): string => `${id}:${base64(seed)}`

/** One line of a server's log. */
export interface LogLine {
  readonly message: string
  readonly level: string
  readonly [fact: string]: unknown
}

export interface ServerProcess {
  readonly base: string
  readonly metrics: string
  readonly child: ChildProcess
  /** Every line so far. */
  readonly log: ReadonlyArray<LogLine>
  /** Sends a signal and waits for the end; its exit code. */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** `node src/main.ts`, once it listens. */
export const startServer = async (environment: Record<string, string>): Promise<ServerProcess> => {
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const log: Array<LogLine> = []
  const ended = once(child, 'exit')
  const addressOf = (message: string) => log.find((line) => line.message === message)?.['direccion']
  const listening = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      log.push(JSON.parse(line))
      if (addressOf('api listening') !== undefined && addressOf('metrics listening') !== undefined) resolve()
    })
  })
  await Promise.race([listening, ended])
  return {
    base: String(addressOf('api listening')),
    metrics: String(addressOf('metrics listening')),
    child,
    log,
    end: async (signal = 'SIGTERM') => {
      child.kill(signal)
      await ended
      return child.exitCode
    },
  }
}

/** What a process that does not start says, and its exit code. */
export const runToEnd = async (
  script: string,
  args: ReadonlyArray<string>,
  environment: Record<string, string>,
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> => {
  const child = spawn(process.execPath, [script, ...args], { env: { PATH: process.env['PATH'], ...environment } })
  const [out, err] = await Promise.all(
    [child.stdout, child.stderr].map((stream) => stream.setEncoding('utf8').toArray()),
  )
  if (child.exitCode === null) await once(child, 'exit')
  return { code: child.exitCode, out: (out ?? []).join(''), err: (err ?? []).join('') }
}

/** Runs over the database of a test. */
export const overDatabase = <A, E>(url: string, effect: Effect.Effect<A, E, Database | Administration | SecretsPort>) =>
  effect.pipe(
    Effect.provide(
      Layer.merge(AccountAdministration.layer, Secrets.layer(keyring)).pipe(
        Layer.provideMerge(Database.layer({ url: Redacted.make(url), apiConnections: 2, workConnections: 2 })),
      ),
    ),
    Effect.runPromise,
  )

export const migrated = (url: string) => overDatabase(url, Effect.asVoid(Migrations.migrate()))

let keys = 0

/** An account with 1,000 pesos and a key of the environment. */
export const openAccount = (
  url: string,
  id: string,
  options: { readonly environment?: Environment; readonly plan?: Partial<Plan> } = {},
): Promise<string> =>
  overDatabase(
    url,
    Effect.gen(function* () {
      const administration = yield* Administration
      const { digestApiKey } = yield* SecretsPort
      keys += 1
      const key = makeKey(options.environment ?? 'sandbox', BigInt(keys))
      const plan = { priceCentavos: 100_00, requestsPerMinute: 600, monthlyQuota: null, ...options.plan }
      yield* administration.open({ id, mode: 'consumo', plan })
      yield* administration.issueKey(id, 'k1', digestApiKey(key))
      yield* administration.credit(id, 1_000_00)
      return key
    }),
  )
