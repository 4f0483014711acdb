import { Option, Schema } from 'effect'
import { type Payment, processorCurrency } from './Judge.ts'

/** What is read of the processor's objects. Whatever else they have is its own affair. */

const centavos = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const Charge = Schema.Struct({
  id: Schema.String.check(Schema.isPattern(/^[a-z]{2}_\w{1,250}$/)),
  object: Schema.Literal('charge'),
  status: Schema.String,
  paid: Schema.Boolean,
  amount_refunded: centavos,
  refunded: Schema.Boolean,
  disputed: Schema.Boolean,
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
  currency: Schema.Literal(processorCurrency),
  transfer_group: Schema.String,
})

const TransferPage = Schema.Struct({
  object: Schema.Literal('list'),
  data: Schema.Array(Transfer),
  has_more: Schema.Boolean,
})

/** A transfer that the processor has made. */
export interface Made {
  readonly transferId: string
  readonly amountCentavos: number
}

const intent = Schema.decodeUnknownOption(PaymentIntent)
const transfer = Schema.decodeUnknownOption(Transfer)
const page = Schema.decodeUnknownOption(TransferPage)

const made = ({ id, amount }: typeof Transfer.Type): Made => ({ transferId: id, amountCentavos: amount })

/** The payment intent that was asked for, with `latest_charge` expanded. */
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
        status: charge.status,
        isPaid: charge.paid,
        refundedCentavos: charge.amount_refunded,
        isRefunded: charge.refunded,
        isDisputed: charge.disputed,
      },
    })),
  )

/** The transfer of a verification that was asked for. */
export const readTransfer = (document: unknown, group: string, amountCentavos: number): Option.Option<Made> =>
  transfer(document).pipe(
    Option.filter((read) => read.transfer_group === group && read.amount === amountCentavos),
    Option.map(made),
  )

/** A page of a verification's transfers, and whether there is another. One that names others' is none. */
export const readPage = (
  document: unknown,
  group: string,
): Option.Option<{ readonly transfers: ReadonlyArray<Made>; readonly hasMore: boolean }> =>
  page(document).pipe(
    Option.filter(({ data }) => data.every(({ transfer_group }) => transfer_group === group)),
    Option.map(({ data, has_more }) => ({ transfers: data.map(made), hasMore: has_more })),
  )
