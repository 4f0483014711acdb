import { DateTime, Effect, Layer, Logger, Redacted } from 'effect'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { WebhookDispatcher } from '#application/WebhookDispatcher.ts'
import { type Attempt, Deliveries, type DeliveryClaim } from '#ports/Deliveries.ts'
import { WebhookSender } from '#ports/WebhookSender.ts'
import { testTime } from '#test/support/testTime.ts'

/** What is noted of an attempt that is claimed now, when the one of the schedule falls due after so many seconds. */
const attemptOf = async (dueAfter: number, startsAfter: number): Promise<Attempt['kind'] | undefined> => {
  const time = testTime()
  const noted: Array<Attempt> = []
  const claim: DeliveryClaim = {
    accountId: 'sol',
    verificationId: 'ver_1',
    delivery: {
      state: 'pendiente',
      attempts: 1,
      dueAt: DateTime.add(time.now(), { seconds: dueAfter }),
      resendAt: DateTime.subtract(time.now(), { seconds: 1 }),
    },
    request: {
      url: 'https://partner.example.com/avs',
      eventId: 'evt_1',
      body: new Uint8Array(),
      secrets: { current: Redacted.make('whsec_uno'), next: null },
    },
    trace: null,
    epoch: 1,
  }
  const deliveries = Layer.mock(Deliveries, {
    claim: () =>
      Effect.sync(() => {
        time.pass(startsAfter)
        return [claim]
      }),
    record: (_, attempt) => Effect.sync(() => noted.push(attempt) > 0),
    releaseAllExcept: () => Effect.void,
    nextDueAt: Effect.succeedNone,
    awaitWork: Effect.never,
  })
  const sender = Layer.succeed(WebhookSender, { send: () => Effect.succeed({ _tag: 'Answered', status: 503 }) })
  await Effect.gen(function* () {
    const { startDue, settled } = yield* WebhookDispatcher
    expect(yield* startDue).toBe(1)
    yield* settled
  }).pipe(
    Effect.provide(WebhookDispatcher.layer),
    Effect.provide([deliveries, sender, time.layer, TestClock.layer(), Logger.layer([])]),
    Effect.runPromise,
  )
  return noted[0]?.kind
}

it.each([
  ['reenvio', 'falls due before the attempt begins', 1, 2],
  ['reenvio', 'falls due with it', 2, 2],
  ['programado', 'was due when it was claimed', 0, 2],
])('what an operator sends again counts as %s where the attempt of the schedule %s', async (kind, _, due, starts) => {
  expect(await attemptOf(due, starts)).toBe(kind)
})
