import { DateTime } from 'effect'
import { makeCell } from '#adapters/memory/Cell.ts'

/** States of a payment intent. */
export const intentStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'canceled',
  'succeeded',
] as const

/** A payment intent and its charge. */
export interface ProcessorPayment {
  readonly id: string
  readonly chargeId: string
  /** The account on the platform that has the payment, by which the platform is known. */
  readonly destination: string
  readonly isLive: boolean
  readonly status: (typeof intentStatuses)[number]
  /** In lower case. */
  readonly currency: string
  /** The currency of the balance that it is credited to, in lower case; null if it is the same. */
  readonly settledIn: string | null
  readonly amountCentavos: number
  readonly refundedCentavos: number
  readonly isDisputed: boolean
  /** The group that the partner put it in. */
  readonly group: string | null
  /** Unix seconds. */
  readonly created: number
}

export interface ProcessorTransfer {
  readonly id: string
  readonly destination: string
  readonly isLive: boolean
  readonly amountCentavos: number
  readonly currency: string
  readonly sourceTransaction: string
  readonly paymentIntentId: string
  readonly group: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly created: number
}

/** The currency of the balance that a payment is credited to. */
export const settlementOf = ({ settledIn, currency }: ProcessorPayment): string => settledIn ?? currency

/** What a key opens: the platform of one destination, in test or live mode. */
export interface Access {
  readonly destination: string
  readonly isLive: boolean
}

/** Whether a payment was attempted, so that there is a charge. */
export const isCharged = ({ status }: ProcessorPayment): boolean =>
  status === 'succeeded' || status === 'requires_capture' || status === 'processing'

/** Times as the processor writes them: Unix seconds. */
export const secondsOf = (instant: DateTime.Utc): number => Math.floor(DateTime.toEpochMillis(instant) / 1000)

const belongs =
  ({ destination, isLive }: Access) =>
  (one: Access): boolean =>
    one.destination === destination && one.isLive === isLive

const noBooks = () => ({
  keys: new Map<string, Access>(),
  payments: new Map<string, ProcessorPayment>(),
  transfers: [] as ProcessorTransfer[],
})

/** Everything that the simulated processor knows, in memory. */
export const makeBooks = () => {
  const { get, reset, save } = makeCell(noBooks)
  return {
    keys: () => get().keys,
    payments: () => get().payments,
    transfers: () => get().transfers,
    paymentOf: (access: Access, id: string): ProcessorPayment | undefined => {
      const payment = get().payments.get(id)
      return payment !== undefined && belongs(access)(payment) ? payment : undefined
    },
    chargedPaymentOf: (access: Access, chargeId: string): ProcessorPayment | undefined =>
      [...get().payments.values()].find((one) => one.chargeId === chargeId && isCharged(one) && belongs(access)(one)),
    /** Newest first. */
    transfersOf: (access: Access): ReadonlyArray<ProcessorTransfer> =>
      get().transfers.filter(belongs(access)).toReversed(),
    /** What of a charge is not transferred yet. */
    leftOf: ({ chargeId, amountCentavos }: ProcessorPayment): number =>
      get()
        .transfers.filter(({ sourceTransaction }) => sourceTransaction === chargeId)
        .reduce((left, transfer) => left - transfer.amountCentavos, amountCentavos),
    reset,
    save,
  }
}

export type Books = ReturnType<typeof makeBooks>
