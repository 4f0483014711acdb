import { DateTime, Deferred, Effect, Fiber, type Layer, Logger, Option } from 'effect'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import * as Time from '#adapters/platform/Time.ts'
import { DueLoops } from '#application/DueLoops.ts'
import type { DueWork } from '#application/DueWork.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'

/** A loop over this work, in a time that stands until it is moved; how often it looked. */
const looping = <A, E>(
  work: Partial<DueWork>,
  use: (looks: () => number, loops: DueLoops['Service']) => Effect.Effect<A, E>,
  log: Layer.Layer<never> = Logger.layer([]),
): Promise<A> => {
  let looks = 0
  const { startDue = Effect.succeed(0), ...others } = work
  const counted = Effect.suspend(() => {
    looks += 1
    return startDue
  })
  const fake = {
    name: 'tried',
    settled: Effect.void,
    nextDueAt: Effect.succeedNone,
    awaitWork: Effect.never,
    ...others,
  }
  return DueLoops.use((loops) => use(() => looks, loops)).pipe(
    Effect.provide(DueLoops.layer([Effect.succeed({ ...fake, startDue: counted })])),
    Effect.provide([Time.layer, TestClock.layer(), log]),
    Effect.runPromise,
  )
}
const looksAfter = (work: Partial<DueWork>, ...millis: ReadonlyArray<number>) =>
  looping(work, (looks) => Effect.forEach(millis, (length) => Effect.map(TestClock.adjust(length), looks)))
const dueAt = (millis: number) => ({ nextDueAt: Effect.succeed(Option.some(DateTime.makeUnsafe(millis))) })

it.each([
  ['nothing is due, every second', {}, [0, 999, 1, 999, 1], [1, 1, 2, 2, 3]],
  [
    'something is due for which there is no room, every quarter of a second',
    dueAt(0),
    [0, 249, 1, 249, 1],
    [1, 1, 2, 2, 3],
  ],
  ['something falls due before, when it does', dueAt(400), [0, 399, 1, 249, 1], [1, 1, 2, 2, 3]],
  ['something falls due later, every second', dueAt(60_000), [0, 999, 1], [1, 1, 2]],
])('a loop looks again where %s', async (_, work, millis, looks) => {
  expect(await looksAfter(work, ...millis)).toEqual(looks)
})

it('a loop whose database does not answer looks again after a second, and has done nothing', async () => {
  const failing = { startDue: Effect.fail(new StorageUnavailable({ reason: 'away' })) }
  expect(await looksAfter(failing, 0, 999, 1)).toEqual([1, 1, 2])
  const done = await looping(failing, (_, { works, progressOf }) =>
    Effect.as(TestClock.adjust('5 seconds'), works.map(progressOf)),
  )
  expect(done).toEqual([{ done: 0, working: false }])
})

it('a loop that fails says so at once, then every minute how often it did, and when it works again', async () => {
  const log: Array<unknown> = []
  const hearing = Logger.layer([
    Logger.make(
      ({ logLevel, message }) => void log.push([logLevel, ...(Array.isArray(message) ? message : [message])]),
    ),
  ])
  let isAway = true
  const startDue = Effect.suspend(() =>
    isAway ? Effect.fail(new StorageUnavailable({ reason: 'away' })) : Effect.succeed(0),
  )
  const tolds = (millis: number) => Effect.map(TestClock.adjust(millis), () => log.splice(0))
  await looping(
    { startDue },
    () =>
      Effect.gen(function* () {
        expect(yield* tolds(0)).toEqual([['Warn', 'tried loop failed', { count: 1 }]])
        expect(yield* tolds(59_999)).toEqual([])
        expect(yield* tolds(1)).toEqual([['Warn', 'tried loop failed', { count: 60 }]])
        isAway = false
        expect(yield* tolds(5_000)).toEqual([['Info', 'tried loop works again']])
        isAway = true
        expect(yield* tolds(5_000)).toEqual([])
      }),
    hearing,
  )
})

it('a loop that dies of a defect says so as an error: somebody has to look', async () => {
  const levels: Array<string> = []
  const hearing = Logger.layer([Logger.make(({ logLevel }) => void levels.push(logLevel))])
  await looping({ startDue: Effect.die(new Error('no row')) }, () => TestClock.adjust(0), hearing)
  expect(levels).toEqual(['Error'])
})

it('a loop tells how much it has done', async () => {
  const left = [3, 2]
  const told = await looping({ startDue: Effect.sync(() => left.shift() ?? 0) }, (looks, { works, progressOf }) =>
    Effect.map(Effect.repeat(TestClock.adjust('1 second'), { until: () => looks() > 5 }), () => works.map(progressOf)),
  )
  expect(told).toEqual([{ done: 5, working: false }])
})

it('nothing is under way while somebody does the work itself', async () => {
  const order: Array<string> = []
  const ended = Deferred.makeUnsafe<void>()
  const settled = Effect.andThen(
    Deferred.await(ended),
    Effect.sync(() => void order.push('settled')),
  )
  await looping({ settled }, (looks, { whileHeld }) =>
    Effect.gen(function* () {
      yield* TestClock.adjust(0)
      const held = yield* Effect.forkChild(
        whileHeld(
          Effect.andThen(
            Effect.sync(() => void order.push('held')),
            Effect.sleep('5 seconds'),
          ),
        ),
        { startImmediately: true },
      )
      yield* TestClock.adjust(0)
      expect(order).toEqual([])
      yield* Deferred.succeed(ended, undefined)
      yield* TestClock.adjust('4 seconds')
      expect([order, looks()]).toEqual([['settled', 'held'], 1])
      yield* TestClock.adjust('1 second')
      yield* Fiber.join(held)
    }),
  )
})
