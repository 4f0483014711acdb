import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { Array, Duration, Effect, Layer, Redacted, References } from 'effect'
import { HttpServer } from 'effect/http'
import * as MemoryStorage from '#adapters/memory/MemoryStorage.ts'
import { library } from '#adapters/payments/Library.ts'
import * as Payments from '#adapters/payments/Stripe.ts'
import * as Identifiers from '#adapters/platform/Identifiers.ts'
import * as PlatformSecrets from '#adapters/platform/Secrets.ts'
import * as Time from '#adapters/platform/Time.ts'
import { Departure } from '#application/Departure.ts'
import { KnownKeys } from '#application/KnownKeys.ts'
import { Setting } from '#application/Setting.ts'
import { make as makeKey } from '#domain/account/ApiKey.ts'
import { usuallyDenied } from '#domain/delivery/DeniedReceivers.ts'
import { timeBudget, validity } from '#domain/Limits.ts'
import * as Server from '#http/Server.ts'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { Secrets } from '#ports/Secrets.ts'
import * as App from '#src/App.ts'
import * as Samples from '#wire/Samples.ts'

/** Answering late is worse than answering slowly. */
const longestUsual = Duration.seconds(5)
const atOnce = 16

const account = { id: 'calentamiento', mode: 'consumo' } as const
const newKey = () => Redacted.make(randomBytes(32))

const ports = Layer.mergeAll(
  MemoryStorage.layer,
  // Nothing is paid through it here.
  Payments.layer({ environment: 'sandbox', host: 'http://127.0.0.1:9' }),
  Identifiers.layer(),
  Time.layer,
  Layer.succeed(Setting, {
    environment: 'sandbox',
    timeBudget,
    validity,
    deniedReceivers: usuallyDenied,
    version: account.id,
  }),
  Layer.suspend(() => PlatformSecrets.layer({ digestKey: newKey(), sealingKeys: [{ id: account.id, key: newKey() }] })),
)

const service = Server.serve(App.routes, App.declared).pipe(
  Layer.provideMerge(Server.listener({ host: '127.0.0.1', port: 0 })),
  Layer.provide([Departure.layer, KnownKeys.layer]),
  Layer.provideMerge(ports),
)

const openAccount = Effect.fnUntraced(function* (creations: number) {
  const { open, issueKey, credit } = yield* AccountAdministration
  const { digestApiKey } = yield* Secrets
  const apiKey = makeKey('sandbox', BigInt(`0x${randomBytes(32).toString('hex')}`))
  yield* open({ ...account, plan: { priceCentavos: 1, requestsPerMinute: 1_000_000, monthlyQuota: null } })
  yield* issueKey(account.id, account.id, digestApiKey(apiKey))
  yield* credit(account.id, creations)
  return apiKey
})

/** The status and the body of an answer; neither where there was none. */
const asked = (
  agent: Agent,
  url: string,
  options: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve) => {
    const { body, ...head } = options
    const outgoing = request(url, { agent, ...head }, (answer) => {
      const chunks: Array<Buffer> = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('close', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
    outgoing.once('error', () => resolve({ status: 0, text: '' }))
    outgoing.end(body)
  })

const createAndRead = async (agent: Agent, base: string, apiKey: string, index: number): Promise<boolean> => {
  const solicitud_id = `calentamiento-${index}`
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const { curp, nombre, consentimiento, webhookUrl: webhook_url } = Samples
  const created = await asked(agent, `${base}/v1/verificaciones`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': solicitud_id },
    body: JSON.stringify({ solicitud_id, solicitante: { curp, ...nombre }, consentimiento, webhook_url }),
  })
  const [id] = /ver_\w+/.exec(created.text) ?? []
  const read = await asked(agent, `${base}/v1/verificaciones/${id}`, { method: 'GET', headers })
  return created.status === 200 && read.status === 200
}

/**
 * Has the code of a request compiled before the first one comes: the same routes answer over a storage in memory, on
 * a port of loopback that is closed again. Nothing is logged, counted or traced, and nothing of it remains.
 *
 * @param creations how many verifications are created and read, at most
 * @param longest how long it may take
 * @returns how many were
 */
export const warmUp = (creations: number, longest = longestUsual) =>
  Effect.gen(function* () {
    yield* library
    const { address } = yield* HttpServer.HttpServer
    const base = HttpServer.formatAddress(address)
    const apiKey = yield* openAccount(creations)
    const agent = yield* Effect.acquireRelease(
      Effect.sync(() => new Agent({ keepAlive: true, maxSockets: atOnce })),
      (opened) => Effect.sync(() => opened.destroy()),
    )
    let done = 0
    yield* Effect.forEach(
      Array.range(1, creations),
      (index) =>
        Effect.map(
          Effect.promise(() => createAndRead(agent, base, apiKey, index)),
          (wasRight) => {
            if (wasRight) done += 1
          },
        ),
      { concurrency: atOnce, discard: true },
    ).pipe(Effect.timeoutOption(longest))
    return done
  }).pipe(
    Effect.provide(service, { local: true }),
    Effect.scoped,
    Effect.provideService(References.MinimumLogLevel, 'None'),
    Effect.withTracerEnabled(false),
  )
