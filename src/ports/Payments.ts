import { Context, Effect, type Redacted, Schema } from 'effect'
import type { TransferOutcome } from '#domain/delivery/Transfer.ts'

/** Why a payment's state is unknown: a fault of the processor, of the connection, or of the credentials. */
export const processorFaults = [
  'sin_credenciales',
  'sin_respuesta',
  'procesador_fallo',
  'limite_del_procesador',
  'solicitud_rechazada',
  'llave_rechazada',
  'respuesta_ilegible',
] as const

/** What is wrong with the payment itself. */
export const paymentFaults = [
  'pago_inexistente',
  'pago_no_confirmado',
  'otra_moneda',
  'monto_insuficiente',
  'cargo_no_pagado',
  'reembolsado',
  'disputado',
  'otro_ambiente',
] as const

/** The payment cannot back a verification now. `reason` is only for the log and the metrics. */
export class PaymentNotVerified extends Schema.TaggedError<PaymentNotVerified>()('PaymentNotVerified', {
  reason: Schema.Literals([...processorFaults, ...paymentFaults]),
}) {}

/** The credentials of an account in mode `connect` for its processor. */
export interface ProcessorCredentials {
  readonly restrictedKey: Redacted.Redacted
  /** The account on the partner's platform that is paid. */
  readonly destination: string
}

/** A transfer to make. */
export interface TransferOrder {
  readonly verificationId: string
  readonly paymentIntentId: string
  readonly amountCentavos: number
  /** Stays the same for as long as the processor remembers it; see Transfer. */
  readonly idempotencyKey: string
}

/** A transfer made by this service, as the processor reports it. */
export interface MadeTransfer {
  readonly transferId: string
  /** The verification that it was made for. */
  readonly verificationId: string
  readonly paymentIntentId: string
  readonly amountCentavos: number
  /** Whether it was fully reversed. */
  readonly isReversed: boolean
}

/** The processor of applicants' payments, for accounts in mode `connect`. */
export class Payments extends Context.Service<
  Payments,
  {
    /**
     * Succeeds if the payment is confirmed, in MXN, of this environment, not disputed, and covers the price after
     * refunds. Ends within 2 s.
     */
    readonly verify: (
      credentials: ProcessorCredentials,
      paymentIntentId: string,
      priceCentavos: number,
    ) => Effect.Effect<void, PaymentNotVerified>
    /**
     * Transfers the amount from the payment's charge, unless a transfer of the payment already exists, for any
     * verification: each payment is transferred once. Always ends; the outcome may be unknown.
     */
    readonly transfer: (credentials: ProcessorCredentials, order: TransferOrder) => Effect.Effect<TransferOutcome>
    /** The transfers of a payment at the processor, newest first. */
    readonly transfersOf: (
      credentials: ProcessorCredentials,
      paymentIntentId: string,
    ) => Effect.Effect<ReadonlyArray<MadeTransfer>, PaymentNotVerified>
    /** This service's transfers among the latest 10,000 to the destination, newest first. */
    readonly latestTransfers: (
      credentials: ProcessorCredentials,
    ) => Effect.Effect<ReadonlyArray<MadeTransfer>, PaymentNotVerified>
  }
>()('cotejo/ports/Payments') {}

/** The result of checking a payment with the processor: `verificado`, or why it was not verified. */
export type PaymentCheck = 'verificado' | PaymentNotVerified['reason']

/** Counts the results of payment checks by account, for the metrics. */
export const PaymentChecks = Context.Reference<{
  readonly note: (accountId: string, check: PaymentCheck) => Effect.Effect<void>
}>('cotejo/ports/PaymentChecks', { defaultValue: () => ({ note: () => Effect.void }) })
