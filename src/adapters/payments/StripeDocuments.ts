import { Option, Predicate, Schema } from 'effect'
import type { MadeTransfer, TransferOrder } from '#ports/Payments.ts'
import { type Payment, processorCurrency } from './Judge.ts'

/** The fields of the processor's objects that are read. Other fields are ignored. */

const centavos = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** Absent until the money is on the platform's balance, and only an id if the key may not read it. */
const BalanceTransaction = Schema.optional(
  Schema.NullOr(
    Schema.Union([
      Schema.String,
      Schema.Struct({ object: Schema.Literal('balance_transaction'), currency: Schema.String }),
    ]),
  ),
)

const Charge = Schema.Struct({
  id: Schema.String.check(Schema.isPattern(/^[a-z]{2}_\w{1,250}$/)),
  object: Schema.Literal('charge'),
  status: Schema.String,
  paid: Schema.Boolean,
  amount_refunded: centavos,
  refunded: Schema.Boolean,
  disputed: Schema.Boolean,
  transfer_group: Schema.NullOr(Schema.String),
  balance_transaction: BalanceTransaction,
})

const PaymentIntent = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal('payment_intent'),
  status: Schema.String,
  currency: Schema.String,
  amount_received: centavos,
  livemode: Schema.Boolean,
  latest_charge: Schema.NullOr(Charge),
})

const Transfer = Schema.Struct({
  id: Schema.String.check(Schema.isPattern(/^tr_\w{1,250}$/)),
  object: Schema.Literal('transfer'),
  amount: centavos,
  currency: Schema.String,
  reversed: Schema.Boolean,
  source_transaction: Schema.NullOr(Schema.String),
  /** Set on transfers of this service. */
  metadata: Schema.Struct({
    verificacion_id: Schema.optional(Schema.String),
    payment_intent_id: Schema.optional(Schema.String),
  }),
})

const TransferPage = Schema.Struct({
  object: Schema.Literal('list'),
  data: Schema.Array(Transfer),
  has_more: Schema.Boolean,
})

const intent = Schema.decodeUnknownOption(PaymentIntent)
const transfer = Schema.decodeUnknownOption(Transfer)
const page = Schema.decodeUnknownOption(TransferPage)

/** `None` if another party made the transfer. */
const made = ({ id, amount, reversed, metadata }: typeof Transfer.Type): Option.Option<MadeTransfer> => {
  const { verificacion_id: verificationId, payment_intent_id: paymentIntentId } = metadata
  return verificationId === undefined || paymentIntentId === undefined
    ? Option.none()
    : Option.some({
        transferId: id,
        verificationId,
        paymentIntentId,
        amountCentavos: amount,
        isReversed: reversed,
      })
}

export const readPayment = (document: unknown, id: string): Option.Option<Payment> =>
  intent(document).pipe(
    Option.filter((read) => read.id === id),
    Option.map(({ status, currency, amount_received, livemode, latest_charge: charge }) => ({
      status,
      currency,
      receivedCentavos: amount_received,
      isLive: livemode,
      charge: charge && {
        id: charge.id,
        transferGroup: charge.transfer_group,
        status: charge.status,
        isPaid: charge.paid,
        refundedCentavos: charge.amount_refunded,
        isRefunded: charge.refunded,
        isDisputed: charge.disputed,
        settledIn: Predicate.isObject(charge.balance_transaction) ? charge.balance_transaction.currency : null,
      },
    })),
  )

export const readTransfer = (document: unknown, order: TransferOrder): Option.Option<MadeTransfer> =>
  transfer(document).pipe(
    Option.filter(({ currency }) => currency === processorCurrency),
    Option.flatMap(made),
    Option.filter((read) => read.verificationId === order.verificationId),
    Option.filter((read) => read.amountCentavos === order.amountCentavos),
  )

export interface Page {
  /** Transfers of this service, and of the charge if one was given. */
  readonly transfers: ReadonlyArray<MadeTransfer>
  /** The id after which the next page starts; null on the last page. */
  readonly next: string | null
}

/** Parses a page. A page that claims more transfers but has none is invalid. */
export const readPage = (document: unknown, chargeId: string | null): Option.Option<Page> =>
  page(document).pipe(
    Option.filter(({ data, has_more }) => !has_more || data.length > 0),
    Option.map(({ data, has_more }) => ({
      transfers: data
        .filter(({ source_transaction }) => chargeId === null || source_transaction === chargeId)
        .flatMap((one) => Option.toArray(made(one))),
      next: has_more ? (data.at(-1)?.id ?? null) : null,
    })),
  )
