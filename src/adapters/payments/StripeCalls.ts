import { Duration, Effect, type Option, Redacted } from 'effect'
import Stripe from 'stripe'
import type { Dispatcher } from 'undici'
import type { Environment } from '#domain/account/ApiKey.ts'
import type { ProcessorCredentials, TransferOrder } from '#ports/Payments.ts'
import { couldBePaymentIntent, keyRefusal } from './Credentials.ts'
import { type Payment, processorCurrency } from './Judge.ts'
import { type Refusal, refusalOf, transferRefusalOf, unknown } from './Refusal.ts'
import { type Made, readPage, readPayment, readTransfer } from './StripeDocuments.ts'
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
/** There is one transfer of a verification; a processor that goes on for this many pages makes them up. */
const mostPages = 5

/**
 * A client for one call. Making it takes 0.2 ms; so the call can be given up, and no key is kept. The
 * version is named, so that an update of the library that speaks another is noticed.
 */
const clientOf = ({ address, dispatcher }: Reach, key: string, signal: AbortSignal): Stripe =>
  new Stripe(key, {
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
    ask: (client: Stripe) => Promise<unknown>,
    read: (document: unknown) => Option.Option<A>,
    refused: (error: unknown) => Refusal<R>,
  ): Effect.Effect<A, Refusal<R | Refusal['reason']>> => {
    const key = Redacted.value(restrictedKey)
    const refusal = keyRefusal(key, reach.environment)
    if (refusal !== null) return Effect.fail(unknown(refusal))
    return Effect.tryPromise({ try: (signal) => ask(clientOf(reach, key, signal)), catch: refused }).pipe(
      Effect.timeoutOrElse({ duration: time, orElse: () => Effect.fail(unknown('sin_respuesta' as const)) }),
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
        (client) => client.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
        (document) => readPayment(document, id),
        refusalOf,
      ).pipe(
        Effect.catch((refusal) =>
          refusal.reason === 'pago_inexistente' ? Effect.succeed(null) : Effect.fail(refusal),
        ),
      )
    : Effect.succeed(null)

const transfersAfter = (
  reach: Reach,
  credentials: ProcessorCredentials,
  group: string,
  earlier: ReadonlyArray<Made>,
  pagesLeft: number,
): Effect.Effect<ReadonlyArray<Made>, Refusal> => {
  const last = earlier.at(-1)
  const starting = last === undefined ? {} : { starting_after: last.transferId }
  return call(reach, credentials)(
    (client) => client.transfers.list({ transfer_group: group, limit: pageLength, ...starting }),
    (document) => readPage(document, group),
    refusalOf,
  ).pipe(
    Effect.flatMap(({ transfers: page, hasMore }) => {
      const all = [...earlier, ...page]
      if (!hasMore) return Effect.succeed(all)
      return page.length > 0 && pagesLeft > 1
        ? transfersAfter(reach, credentials, group, all, pagesLeft - 1)
        : Effect.fail(unknown('respuesta_ilegible' as const))
    }),
  )
}

/** All transfers of a verification, newest first. */
export const transfers = (reach: Reach, credentials: ProcessorCredentials, verificationId: string) =>
  transfersAfter(reach, credentials, verificationId, [], mostPages)

/** Makes a transfer, or gives the one that was made under the same idempotency key. */
export const makeTransfer = (
  reach: Reach,
  credentials: ProcessorCredentials,
  { verificationId, amountCentavos, idempotencyKey }: TransferOrder,
  chargeId: string,
): Effect.Effect<Made, Refusal<string>> => {
  const order = {
    amount: amountCentavos,
    currency: processorCurrency,
    destination: credentials.destination,
    source_transaction: chargeId,
    transfer_group: verificationId,
    metadata: { verificacion_id: verificationId },
  }
  return call(reach, credentials)(
    (client) => client.transfers.create(order, { idempotencyKey }),
    (document) => readTransfer(document, verificationId, amountCentavos),
    transferRefusalOf,
  )
}
