import { Deferred, Effect, Exit, Fiber, Layer, Logger, Scope } from 'effect'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { dispatcher, recording } from '#application/Dispatcher.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import type { Time } from '#ports/Time.ts'
import { standingClock, testTime } from '#tools/service/testTime.ts'

interface Claim {
  readonly name: string
  readonly trace: null
}

/** A dispatcher of so many at once, over work that never ends before it is let. */
const startedOf = Effect.fnUntraced(function* (atOnce: number) {
  const asked: Array<unknown> = []
  const gates: Array<Deferred.Deferred<void>> = []
  const scope = yield* Scope.make()
  let ended = 0
  const work = yield* dispatcher<Claim>({
    name: 'tried',
    atOnce,
    claim: (_, most) =>
      Effect.sync(() => {
        asked.push(most)
        return Array.from({ length: most }, (_, index) => ({ name: `${asked.length}-${index}`, trace: null }))
      }),
    queue: {
      releaseAllExcept: (held) => Effect.sync(() => void asked.push(held.map(({ name }) => name))),
      nextDueAt: Effect.succeedNone,
      awaitWork: Effect.never,
    },
    attempt: () => {
      const gate = Deferred.makeUnsafe<void>()
      gates.push(gate)
      return Effect.andThen(
        Deferred.await(gate),
        Effect.sync(() => {
          ended += 1
        }),
      )
    },
    factsOf: ({ name }) => ({ verificacion_id: name, account: 'luna' }),
  }).pipe(Scope.provide(scope))
  return { asked, work, gates, scope, ended: () => ended }
})

const run = <A, E>(effect: Effect.Effect<A, E, Time>) =>
  Effect.runPromise(Effect.provide(effect, Layer.mergeAll(testTime().layer, standingClock, Logger.layer([]))))

it('no more is taken than there is room for, and claims whose answer was lost are released every five seconds', async () => {
  await run(
    Effect.gen(function* () {
      const { asked, work } = yield* startedOf(2)
      expect([yield* work.startDue, yield* work.startDue]).toEqual([2, 0])
      expect(asked).toEqual([[], 2])
      yield* TestClock.adjust(4_999)
      yield* work.startDue
      expect(asked).toEqual([[], 2])
      yield* TestClock.adjust(1)
      yield* work.startDue
      expect(asked).toEqual([[], 2, ['2-0', '2-1']])
    }),
  )
})

it('claims whose answer was lost are released although the clock was set back', async () => {
  await run(
    Effect.gen(function* () {
      const { asked, work } = yield* startedOf(1)
      yield* TestClock.setTime(7_200_000)
      yield* work.startDue
      yield* TestClock.setTime(0)
      yield* TestClock.adjust('5 seconds')
      yield* work.startDue
      expect(asked).toEqual([[], 1, ['2-0']])
    }),
  )
})

it('there is room again, and that is told, once half of it has ended', async () => {
  await run(
    Effect.gen(function* () {
      const { work, gates, asked } = yield* startedOf(4)
      yield* work.startDue
      const told = yield* Effect.forkChild(work.awaitWork, { startImmediately: true })
      const letEnd = (place: number) =>
        Effect.andThen(
          Effect.suspend(() => {
            const gate = gates[place]
            return gate === undefined ? Effect.die('none') : Deferred.succeed(gate, undefined)
          }),
          Effect.repeat(Effect.yieldNow, { times: 20 }),
        )
      yield* letEnd(0)
      expect(told.pollUnsafe()).toBeUndefined()
      yield* letEnd(1)
      yield* Fiber.await(told)
      expect(yield* work.startDue).toBe(2)
      expect(asked.at(-1)).toBe(2)
    }),
  )
})

it('whoever stops lets what is under way end for eleven seconds, and no longer', async () => {
  await run(
    Effect.gen(function* () {
      const { work, gates, scope, ended } = yield* startedOf(2)
      yield* work.startDue
      const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* TestClock.adjust(10_999)
      expect(stopping.pollUnsafe()).toBeUndefined()
      yield* Deferred.succeed(gates[0] ?? (yield* Effect.die('none')), undefined)
      yield* TestClock.adjust(1)
      yield* Fiber.await(stopping)
      expect(ended()).toBe(1)
    }),
  )
})

it.each([
  [15, true],
  [16, false],
])('an outcome that could not be recorded %d times, every second, is recorded: %s', async (failures, isRecorded) => {
  let tries = 0
  const record = Effect.suspend(() =>
    ++tries > failures ? Effect.succeed('recorded') : Effect.fail(new StorageUnavailable({ reason: 'away' })),
  )
  await run(
    Effect.gen(function* () {
      const trying = yield* Effect.forkChild(Effect.exit(recording(record)), { startImmediately: true })
      yield* TestClock.adjust(14_999)
      expect(tries).toBe(15)
      yield* TestClock.adjust(1)
      expect(Exit.isSuccess(yield* Fiber.join(trying))).toBe(isRecorded)
    }),
  )
})
