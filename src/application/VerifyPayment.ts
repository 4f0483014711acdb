import { Effect, Option } from 'effect'
import { PaymentChecks, PaymentNotVerified, Payments } from '#ports/Payments.ts'
import { ProcessorAccounts } from '#ports/ProcessorAccounts.ts'
import type { AdmissionRequest } from '#ports/Verifications.ts'
import { CurrentRequest } from './CurrentRequest.ts'

/** Logs the refusal with the service's request ID, which is what partners quote. */
const logRefused = (reason: PaymentNotVerified['reason']) =>
  Effect.flatMap(CurrentRequest, (request) => {
    const asked = request === null ? {} : { service_request_id: request.id }
    return Effect.logWarning('payment not verified', { ...asked, reason })
  })

/** Asks the processor whether a payment backs a verification, and counts the result. */
export const verifyPayment = Effect.gen(function* () {
  const payments = yield* Payments
  const processors = yield* ProcessorAccounts
  const { note } = yield* PaymentChecks

  const verified = Effect.fnUntraced(function* ({ verification }: AdmissionRequest, paymentIntentId: string) {
    const { accountId, terms } = verification
    const credentials = yield* processors.credentialsOf(accountId)
    if (Option.isNone(credentials)) return yield* new PaymentNotVerified({ reason: 'sin_credenciales' })
    yield* payments.verify(credentials.value, paymentIntentId, terms.priceCentavos)
  })

  return (application: AdmissionRequest, paymentIntentId: string) => {
    const { accountId } = application.verification
    return verified(application, paymentIntentId).pipe(
      Effect.tap(() => note(accountId, 'verificado')),
      Effect.tapErrorTag('PaymentNotVerified', ({ reason }) =>
        Effect.andThen(note(accountId, reason), logRefused(reason)),
      ),
    )
  }
})
