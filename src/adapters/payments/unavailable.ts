import { Effect, Layer } from 'effect'
import { PaymentNotVerified, Payments } from '#ports/Payments.ts'

const unavailable = Effect.fail(new PaymentNotVerified({ reason: 'sin_respuesta' }))

/** No processor can be reached, so that no payment can be verified and no transfer made. */
export const layer = Layer.succeed(Payments, {
  verify: () => unavailable,
  transfer: () => Effect.succeed({ _tag: 'Failed', reason: 'sin_respuesta', isFinal: false, remark: null }),
  transfersOf: () => unavailable,
})
