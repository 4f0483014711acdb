import { DateTime, Duration, Effect, Layer, ManagedRuntime, Redacted } from 'effect'
import { TestClock } from 'effect/testing'
import { layer, type StripeSettings } from '#adapters/payments/Stripe.ts'
import * as Identifiers from '#adapters/platform/Identifiers.ts'
import type { TransferOutcome } from '#domain/delivery/Transfer.ts'
import {
  type MadeTransfer,
  type PaymentNotVerified,
  Payments,
  type ProcessorCredentials,
  type TransferOrder,
} from '#ports/Payments.ts'
import { Time } from '#ports/Time.ts'
import { type Platform, platformOf } from '#simulator/processor/Platform.ts'
import { Processor } from '#simulator/processor/Processor.ts'
import { ProcessorFaults } from '#simulator/processor/ProcessorFaults.ts'
import { standingClock } from '#tools/service/testTime.ts'

type ProcessorService = Processor['Service']
type PaymentChange = Parameters<ProcessorService['putPayment']>[0]

export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  // Tests assert the answers field by field; their form is what is tested.
  readonly body: Record<string, unknown>
}

interface ApiCall {
  /** The platform's own key if absent; null for none. */
  readonly key?: string | null
  readonly idempotencyKey?: string
  readonly form?: Record<string, string>
  readonly signal?: AbortSignal | null
}

/** A test's own processor on a free port, with one partner's platform. Stop it after the test. */
export interface TestProcessor {
  readonly processor: ProcessorService
  readonly address: string
  readonly platform: Platform
  readonly credentials: ProcessorCredentials
  /** Adds a confirmed payment of 100.00 MXN, with these changes, and returns its id. */
  readonly pay: (change?: Partial<PaymentChange>) => Promise<string>
  /** The charge of a payment. */
  readonly chargeOf: (id: string) => Promise<string>
  /** The parameters of a transfer of 100.00 MXN from a charge, with these changes. */
  readonly order: (source: string, changes?: Record<string, string>) => Record<string, string>
  /** Calls the API without the library. */
  readonly call: (method: string, path: string, more?: ApiCall) => Promise<ApiAnswer>
  /** Advances the processor's clock. */
  readonly wait: (time: Duration.Duration) => void
  /** Calls the listener when a request comes that is left without an answer. */
  readonly onSilence: (listener: () => void) => void
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
  readonly stop: () => Promise<void>
}

/** The faults of a processor. `tell` is called for each request that is left without an answer. */
const faultsTelling = (tell: () => void) =>
  Layer.effect(
    ProcessorFaults,
    Effect.map(ProcessorFaults, (faults) => ({
      ...faults,
      take: (call) => {
        const fault = faults.take(call)
        if (fault === 'sin_respuesta') tell()
        return fault
      },
    })),
  ).pipe(Layer.provide(ProcessorFaults.layer))

let platforms = 0

/** The credentials of an account for a platform. */
export const credentialsOf = ({ restrictedKey, destination }: Platform): ProcessorCredentials => ({
  restrictedKey: Redacted.make(restrictedKey),
  destination,
})

const calling =
  (address: string, platformKey: string): TestProcessor['call'] =>
  async (method, path, { key = platformKey, idempotencyKey, form = {}, signal = null } = {}) => {
    const headers = new Headers()
    if (key !== null) headers.set('authorization', `Bearer ${key}`)
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
    const body = method === 'GET' ? null : new URLSearchParams(form)
    const response = await fetch(`${address}${path}`, { method, headers, body, signal })
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
  }

export const startProcessor = async (): Promise<TestProcessor> => {
  let waited = Duration.zero
  const time = Layer.succeed(Time, {
    now: Effect.map(DateTime.now, (now) => DateTime.addDuration(now, waited)),
    realTimeUntil: () => Effect.succeed(Duration.zero),
  })
  let tellSilence = () => {}
  const faults = faultsTelling(() => tellSilence())
  const runtime = ManagedRuntime.make(Processor.layerOver.pipe(Layer.provide([faults, time, Identifiers.layer()])))
  const processor = await runtime.runPromise(Processor)
  platforms += 1
  const platform = platformOf(`platform ${platforms}`)
  await runtime.runPromise(processor.registerKey(platform.restrictedKey, false, platform.destination))

  const paid = {
    destination: platform.destination,
    status: 'succeeded',
    currency: 'mxn',
    amountCentavos: 100_00,
  } as const
  const address = await runtime.runPromise(processor.address)
  const call = calling(address, platform.restrictedKey)
  return {
    processor,
    address,
    platform,
    credentials: credentialsOf(platform),
    pay: async (change) => (await runtime.runPromise(processor.putPayment({ ...paid, ...change }))).id,
    chargeOf: async (id) => String((await call('GET', `/v1/payment_intents/${id}`)).body['latest_charge']),
    order: (source, changes) => ({
      amount: '10000',
      currency: 'mxn',
      destination: platform.destination,
      source_transaction: source,
      transfer_group: 'cotejo-pi_1',
      'metadata[verificacion_id]': 'ver_1',
      'metadata[payment_intent_id]': 'pi_1',
      ...changes,
    }),
    call,
    wait: (time) => {
      waited = Duration.sum(waited, time)
    },
    onSilence: (listener) => {
      tellSilence = listener
    },
    run: (effect) => runtime.runPromise(effect),
    stop: () => runtime.dispose(),
  }
}

/** The adapter over a processor, with a stopped clock for its deadlines. Stop it after the test. */
export interface TestPayments {
  /** Null, or the reason for the failure. */
  readonly verify: (credentials: ProcessorCredentials, id: string, price?: number) => Promise<string | null>
  readonly transfer: (credentials: ProcessorCredentials, order: TransferOrder) => Promise<TransferOutcome>
  /** The transfers, or the reason for the failure. */
  readonly transfersOf: (
    credentials: ProcessorCredentials,
    paymentIntentId: string,
  ) => Promise<string | ReadonlyArray<MadeTransfer>>
  readonly latestTransfers: (credentials: ProcessorCredentials) => Promise<string | ReadonlyArray<MadeTransfer>>
  readonly run: <A, E>(use: (payments: Payments['Service']) => Effect.Effect<A, E>, signal?: AbortSignal) => Promise<A>
  /** Advances the clock of the deadlines. */
  readonly wait: (seconds: number) => Promise<void>
  readonly stop: () => Promise<void>
}

export const startPayments = (
  host: StripeSettings['host'],
  environment: StripeSettings['environment'] = 'sandbox',
): TestPayments => {
  const runtime = ManagedRuntime.make(Layer.provideMerge(layer({ environment, host }), standingClock))
  const told = (transfers: Effect.Effect<ReadonlyArray<MadeTransfer>, PaymentNotVerified>) =>
    Effect.catchTag(transfers, 'PaymentNotVerified', ({ reason }) => Effect.succeed(reason))
  const run: TestPayments['run'] = (use, signal) =>
    runtime.runPromise(Payments.use(use), signal === undefined ? {} : { signal })
  return {
    verify: (credentials, id, price = 100_00) =>
      run((payments) =>
        Effect.match(payments.verify(credentials, id, price), {
          onSuccess: () => null,
          onFailure: ({ reason }) => reason,
        }),
      ),
    transfer: (credentials, order) => run((payments) => payments.transfer(credentials, order)),
    transfersOf: (credentials, id) => run((payments) => told(payments.transfersOf(credentials, id))),
    latestTransfers: (credentials) => run((payments) => told(payments.latestTransfers(credentials))),
    run,
    wait: (seconds) => runtime.runPromise(TestClock.adjust({ seconds })),
    stop: () => runtime.dispose(),
  }
}
