import { DateTime, Duration, Effect, Metric } from 'effect'
import { AttemptFailure } from '#domain/delivery/Delivery.ts'
import type { DeliveryClaim } from '#ports/Deliveries.ts'
import type { PaymentCheck } from '#ports/PaymentChecks.ts'
import { paymentFaults, processorFaults } from '#ports/Payments.ts'
import type { Claim, Ending } from '#ports/Resolutions.ts'
import { few } from './Few.ts'
import { fromZero } from './FromZero.ts'

/** Which partner, by the name of the account. Not which host: that is the partner's own text, and could name a person. */

const seconds = Metric.histogram('cotejo_verification_seconds', {
  description: 'From the acceptance of a verification to its end, by state',
  boundaries: [1, 5, 15, 30, 60, 120, 180, 240, 300, 420, 600],
})
const ended = Metric.counter('cotejo_account_resolutions_total', {
  description: 'Verifications ended, by account and state',
  incremental: true,
})
const charged = Metric.counter('cotejo_charged_pesos_total', {
  description: 'Pesos charged or to be transferred for emitted verifications, by mode',
  incremental: true,
})
const attempts = Metric.counter('cotejo_account_webhook_attempts_total', {
  description: 'Attempts at webhooks, by account and result',
  incremental: true,
})
const paymentChecks = Metric.counter('cotejo_account_payment_checks_total', {
  description: 'Payments that the processor was asked for, by account and result',
  incremental: true,
})

const accountLabel = few()

/** Counts by account and result. Whoever is met has all results from then on, so that the first of one is an increase. */
const byAccount = (metric: Metric.Counter<number>, results: ReadonlyArray<string>) => {
  const met = new Set<string>()
  return (accountId: string, result: string) =>
    Effect.gen(function* () {
      const account = accountLabel(accountId)
      if (!met.has(account)) {
        met.add(account)
        const labels = results.map((one) => ({ account, result: one }))
        yield* fromZero(metric, labels)
      }
      yield* Metric.update(Metric.withAttributes(metric, { account, result }), 1)
    })
}

/** How attempts at webhooks may end: the class of the status, or why there was none. */
const attemptResults = ['1xx', '2xx', '3xx', '4xx', '5xx', ...AttemptFailure.literals]
const countAttemptOf = byAccount(attempts, attemptResults)
const countCheckOf = byAccount(paymentChecks, ['verificado', ...processorFaults, ...paymentFaults])

/** Counts an end that was written. */
export const countEnd = ({ verification }: Claim, { state, consequences }: Ending) =>
  Effect.gen(function* () {
    const { accountId, createdAt, terms } = verification
    const label = { state: state._tag }
    const took = Duration.toSeconds(DateTime.distance(createdAt, state.resolvedAt))
    yield* Metric.update(Metric.withAttributes(seconds, label), took)
    yield* Metric.update(Metric.withAttributes(ended, { account: accountLabel(accountId), ...label }), 1)
    if (!consequences.includes('Charge')) return
    yield* Metric.update(Metric.withAttributes(charged, { mode: terms.mode }), terms.priceCentavos / 100)
  })

/** Counts an attempt that was noted. */
export const countAttempt = ({ accountId }: DeliveryClaim, result: string) => countAttemptOf(accountId, result)

/** Counts how asking the processor for a payment ended. */
export const countPaymentCheck = (accountId: string, check: PaymentCheck) => countCheckOf(accountId, check)

/** Series that an alarm goes by, there from the start. */
export const partnerSeries = fromZero(seconds, [{ state: 'emitida' }, { state: 'no_concluyente' }])
