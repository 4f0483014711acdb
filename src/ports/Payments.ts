import { Context, type Effect, type Redacted, Schema } from 'effect'
import type { TransferOutcome } from '#domain/delivery/Transfer.ts'

/** Why nothing is known of a payment: the processor, the way to it, or what this service reaches it with. */
export const processorFaults = [
  'sin_credenciales',
  'sin_respuesta',
  'procesador_fallo',
  'limite_del_procesador',
  'solicitud_rechazada',
  'llave_rechazada',
  'respuesta_ilegible',
] as const

/** What is not in order with a payment itself. */
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

/** The payment cannot back a verification now; `reason` is for the log and for metrics only. */
export class PaymentNotVerified extends Schema.TaggedError<PaymentNotVerified>()('PaymentNotVerified', {
  reason: Schema.Literals([...processorFaults, ...paymentFaults]),
}) {}

/** What an account in mode `connect` reaches its processor with. */
export interface ProcessorCredentials {
  /** A restricted key of the partner's platform. */
  readonly restrictedKey: Redacted.Redacted
  /** The account on the partner's platform that is paid. */
  readonly destination: string
}

/** One transfer to be made. */
export interface TransferOrder {
  readonly verificationId: string
  readonly paymentIntentId: string
  readonly amountCentavos: number
  /** The same for as long as the processor remembers it; see Transfer. */
  readonly idempotencyKey: string
}

/** A transfer of this service's, as the processor has it. */
export interface MadeTransfer {
  readonly transferId: string
  /** What it was made for. */
  readonly verificationId: string
  readonly paymentIntentId: string
  readonly amountCentavos: number
  /** Taken back as a whole. */
  readonly isReversed: boolean
}

/** The processor of the applicants' payments, for accounts in mode `connect`. */
export class Payments extends Context.Service<
  Payments,
  {
    /**
     * Succeeds when the payment is confirmed, in MXN, of this environment, covers the price beside what
     * was refunded, and is not disputed. Ends within 2 s.
     */
    readonly verify: (
      credentials: ProcessorCredentials,
      paymentIntentId: string,
      priceCentavos: number,
    ) => Effect.Effect<void, PaymentNotVerified>
    /**
     * Transfers the amount from the payment's charge, unless that was done before, for whichever verification:
     * a payment is transferred once. Always ends; the outcome may be unknown.
     */
    readonly transfer: (credentials: ProcessorCredentials, order: TransferOrder) => Effect.Effect<TransferOutcome>
    /** What the processor has of a payment's transfers, newest first. */
    readonly transfersOf: (
      credentials: ProcessorCredentials,
      paymentIntentId: string,
    ) => Effect.Effect<ReadonlyArray<MadeTransfer>, PaymentNotVerified>
    /** The latest 10,000 transfers to the destination, as far as they are of this service, newest first. */
    readonly latestTransfers: (
      credentials: ProcessorCredentials,
    ) => Effect.Effect<ReadonlyArray<MadeTransfer>, PaymentNotVerified>
  }
>()('cotejo/ports/Payments') {}
