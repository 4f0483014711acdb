import { Context, Effect } from 'effect'
import type { PaymentNotVerified } from './Payments.ts'

/** The result of checking a payment with the processor: `verificado`, or why it was not verified. */
export type PaymentCheck = 'verificado' | PaymentNotVerified['reason']

/** Counts the results of payment checks by account, for the metrics. */
export const PaymentChecks = Context.Reference<{
  readonly note: (accountId: string, check: PaymentCheck) => Effect.Effect<void>
}>('cotejo/ports/PaymentChecks', { defaultValue: () => ({ note: () => Effect.void }) })
