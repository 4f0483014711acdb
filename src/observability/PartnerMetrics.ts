import { DateTime, Duration, Effect, Metric } from 'effect'
import type { DeliveryClaim } from '#ports/Deliveries.ts'
import type { Claim, Ending } from '#ports/Resolutions.ts'
import { few } from './Few.ts'

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

const accountLabel = few()

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
export const countAttempt = ({ accountId }: DeliveryClaim, result: string) =>
  Metric.update(Metric.withAttributes(attempts, { account: accountLabel(accountId), result }), 1)
