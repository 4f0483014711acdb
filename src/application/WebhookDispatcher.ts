import { Clock, Context, type DateTime, Duration, Effect, Fiber, Layer, Queue, Schedule } from 'effect'
import { type AttemptOutcome, attempted, kindDue } from '#domain/Delivery.ts'
import { webhooksAtOnce } from '#domain/Limits.ts'
import { Deliveries, type DeliveryClaim } from '#ports/Deliveries.ts'
import { Time } from '#ports/Time.ts'
import { WebhookSender } from '#ports/WebhookSender.ts'
import type { DueWork } from './DueWork.ts'

/** An outcome that cannot be recorded is tried again for as long as the claim is likely to last. */
const recordAgain = { every: Duration.seconds(1), times: 15 }
/** Claims whose answer was lost are given back this often. */
const giveBackEvery = Duration.seconds(5)

/** A secret that cannot be read any more signs nothing. */
const unsigned: AttemptOutcome = { _tag: 'Failed', reason: 'error_interno' }

/**
 * Sends webhooks that are due. It takes up no more than there is room for, and waits for none of them:
 * a receiver that hangs keeps the others from nothing but its own place.
 */
export class WebhookDispatcher extends Context.Service<WebhookDispatcher, DueWork>()(
  'cotejo/application/WebhookDispatcher',
) {
  static readonly layer = Layer.effect(
    WebhookDispatcher,
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const sender = yield* WebhookSender
      const time = yield* Time
      const scope = yield* Effect.scope
      const underWay = new Map<DeliveryClaim, Fiber.Fiber<void>>()
      const roomMade = yield* Queue.sliding<void>(1)
      let giveBackAt = 0

      const send = Effect.fnUntraced(function* (claim: DeliveryClaim, claimedAt: DateTime.Utc) {
        const { verificationId, delivery, request } = claim
        const kind = kindDue(delivery, claimedAt)
        const startedAt = yield* time.now
        const [took, outcome] = yield* Effect.timed(request === null ? Effect.succeed(unsigned) : sender.send(request))
        const after = attempted(delivery, kind, outcome, yield* time.now)
        const attempt = { kind, outcome, startedAt, took }
        const recorded = yield* deliveries
          .record(claim, attempt, after)
          .pipe(Effect.retry({ schedule: Schedule.spaced(recordAgain.every), times: recordAgain.times }))
        yield* Effect.logInfo('webhook attempt', {
          verificacion_id: verificationId,
          intento: kind === 'programado' ? after.attempts : kind,
          resultado: outcome._tag === 'Answered' ? outcome.status : outcome.reason,
          estado: recorded ? after.state : 'ajena',
        })
      })

      const ended = (claim: DeliveryClaim): void => {
        underWay.delete(claim)
        // Not for every place that gets free: a claim for each would be a statement for each.
        if (underWay.size <= webhooksAtOnce.perProcess / 2) Queue.offerUnsafe(roomMade, undefined)
      }

      const takeUpOne = (claim: DeliveryClaim, claimedAt: DateTime.Utc) =>
        send(claim, claimedAt).pipe(
          Effect.catchCause((cause) =>
            Effect.logError('delivering a webhook failed', { verificacion_id: claim.verificationId }, cause),
          ),
          Effect.forkIn(scope),
          Effect.tap((fiber) =>
            Effect.sync(() => {
              underWay.set(claim, fiber)
              fiber.addObserver(() => ended(claim))
            }),
          ),
        )

      const giveBackLost = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        if (now < giveBackAt) return
        yield* deliveries.giveBackAllBut([...underWay.keys()])
        giveBackAt = now + Duration.toMillis(giveBackEvery)
      })

      const takeUp = Effect.gen(function* () {
        yield* giveBackLost
        const { perProcess, perAccount, perHost } = webhooksAtOnce
        const most = perProcess - underWay.size
        if (most === 0) return 0
        const now = yield* time.now
        const claims = yield* deliveries.claim(now, { most, perAccount, perHost })
        yield* Effect.forEach(claims, (claim) => takeUpOne(claim, now), { discard: true })
        return claims.length
      })

      const settled = Effect.gen(function* () {
        while (underWay.size > 0) yield* Fiber.awaitAll([...underWay.values()])
      })

      return WebhookDispatcher.of({
        name: 'webhooks',
        takeUp,
        settled,
        nextDueAt: deliveries.nextDueAt,
        awaitWork: Effect.raceFirst(deliveries.awaitWork, Queue.take(roomMade)),
      })
    }),
  )
}
