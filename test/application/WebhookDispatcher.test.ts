import { DateTime, Effect, Layer, Logger } from 'effect'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { WebhookDispatcher } from '#application/WebhookDispatcher.ts'
import type { AttemptOutcome } from '#domain/delivery/Delivery.ts'
import { type Attempt, Deliveries, type DeliveryClaim } from '#ports/Deliveries.ts'
import { WebhookSender } from '#ports/WebhookSender.ts'
import { deliveryClaim } from '#test/support/deliveryClaim.ts'
import { testTime } from '#tools/service/testTime.ts'

/** What is noted of an attempt that is claimed now, when the one of the schedule falls due after so many seconds. */
const attemptOf = async (dueAfter: number, startsAfter: number): Promise<Attempt['kind'] | undefined> => {
  const time = testTime()
  const noted: Array<Attempt> = []
  const claim = deliveryClaim({
    delivery: {
      state: 'pendiente',
      attempts: 1,
      dueAt: DateTime.add(time.now(), { seconds: dueAfter }),
      resendAt: DateTime.subtract(time.now(), { seconds: 1 }),
    },
  })
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

/** What is done with a claim and told of it, whose attempt ends so. */
const toldOf = async (
  changes: Partial<DeliveryClaim>,
  kind: 'programado' | 'reenvio',
  isHeld: boolean,
  outcome: AttemptOutcome = { _tag: 'Answered', status: 503 },
) => {
  const time = testTime()
  const [log, parked]: [Array<unknown>, Array<string>] = [[], []]
  const earlier = DateTime.subtract(time.now(), { seconds: 1 })
  const delivery = { state: 'pendiente', attempts: 1, dueAt: earlier, resendAt: null } as const
  const again = { state: 'entregada', attempts: 1, dueAt: null, resendAt: earlier } as const
  const claim = deliveryClaim({ delivery: kind === 'programado' ? delivery : again, ...changes })
  const rooms: Array<unknown> = []
  const deliveries = Layer.mock(Deliveries, {
    claim: (_, room) => Effect.sync(() => rooms.push(room)).pipe(Effect.as([claim])),
    record: () => Effect.succeed(isHeld),
    park: (_, until) => Effect.sync(() => parked.push(DateTime.formatIso(until)) > 0),
    releaseAllExcept: () => Effect.void,
    nextDueAt: Effect.succeedNone,
    awaitWork: Effect.never,
  })
  const sender = Layer.succeed(WebhookSender, { send: () => Effect.succeed(outcome) })
  const hearing = Logger.layer([Logger.make(({ logLevel, message }) => void log.push([logLevel, message]))])
  await WebhookDispatcher.use(({ startDue, settled }) => Effect.andThen(startDue, settled)).pipe(
    Effect.provide(WebhookDispatcher.layer),
    Effect.provide([deliveries, sender, time.layer, TestClock.layer(), hearing]),
    Effect.runPromise,
  )
  return { log, parked, rooms }
}
const attempted = (facts: object) => [
  ['Warn', ['webhook attempt', { verificacion_id: 'ver_1', result: 503, ...facts }]],
]

it.each([
  ['programado', true, { attempt: 2, state: 'pendiente' }],
  ['programado', false, { attempt: 2, state: 'ajena' }],
  ['reenvio', true, { attempt: 'reenvio', state: 'entregada' }],
  ['reenvio', false, { attempt: 'reenvio', state: 'ajena' }],
] as const)(
  'an attempt that counts as %s, whose claim is held: %s, is told with its number and state',
  async (...row) => {
    const [kind, isHeld, facts] = row
    expect((await toldOf({}, kind, isHeld)).log).toEqual(attempted(facts))
  },
)

it.each([
  ['Info', 200, 'entregada', { _tag: 'Answered', status: 200 }],
  ['Info', 204, 'entregada', { _tag: 'Answered', status: 204 }],
  ['Warn', 302, 'pendiente', { _tag: 'Answered', status: 302 }],
  ['Warn', 'tiempo_agotado', 'pendiente', { _tag: 'Failed', reason: 'tiempo_agotado' }],
] as const)('the level is %s of an attempt that ends with %s', async (level, result, state, outcome) => {
  const { log } = await toldOf({}, 'programado', true, outcome)
  expect(log).toEqual([[level, ['webhook attempt', { verificacion_id: 'ver_1', attempt: 2, result, state }]]])
})

it('a webhook that cannot be opened or signed here is left to another for half a minute, and told', async () => {
  expect(await toldOf({ request: null }, 'programado', true)).toEqual({
    log: [['Error', ['cannot decrypt a signing secret or document', { verificacion_id: 'ver_1' }]]],
    parked: ['2026-03-02T16:00:30.000Z'],
    rooms: [{ most: 256, perAccount: 64, perHost: 32 }],
  })
})
