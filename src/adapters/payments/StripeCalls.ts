import { Duration, Effect, type Option, Redacted } from 'effect'
import type Stripe from 'stripe'
import type { Dispatcher } from 'undici'
import type { Environment } from '#domain/account/ApiKey.ts'
import type { MadeTransfer, ProcessorCredentials, TransferOrder } from '#ports/Payments.ts'
import { couldBePaymentIntent, keyRefusal } from './Credentials.ts'
import { type Charge, type Payment, processorCurrency } from './Judge.ts'
import { type Library, library } from './Library.ts'
import { type Asked, measured } from './Measures.ts'
import { type Refusal, refusalOf, transferRefusalOf, unknown } from './Refusal.ts'
import { type Page, readPage, readPayment, readTransfer } from './StripeDocuments.ts'
import { transport } from './StripeTransport.ts'

/** Where the processor is; nothing of it for the library's own default. */
export type Address = Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'>

export interface Reach {
  readonly environment: Environment
  readonly address: Address
  /** The connections to the processor, which all calls share. */
  readonly dispatcher: Dispatcher
}

/** Each call of a transfer, and of a comparison of the books. */
const callTime = Duration.seconds(10)
/** Transfers of one page: the most that the processor gives. */
const pageLength = 100
/** A payment is split among few; a processor that goes on for this many pages makes them up. */
const mostPagesOfGroup = 5
/** 10,000 transfers. */
const mostPagesOfDestination = 100

/**
 * A client for one call. Making it takes 0.2 ms; so the call can be given up, and no key is kept. The
 * version is named, so that an update of the library that speaks another is noticed.
 */
const clientOf = (Client: Library, { address, dispatcher }: Reach, key: string, signal: AbortSignal): Stripe =>
  new Client(key, {
    ...address,
    apiVersion: '2026-10-28.endive',
    httpClient: transport(dispatcher, signal),
    maxNetworkRetries: 0,
    telemetry: false,
  })

/** Asks the processor one thing, once the key may be shown, and reads what comes. */
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

/** A payment with its charge; null when the processor has none of this id. */
export const payment = (
  reach: Reach,
  credentials: ProcessorCredentials,
  id: string,
  time = callTime,
): Effect.Effect<Payment | null, Refusal> =>
  couldBePaymentIntent(id)
    ? call(reach, credentials, time)(
        'consultar_pago',
        (client) => client.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
        (document) => readPayment(document, id),
        refusalOf,
      ).pipe(
        Effect.catch((refusal) =>
          refusal.reason === 'pago_inexistente' ? Effect.succeed(null) : Effect.fail(refusal),
        ),
      )
    : Effect.succeed(null)

/** What a list of transfers is narrowed to, and how many pages are turned at most. */
interface Narrowed {
  readonly by: { readonly transfer_group: string } | { readonly destination: string }
  readonly chargeId: string | null
  readonly mostPages: number
  /** Whether there may be more than that. */
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

/** The group of a payment's transfers where the payment is in none. */
const ownGroup = (paymentIntentId: string): string => `cotejo-${paymentIntentId}`
/** The group that a transfer is made in: the processor takes no other than the charge's, where it has one. */
const groupOf = (paymentIntentId: string, { transferGroup }: Charge): string =>
  transferGroup ?? ownGroup(paymentIntentId)

/**
 * All transfers of a payment, newest first. They are looked for in its group, since the processor lists none by
 * charge, and in the own group too: the payment's may have been set since.
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

/** Makes a transfer, or gives the one that was made under the same idempotency key. */
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
