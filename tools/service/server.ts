import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import * as NodeServices from '@effect/platform-node/NodeServices'
import {
  ConfigProvider,
  Context,
  DateTime,
  Duration,
  Effect,
  Fiber,
  Layer,
  Logger,
  ManagedRuntime,
  Redacted,
  Stdio,
  Stream,
} from 'effect'
import { TestConsole } from 'effect/testing'
import { VerifyTime } from '#adapters/payments/Stripe.ts'
import * as Secrets from '#adapters/platform/Secrets.ts'
import type { Database } from '#adapters/postgres/connection/Database.ts'
import * as AccountAdministration from '#adapters/postgres/operators/AccountAdministration.ts'
import * as SigningSecretAdministration from '#adapters/postgres/operators/SigningSecretAdministration.ts'
import * as Migrations from '#adapters/postgres/schema/Migrations.ts'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import type { Plan } from '#domain/account/Account.ts'
import { type Environment, make as makeKey } from '#domain/account/ApiKey.ts'
import type { BillingMode } from '#domain/verification/Terms.ts'
import { AccountAdministration as Administration } from '#ports/AccountAdministration.ts'
import { Secrets as SecretsPort } from '#ports/Secrets.ts'
import { SigningSecretAdministration as Signing } from '#ports/SigningSecretAdministration.ts'
import { Sources } from '#ports/Sources.ts'
import { WebhookSender } from '#ports/WebhookSender.ts'
import { type ServerSettings, serverSettings } from '#src/Config.ts'
import { exitCodeOf } from '#src/cli/Failures.ts'
import { run } from '#src/cli/Run.ts'
import { replica } from '#src/Replica.ts'
import type { SourcesLayer } from '#src/replica/Ports.ts'
import { plainEnvironment } from '#tools/machine/processes.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { undocumented } from './documentedNames.ts'
import { page } from './page.ts'
import { validBody } from './sandbox.ts'

const bytes = (seed: number): Uint8Array =>
  new Uint8Array(Array.from({ length: 32 }, (_, index) => (index * 37 + seed * 101) % 256))
const base64 = (seed: number): string => Buffer.from(bytes(seed)).toString('base64')

/** The keys in `environmentOf`. */
export const keyring = {
  digestKey: Redacted.make(bytes(1)),
  sealingKeys: [{ id: 'k1', key: Redacted.make(bytes(2)) }],
} as const

/** The environment variables of a process that works on a database, with free ports. */
export const environmentOf = (url: string, changes: Record<string, string> = {}): Record<string, string> => ({
  COTEJO_ENVIRONMENT: 'sandbox',
  COTEJO_OPERATOR: 'operadora',
  DATABASE_URL: url,
  COTEJO_DIGEST_KEY: base64(1),
  COTEJO_SEALING_KEYS: `k1:${base64(2)}`,
  COTEJO_PORT: '0',
  COTEJO_METRICS_PORT: '0',
  COTEJO_LAST_CALL: '300 millis',
  // Requests wait longer on a busy machine than the service's own limits allow.
  COTEJO_TIMEOUT_FACTOR: '100',
  ...changes,
})

/** The keyring with a new sealing key before its own. */
export const rotatedKeyring = {
  ...keyring,
  sealingKeys: [{ id: 'k2', key: Redacted.make(bytes(3)) }, ...keyring.sealingKeys],
} as const

/** The rotated keyring after the old key was removed. */
export const laterKeyring = { ...keyring, sealingKeys: [rotatedKeyring.sealingKeys[0]] } as const

/** COTEJO_SEALING_KEYS of the keyring, of the rotated keyring, and of a keyring without the first key. */
export const firstKeys = `k1:${base64(2)}`
export const rotatedKeys = `k2:${base64(3)},k1:${base64(2)}`
export const foreignKeys = `k3:${base64(4)}`

/** One line of a server's log. */
interface LogLine {
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
  /** Sends a signal, waits for the end and returns the exit code. Fails if the log had undocumented keys. */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts `node src/main.ts`, or another program that starts a replica, and waits until it listens. */
export const startServer = async (
  environment: Record<string, string>,
  program: ReadonlyArray<string> = ['src/main.ts'],
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, program, {
    env: { ...plainEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const log: Array<LogLine> = []
  const ended = once(child, 'exit')
  const addressOf = (message: string) => log.find((line) => line.message === message)?.['address']
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
      const strangers = undocumented(log.flatMap(Object.keys))
      if (strangers.length > 0)
        throw new Error(`docs/operate/monitoring.md does not name ${strangers}, which the log says`)
      return child.exitCode
    },
  }
}

/** Simulated sources that answer at once. */
const instantSources = Layer.effect(
  Sources,
  Effect.map(Sources, ({ consult }) => ({
    consult: (consultation) => consult({ ...consultation, now: DateTime.add(consultation.startedAt, { hours: 1 }) }),
  })),
).pipe(Layer.provide(SandboxSources.layer('tests')))

/** A sender without any reachable receiver. */
const nowhere = Layer.succeed(WebhookSender, {
  send: () => Effect.succeed({ _tag: 'Failed', reason: 'conexion_fallida' }),
})

/**
 * A replica in this process, with sources that answer at once, also in production. `ended` is why it ended by itself,
 * and `said` is its log.
 */
export const startReplica = async (
  url: string,
  changes: Partial<ServerSettings> = {},
  sources: SourcesLayer = instantSources,
  sender: Layer.Layer<WebhookSender> = nowhere,
  references: Context.Context<never> = Context.empty(),
) => {
  const listening = Promise.withResolvers<string>()
  const said: Array<string> = []
  const hearing = Logger.make(({ message }) => {
    said.push(JSON.stringify(message))
    const [what, facts] = Array.isArray(message) ? message : []
    if (what === 'api listening') listening.resolve(facts.address)
  })
  const provider = ConfigProvider.fromEnvRecord(environmentOf(url, { COTEJO_LAST_CALL: '0 millis' }))
  const serving = serverSettings.pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, provider),
    Effect.flatMap((settings) => replica({ ...settings, ...changes }, sources, sender)),
    Effect.provide(Logger.layer([hearing])),
    Effect.provide(references),
    Effect.provideService(VerifyTime, Duration.hours(1)),
    Effect.runFork,
  )
  const ended = new Promise<Error>((resolve) =>
    serving.addObserver((exit) => resolve(new Error(`the replica has ended: ${exit}`))),
  )
  ended.then(listening.reject)
  const base = await listening.promise
  const answers = () =>
    page(base).then(
      () => true,
      () => false,
    )
  while (!(await answers())) {
    if (serving.pollUnsafe() !== undefined) throw await ended
    await setTimeout(20)
  }
  return { base, ended, said, stop: () => Effect.runPromise(Effect.asVoid(Fiber.interrupt(serving))) }
}

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** The output and exit code of a process that does not start. */
export const runToEnd = async (
  script: string,
  args: ReadonlyArray<string>,
  environment: Record<string, string>,
  input = '',
): Promise<Ended> => {
  const child = spawn(process.execPath, [script, ...args], { env: { ...plainEnvironment, ...environment } })
  // It may end without reading its input.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [out, err] = await Promise.all(
    [child.stdout, child.stderr].map((stream) => stream.setEncoding('utf8').toArray()),
  )
  if (child.exitCode === null) await once(child, 'exit')
  return { code: child.exitCode, out: (out ?? []).join(''), err: (err ?? []).join('') }
}

/** Shared by all commands, because each would add a listener to this process's standard input. */
const node = ManagedRuntime.make(NodeServices.layer)

/**
 * Runs `cotejo` with arguments in this process. A process of its own would take a second, mostly to load the program.
 */
export const cotejo = (
  url: string,
  args: ReadonlyArray<string>,
  changes: Record<string, string> = {},
  input = '',
): Promise<Ended> => {
  const stdio = Stdio.layerTest({ args: Effect.succeed(args), stdin: Stream.make(Buffer.from(input)) })
  const printed = (lines: ReadonlyArray<unknown>) => lines.map((line) => `${line}\n`).join('')
  return Effect.exit(run).pipe(
    Effect.flatMap((exit) =>
      Effect.all({
        code: Effect.succeed(exitCodeOf(exit)),
        out: Effect.map(TestConsole.logLines, printed),
        err: Effect.map(TestConsole.errorLines, printed),
      }),
    ),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(environmentOf(url, changes))),
    Effect.provide(Layer.merge(TestConsole.layer, stdio)),
    node.runPromise,
  )
}

/** Runs an effect over a test's database. */
const overDatabase = <A, E>(
  url: string,
  effect: Effect.Effect<A, E, Database | Administration | SecretsPort | Signing>,
) =>
  effect.pipe(
    Effect.provide(
      Layer.merge(AccountAdministration.layer, SigningSecretAdministration.layer).pipe(
        Layer.provideMerge(Secrets.layer(keyring)),
        Layer.provideMerge(patientDatabase(url)),
      ),
    ),
    Effect.runPromise,
  )

export const migrated = (url: string) => overDatabase(url, Effect.asVoid(Migrations.migrate()))

let keys = 0

/** An account with 1,000 pesos and a key of the environment. Without a signing secret its webhooks wait. */
export const openAccount = (
  url: string,
  id: string,
  options: {
    readonly environment?: Environment
    readonly mode?: BillingMode
    readonly plan?: Partial<Plan>
    readonly signingSecret?: string
  } = {},
): Promise<string> =>
  overDatabase(
    url,
    Effect.gen(function* () {
      const administration = yield* Administration
      const { digestApiKey } = yield* SecretsPort
      keys += 1
      const key = makeKey(options.environment ?? 'sandbox', BigInt(keys))
      const plan = { priceCentavos: 100_00, requestsPerMinute: 600, monthlyQuota: null, ...options.plan }
      const { mode = 'consumo', signingSecret } = options
      yield* administration.open({ id, mode, plan })
      yield* administration.issueKey(id, 'k1', digestApiKey(key))
      if (mode === 'consumo') yield* administration.creditOnce(id, 1_000_00, 'saldo inicial', 'saldo inicial')
      if (signingSecret !== undefined) yield* (yield* Signing).issue(id, Redacted.make(signingSecret))
      return key
    }),
  )

/** POST /v1/verificaciones with a valid body, with these changes. */
export const create = async (
  base: string,
  key: string,
  changes: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answered> => {
  const body = validBody(changes)
  const response = await fetch(`${base}/v1/verificaciones`, {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': String(body['solicitud_id']),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

export const get = async (base: string, path: string, key?: string): Promise<Answered> => {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const response = await fetch(base + path, { headers })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

export interface Answered {
  readonly status: number
  // Tests assert it field by field.
  readonly body: Record<string, unknown>
}

/** Waits until the outcome is true. */
export const until = async (outcome: () => Promise<boolean>): Promise<void> => {
  while (!(await outcome())) await setTimeout(50)
}
