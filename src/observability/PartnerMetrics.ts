import { DateTime, Duration, Effect, Layer, Metric, Schedule } from 'effect'
import { AttemptFailure } from '#domain/delivery/Delivery.ts'
import type { DeliveryClaim } from '#ports/Deliveries.ts'
import { type Partner, Partners } from '#ports/Partners.ts'
import { type PaymentCheck, paymentFaults, processorFaults } from '#ports/Payments.ts'
import type { Claim, Ending } from '#ports/Resolutions.ts'
import { initializeSeries } from './InitializeSeries.ts'
import { ofService } from './ServiceMetrics.ts'

/** Names that get a label of their own in one process; all that come later share one. */
const most = 50
const rest = 'otros'

/** Limits the values of a label: later ones share one, so that they do not fill the memory of the collector. */
export const boundedLabel = (): ((name: string) => string) => {
  const known = new Set<string>()
  return (name) => {
    if (known.size < most) known.add(name)
    return known.has(name) ? name : rest
  }
}

/** Which partner, by the name of the account. Not which host: that is the partner's own text, and could name a person. */

const seconds = Metric.histogram('cotejo_verification_seconds', {
  description: 'Duration of verifications from acceptance to end, by state',
  boundaries: [1, 5, 15, 30, 60, 120, 180, 240, 300, 420, 600],
})
const ended = Metric.counter('cotejo_account_resolutions_total', {
  description: 'Verifications ended, by account and state',
  incremental: true,
})
const charged = Metric.counter('cotejo_charged_pesos_total', {
  description: 'Price of emitted verifications in pesos, by mode',
  incremental: true,
})
const attempts = Metric.counter('cotejo_account_webhook_attempts_total', {
  description: 'Webhook attempts, by account and result',
  incremental: true,
})
const paymentChecks = Metric.counter('cotejo_account_payment_checks_total', {
  description: 'Payment checks at the processor, by account and result',
  incremental: true,
})

const verificationsLeft = ofService(
  'cotejo_account_verifications_left',
  'Number of verifications that the balance of a prepaid account covers',
)

const keyExpiry = ofService(
  'cotejo_account_key_expiry_timestamp_seconds',
  'Earliest expiry of the API keys that an account used within a week, in Unix time',
)

const accountLabel = boundedLabel()

/** Counts by account and another label. Starting an account creates all of its series with 0. */
const byAccount = (metric: Metric.Counter<number>, label: string, values: ReadonlyArray<string>) => {
  const begun = new Set<string>()
  const begin = (accountId: string) =>
    Effect.suspend(() => {
      const account = accountLabel(accountId)
      if (begun.has(account)) return Effect.void
      begun.add(account)
      return initializeSeries(
        metric,
        values.map((value) => ({ account, [label]: value })),
      )
    })
  const count = (accountId: string, value: string) =>
    Effect.andThen(
      begin(accountId),
      Metric.update(Metric.withAttributes(metric, { account: accountLabel(accountId), [label]: value }), 1),
    )
  return { begin, count }
}

/** How attempts at webhooks may end: the class of the status, or why there was none. */
const attemptResults = ['1xx', '2xx', '3xx', '4xx', '5xx', ...AttemptFailure.literals]
const attemptsOf = byAccount(attempts, 'result', attemptResults)
const checksOf = byAccount(paymentChecks, 'result', ['verificado', ...processorFaults, ...paymentFaults])
const endsOf = byAccount(ended, 'state', ['emitida', 'no_concluyente'])

export const countEnd = Effect.fnUntraced(function* ({ verification }: Claim, { state }: Ending) {
  const { accountId, createdAt, terms } = verification
  const label = { state: state._tag }
  const took = Duration.toSeconds(DateTime.distance(createdAt, state.resolvedAt))
  yield* Metric.update(Metric.withAttributes(seconds, label), took)
  yield* endsOf.count(accountId, state._tag)
  if (state._tag !== 'emitida') return
  yield* Metric.update(Metric.withAttributes(charged, { mode: terms.mode }), terms.priceCentavos / 100)
})

export const countAttempt = ({ accountId }: DeliveryClaim, result: string) => attemptsOf.count(accountId, result)

export const countPaymentCheck = (accountId: string, check: PaymentCheck) => checksOf.count(accountId, check)

/** Series that an alarm goes by, there from the start. */
export const partnerSeries = initializeSeries(seconds, [{ state: 'emitida' }, { state: 'no_concluyente' }])

/** Reports a gauge of labelled accounts, and NaN for accounts that were reported before and are not any more. */
const byAccountNow = (metric: Metric.Gauge<number>, valueOf: (partner: Partner) => number | null) => {
  const reported = new Set<string>()
  return (partners: ReadonlyArray<Partner>) => {
    const values = new Map(
      partners.flatMap((partner) => {
        const [{ accountId }, value] = [partner, valueOf(partner)]
        return value === null || accountLabel(accountId) !== accountId ? [] : [[accountId, value] as const]
      }),
    )
    for (const account of values.keys()) reported.add(account)
    return Effect.forEach(
      reported,
      (account) => Metric.update(Metric.withAttributes(metric, { account }), values.get(account) ?? Number.NaN),
      { discard: true },
    )
  }
}

/** How often the database is asked who there is. */
const sampling = Duration.seconds(10)

/**
 * Starts the series of accounts at 0 before anything is counted, because Prometheus
 * sees no increase in a series that begins with its first count. Accounts beyond the limit share `otros`.
 * Also reports what balances cover, and when keys expire.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { recent } = yield* Partners
    const reportLeft = byAccountNow(verificationsLeft, (partner) => partner.verificationsLeft)
    const reportKeys = byAccountNow(
      keyExpiry,
      ({ keyExpiresAt }) => keyExpiresAt && DateTime.toEpochMillis(keyExpiresAt) / 1_000,
    )
    const begin = ({ accountId, mode }: Partner) =>
      Effect.all([
        endsOf.begin(accountId),
        attemptsOf.begin(accountId),
        mode === 'connect' ? checksOf.begin(accountId) : Effect.void,
      ])
    // Without the database no series is started. They are started when it is back.
    const sample = recent(most + 1).pipe(
      Effect.orElseSucceed((): ReadonlyArray<Partner> => []),
      Effect.tap((partners) => Effect.forEach(partners, begin, { discard: true })),
      Effect.tap(reportLeft),
      Effect.flatMap(reportKeys),
    )
    yield* sample.pipe(Effect.repeat(Schedule.spaced(sampling)), Effect.forkScoped)
  }),
)
