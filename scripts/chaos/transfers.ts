/**
 * Verifications of mode connect end while the processor fails in every way at every call, and the
 * process that transfers is killed with SIGKILL, often between a call and its record. Each emitted one
 * must have exactly one transfer at the processor, of its price, and none other may have any.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { DateTime, Effect, Layer, ManagedRuntime, Option, Random, Redacted } from 'effect'
import * as Identifiers from '#adapters/platform/Identifiers.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import * as PostgresStorage from '#adapters/postgres/PostgresStorage.ts'
import * as Migrations from '#adapters/postgres/schema/Migrations.ts'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { Accounts } from '#ports/Accounts.ts'
import { ProcessorAccounts } from '#ports/ProcessorAccounts.ts'
import { type Ending, Resolutions } from '#ports/Resolutions.ts'
import { Time } from '#ports/Time.ts'
import { allTransfers, TransferRecords } from '#ports/TransferRecords.ts'
import { Verifications } from '#ports/Verifications.ts'
import { start } from '#simulator/postgres/EmbeddedPostgres.ts'
import { platformOf } from '#simulator/processor/Platform.ts'
import { Processor } from '#simulator/processor/Processor.ts'
import { processorCalls, processorFaults } from '#simulator/processor/ProcessorFaults.ts'
import { applicationOf, emitted, inconclusive } from '#test/support/storedVerifications.ts'
import { hurried, secretsOf } from './hurry.ts'

const seeds = 200
const verificationsPerSeed = 3
const price = 100_00
/** Real milliseconds for which the transfers of one seed are waited for, and all of them in the end. */
const timeoutMillis = 15_000
const atLast = 180_000

const account = { id: 'partner', mode: 'connect' } as const
const platform = platformOf(account.id)

const openAccount = Effect.gen(function* () {
  const administration = yield* AccountAdministration
  yield* administration.open({
    ...account,
    plan: { priceCentavos: price, requestsPerMinute: 1_000_000, monthlyQuota: null },
  })
  yield* administration.issueKey(account.id, 'k', 'digest')
  const { restrictedKey, destination } = platform
  yield* (yield* ProcessorAccounts).put(account.id, { restrictedKey: Redacted.make(restrictedKey), destination })
  yield* (yield* Processor).registerKey(restrictedKey, false, destination)
})

/** A verification with a payment, ended so; its id and whether it was emitted. */
const end = Effect.fnUntraced(function* (isEmitted: boolean) {
  const principal = Option.getOrThrow(yield* (yield* Accounts).authenticate('digest'))
  const { putPayment } = yield* Processor
  const { id } = yield* putPayment({
    destination: platform.destination,
    status: 'succeeded',
    currency: 'mxn',
    amountCentavos: price,
  })
  const now = yield* (yield* Time).now
  const terms = { mode: 'connect', priceCentavos: price, paymentIntentId: id } as const
  const { verification, ...application } = applicationOf(principal, { terms, createdAt: now })
  yield* (yield* Verifications).admit({ ...application, verification })
  const resolutions = yield* Resolutions
  const ending: Ending = isEmitted ? emitted : inconclusive
  for (const claim of yield* resolutions.claim(DateTime.add(now, { minutes: 1 }), { most: 10, perAccount: 10 })) {
    yield* resolutions.conclude(claim, { ...ending, state: { ...ending.state, resolvedAt: now } })
  }
  return verification.id
})

/** What goes wrong, drawn of the seed. */
const breakProcessor = Effect.gen(function* () {
  const { faults } = yield* Processor
  const count = yield* Random.nextIntBetween(0, 4)
  for (let index = 0; index < count; index++) {
    const call = processorCalls[yield* Random.nextIntBetween(0, processorCalls.length)]
    const fault = processorFaults[yield* Random.nextIntBetween(0, processorFaults.length)]
    // One that never answers takes the ten seconds of a call.
    const rare = fault === 'sin_respuesta' && !(yield* Random.nextBoolean)
    if (call !== undefined && fault !== undefined && !rare) {
      yield* faults.put(call, fault, yield* Random.nextIntBetween(1, 3))
    }
  }
})

const startTransferrer = (environment: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['scripts/chaos/transferrer.ts'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

/** Kills it as soon as the processor has made another transfer, or after a while without. */
const kill = async (victim: ChildProcess, transfersNow: () => number, millis: number): Promise<boolean> => {
  const before = transfersNow()
  const until = performance.now() + millis
  while (transfersNow() === before && performance.now() < until) await new Promise((resolve) => setImmediate(resolve))
  victim.kill('SIGKILL')
  await once(victim, 'exit')
  return transfersNow() > before
}

export const transfers = (): Promise<boolean> =>
  Effect.gen(function* () {
    const { url } = yield* start({ dataDirectory: null, durable: true })
    const sealingKey = randomBytes(32).toString('base64')
    const runtime = ManagedRuntime.make(
      Layer.mergeAll(PostgresStorage.layer('driver'), Processor.layer).pipe(
        Layer.provide(Migrations.layer),
        Layer.provide(
          Database.layer({ url: Redacted.make(url), apiConnections: 2, workConnections: 3, dispatchConnections: 1 }),
        ),
        Layer.provideMerge(Layer.mergeAll(secretsOf(sealingKey), hurried, Identifiers.layer())),
        Layer.orDie,
      ),
    )
    return yield* Effect.promise(() => experiment(runtime, { DATABASE_URL: url, SEALING_KEY: sealingKey }))
  }).pipe(Effect.scoped, Effect.runPromise)

type Runtime = ManagedRuntime.ManagedRuntime<
  | AccountAdministration
  | Accounts
  | Processor
  | ProcessorAccounts
  | Resolutions
  | Time
  | TransferRecords
  | Verifications,
  never
>

/** Waits until every transfer is executed; how many are not after so long. */
const executed = async (runtime: Runtime, millis: number): Promise<number> => {
  const until = performance.now() + millis
  while (true) {
    const queued = await runtime.runPromise(
      TransferRecords.use((port) => port.list({ ...allTransfers, state: 'encolada' }, 1_000)),
    )
    if (queued.length === 0 || performance.now() > until) return queued.length
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const experiment = async (runtime: Runtime, environment: Record<string, string>): Promise<boolean> => {
  await runtime.runPromise(openAccount)
  const processor = await runtime.runPromise(Processor)
  const transfersNow = () => Effect.runSync(processor.transfers).length
  const variables = { ...environment, PROCESSOR: await runtime.runPromise(processor.address) }
  const emittedIds = new Set<string>()
  let transferrer = startTransferrer(variables)
  let [kills, betweenCallAndRecord] = [0, 0]

  for (let seed = 1; seed <= seeds; seed++) {
    const drawn = <A, E>(effect: Effect.Effect<A, E, Effect.Services<ReturnType<typeof end>>>) =>
      runtime.runPromise(Random.withSeed(effect, seed))
    await drawn(breakProcessor)
    for (let index = 0; index < verificationsPerSeed; index++) {
      const isEmitted = (seed + index) % 4 !== 0
      const id = await drawn(end(isEmitted))
      if (isEmitted) emittedIds.add(id)
    }
    if (seed % 2 === 0) {
      kills += 1
      if (await kill(transferrer, transfersNow, (seed * 37) % 700)) betweenCallAndRecord += 1
      transferrer = startTransferrer(variables)
    }
    await executed(runtime, timeoutMillis)
    if (seed % 25 === 0) console.log(`${seed} seeds`)
  }
  const left = await executed(runtime, atLast)
  transferrer.kill('SIGTERM')
  await once(transferrer, 'exit')

  const made = Effect.runSync(processor.transfers)
  const byVerification = Map.groupBy(made, ({ metadata }) => metadata['verificacion_id'] ?? '')
  const recorded = await runtime.runPromise(
    Effect.flatMap(TransferRecords, (port) => port.list({ ...allTransfers, state: 'ejecutada' }, 10_000)),
  )
  const facts = {
    'emitted without transfer': [...emittedIds].filter((id) => !byVerification.has(id)).length,
    'emitted with several': [...byVerification.values()].filter((one) => one.length > 1).length,
    'transfers of what was not emitted': made.filter(
      ({ metadata }) => !emittedIds.has(metadata['verificacion_id'] ?? ''),
    ).length,
    'of another amount': made.filter(({ amountCentavos }) => amountCentavos !== price).length,
    'recorded as another transfer': recorded.filter(
      ({ verificationId, transferId }) => byVerification.get(verificationId)?.[0]?.id !== transferId,
    ).length,
    'never executed': left,
  }
  console.table({
    seeds,
    emitted: emittedIds.size,
    kills,
    'kills between call and record': betweenCallAndRecord,
    ...facts,
  })
  await runtime.dispose()
  return Object.values(facts).every((count) => count === 0) && recorded.length === emittedIds.size
}
