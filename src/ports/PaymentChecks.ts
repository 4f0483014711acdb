import { Context, Effect } from 'effect'
import type { PaymentNotVerified } from './Payments.ts'

/** How asking the processor for a payment ended: `verificado`, or why it was not verified. */
export type PaymentCheck = 'verificado' | PaymentNotVerified['reason']

/** Where it is counted how the checks of payments end, by account. Nothing depends on it. */
export const PaymentChecks = Context.Reference<{
  readonly note: (accountId: string, check: PaymentCheck) => Effect.Effect<void>
}>('cotejo/ports/PaymentChecks', { defaultValue: () => ({ note: () => Effect.void }) })
