import { Context, DateTime, Duration, Effect, Layer } from 'effect'
import { type AttemptOutcome, attempted, delivers, kindDue } from '#domain/delivery/Delivery.ts'
import { webhooksAtOnce } from '#domain/Limits.ts'
import { Deliveries, type DeliveryClaim } from '#ports/Deliveries.ts'
import { Time } from '#ports/Time.ts'
import { WebhookSender } from '#ports/WebhookSender.ts'
import { AttemptFailed, dispatcher, recording } from './Dispatcher.ts'
import type { DueWork } from './DueWork.ts'

/**
 * Delay before another process tries what this one cannot open or sign. It may have the key that seals the document and
 * the secret.
 */
const untilAnother = Duration.seconds(30)

const annotated = (attempt: number | string, outcome: AttemptOutcome) => {
  const status = outcome._tag === 'Answered' ? { 'http.response.status_code': outcome.status } : {}
  return Effect.annotateCurrentSpan({ attempt, result: resultOf(outcome), ...status })
}

const resultOf = (outcome: AttemptOutcome): string =>
  outcome._tag === 'Answered' ? String(outcome.status) : outcome.reason

/** Sends webhooks when they are due, on their schedule (contract 6.5). */
export class WebhookDispatcher extends Context.Service<WebhookDispatcher, DueWork>()(
  'cotejo/application/WebhookDispatcher',
) {
  static readonly layer = Layer.effect(
    WebhookDispatcher,
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const sender = yield* WebhookSender
      const time = yield* Time

      const attempt = Effect.fnUntraced(function* (claim: DeliveryClaim, claimedAt: DateTime.Utc) {
        const { verificationId, delivery, request } = claim
        const startedAt = yield* time.now
        if (request === null) {
          yield* recording(deliveries.park(claim, DateTime.addDuration(startedAt, untilAnother)))
          return yield* Effect.logError('cannot decrypt a signing secret or document', {
            verificacion_id: verificationId,
          })
        }
        const kind = kindDue(delivery, claimedAt)
        const [took, outcome] = yield* Effect.timed(sender.send(request))
        const after = attempted(delivery, kind, outcome, yield* time.now)
        const recorded = yield* recording(deliveries.record(claim, { kind, outcome, startedAt, took }, after))
        const number = kind === 'programado' ? after.attempts : kind
        yield* annotated(number, outcome)
        const log = delivers(outcome) ? Effect.logInfo : Effect.logWarning
        yield* log('webhook attempt', {
          verificacion_id: verificationId,
          attempt: number,
          result: outcome._tag === 'Answered' ? outcome.status : outcome.reason,
          state: recorded ? after.state : 'ajena',
        })
        if (!delivers(outcome)) return yield* new AttemptFailed({ reason: resultOf(outcome) })
      })

      const { perProcess, perAccount, perHost } = webhooksAtOnce
      return WebhookDispatcher.of(
        yield* dispatcher<DeliveryClaim>({
          name: 'webhooks',
          atOnce: perProcess,
          attempt,
          queue: deliveries,
          claim: (now, most) => deliveries.claim(now, { most, perAccount, perHost }),
          factsOf: ({ verificationId, accountId }) => ({ verificacion_id: verificationId, account: accountId }),
        }),
      )
    }),
  )
}
