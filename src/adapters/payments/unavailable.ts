import { Effect, Layer } from 'effect'
import { PaymentNotVerified, Payments } from '#ports/Payments.ts'

/** No processor is configured, so that no payment can be verified. */
export const layer = Layer.succeed(Payments, {
  verify: () => Effect.fail(new PaymentNotVerified({ reason: 'no payment processor is configured' })),
})
