import { Duration, Effect, Metric, type Option, Redacted } from 'effect'
import type Stripe from 'stripe'
import type { Dispatcher } from 'undici'
import type { Environment } from '#domain/account/ApiKey.ts'
import type { MadeTransfer, ProcessorCredentials, TransferOrder } from '#ports/Payments.ts'
import { monotonicMillis } from '#ports/Time.ts'
import { couldBePaymentIntent, keyRefusal } from './Credentials.ts'
import { type Charge, type Payment, processorCurrency } from './Judge.ts'
import { type Library, library } from './Library.ts'
import { type Refusal, refusalOf, transferRefusalOf, unknown } from './Refusal.ts'
import { type Page, readPage, readPayment, readTransfer } from './StripeDocuments.ts'
import { transport } from './StripeTransport.ts'

/** The kinds of calls, named as in the sandbox. */
type Asked = 'consultar_pago' | 'crear_transferencia' | 'listar_transferencias'

const seconds = Metric.histogram('cotejo_processor_call_seconds', {
  description: 'Duration of calls to the payment processor, by call',
  boundaries: [0.05, 0.1, 0.25, 0.5, 1, 1.7, 2.5, 5, 10],
})

/** Measures the duration of a call, whatever its outcome, and records it as a span. */
const measured =
  (call: Asked) =>
  <A, E>(asking: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.flatMap(monotonicMillis, (start) =>
      Effect.ensuring(
        asking,
        Effect.flatMap(monotonicMillis, (end) =>
          Metric.update(Metric.withAttributes(seconds, { call }), (end - start) / 1_000),
        ),
      ),
    ).pipe(Effect.withSpan('Processor.ask', { attributes: { call } }))

/** The processor's address; empty for the library's default. */
export type Address = Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'>

export interface Reach {
  readonly environment: Environment
  readonly address: Address
  readonly dispatcher: Dispatcher
}

/** The time limit of each call for a transfer or a comparison of the ledger. */
const callTime = Duration.seconds(10)
/** Transfers per page: the processor's maximum. */
const pageLength = 100
/** A payment has few transfers. A processor with more pages than this invents them. */
const mostPagesOfGroup = 5
/** 10,000 transfers. */
const mostPagesOfDestination = 100

/**
 * A client for one call. Creating it takes 0.2 ms. With its own client a call can be cancelled, and no key is kept. The
 * version is fixed, so that an update of the library to another version is noticed.
 */
const clientOf = (Client: Library, { address, dispatcher }: Reach, key: string, signal: AbortSignal): Stripe =>
  new Client(key, {
    ...address,
    apiVersion: '2026-10-28.endive',
    httpClient: transport(dispatcher, signal),
    maxNetworkRetries: 0,
    telemetry: false,
  })

/** Makes one call if the key may be sent, and parses the answer. */
const call =
  (reach: Reach, { restrictedKey }: ProcessorCredentials, time: Duration.Duration = callTime) =>
  <A, R extends string>(
    asked: Asked,
    ask: (client: Stripe) => Promise<unknown>,
    read: (document: unknown) => Option.Option<A>,
    refused: (error: unknown, library: Library) => Refusal<R>,
  ): Effect.Effect<A, Refusal<R | Refusal['reason']>> => {
    const key = Redacted.value(restrictedKey)
    const refusal = keyRefusal(key, reach.environment)
    if (refusal !== null) return Effect.fail(unknown(refusal))
    return Effect.flatMap(library, (loaded) =>
      Effect.tryPromise({
        try: (signal) => ask(clientOf(loaded, reach, key, signal)),
        catch: (error) => refused(error, loaded),
      }),
    ).pipe(
      Effect.timeoutOrElse({ duration: time, orElse: () => Effect.fail(unknown('sin_respuesta' as const)) }),
      measured(asked),
      Effect.flatMap((document) =>
        Effect.mapError(Effect.fromOption(read(document)), () => unknown('respuesta_ilegible' as const)),
      ),
    )
  }

/**
 * A payment with its charge; null if the processor has no payment with this id. A key that may not read the balance is
 * refused, so then the payment is asked for without it.
 */
export const payment = (
  reach: Reach,
  credentials: ProcessorCredentials,
  id: string,
  time = callTime,
): Effect.Effect<Payment | null, Refusal> => {
  if (!couldBePaymentIntent(id)) return Effect.succeed(null)
  const asking = (expand: string) =>
    call(reach, credentials, time)(
      'consultar_pago',
      (client) => client.paymentIntents.retrieve(id, { expand: [expand] }),
      (document) => readPayment(document, id),
      refusalOf,
    )
  return asking('latest_charge.balance_transaction').pipe(
    Effect.catch((refusal) => (refusal.reason === 'llave_rechazada' ? asking('latest_charge') : Effect.fail(refusal))),
    Effect.timeoutOrElse({ duration: time, orElse: () => Effect.fail(unknown('sin_respuesta' as const)) }),
    Effect.catch((refusal) => (refusal.reason === 'pago_inexistente' ? Effect.succeed(null) : Effect.fail(refusal))),
  )
}

interface Narrowed {
  readonly by: { readonly transfer_group: string } | { readonly destination: string }
  readonly chargeId: string | null
  readonly mostPages: number
  /** Whether more transfers may exist. */
  readonly isCut: boolean
}

const listed = Effect.fnUntraced(function* (reach: Reach, credentials: ProcessorCredentials, narrowed: Narrowed) {
  const all: Array<MadeTransfer> = []
  let next: string | null = null
  for (let pages = 0; pages < narrowed.mostPages; pages++) {
    const starting = next === null ? {} : { starting_after: next }
    const read: Page = yield* call(reach, credentials)(
      'listar_transferencias',
      (client) => client.transfers.list({ ...narrowed.by, limit: pageLength, ...starting }),
      (document) => readPage(document, narrowed.chargeId),
      refusalOf,
    )
    all.push(...read.transfers)
    if (read.next === null) return all
    next = read.next
  }
  return narrowed.isCut ? all : yield* Effect.fail(unknown('respuesta_ilegible' as const))
})

const ownGroup = (paymentIntentId: string): string => `cotejo-${paymentIntentId}`
/** The group for a new transfer. If the charge has a group, the processor accepts no other. */
const groupOf = (paymentIntentId: string, { transferGroup }: Charge): string =>
  transferGroup ?? ownGroup(paymentIntentId)

/**
 * All transfers of a payment, newest first. The processor cannot list transfers by charge, so they are searched by
 * group: in the payment's group, and in our own, because the payment's group may have been set later.
 */
export const transfers = (reach: Reach, credentials: ProcessorCredentials, paymentIntentId: string, charge: Charge) =>
  Effect.forEach(new Set([groupOf(paymentIntentId, charge), ownGroup(paymentIntentId)]), (group) =>
    listed(reach, credentials, {
      by: { transfer_group: group },
      chargeId: charge.id,
      mostPages: mostPagesOfGroup,
      isCut: false,
    }),
  ).pipe(Effect.map((found) => found.flat()))

/** The latest transfers to the destination, newest first. */
export const latestTransfers = (reach: Reach, credentials: ProcessorCredentials) =>
  listed(reach, credentials, {
    by: { destination: credentials.destination },
    chargeId: null,
    mostPages: mostPagesOfDestination,
    isCut: true,
  })

/** Makes a transfer, or returns the one already made under the same idempotency key. */
export const makeTransfer = (
  reach: Reach,
  credentials: ProcessorCredentials,
  order: TransferOrder,
  charge: Charge,
): Effect.Effect<MadeTransfer, Refusal<string>> => {
  const { verificationId, paymentIntentId, amountCentavos, idempotencyKey } = order
  const parameters = {
    amount: amountCentavos,
    currency: processorCurrency,
    destination: credentials.destination,
    source_transaction: charge.id,
    transfer_group: groupOf(paymentIntentId, charge),
    metadata: { verificacion_id: verificationId, payment_intent_id: paymentIntentId },
  }
  return call(reach, credentials)(
    'crear_transferencia',
    (client) => client.transfers.create(parameters, { idempotencyKey }),
    (document) => readTransfer(document, order),
    transferRefusalOf,
  )
}
