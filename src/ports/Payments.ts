import type { Effect } from 'effect'
import { Context, Schema } from 'effect'
import type { Principal } from '#domain/Account.ts'

/** The payment cannot back a verification now; `reason` is for the log only. */
export class PaymentNotVerified extends Schema.TaggedError<PaymentNotVerified>()('PaymentNotVerified', {
  reason: Schema.String,
}) {}

/** The processor of the applicants' payments, for accounts in mode `connect`. */
export class Payments extends Context.Service<
  Payments,
  {
    /** Succeeds when the payment is confirmed, in MXN, and covers the price of the account's plan. */
    readonly verify: (principal: Principal, paymentIntentId: string) => Effect.Effect<void, PaymentNotVerified>
  }
>()('cotejo/ports/Payments') {}
