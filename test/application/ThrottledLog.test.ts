import { Duration, Effect } from 'effect'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { throttledLog } from '#application/ThrottledLog.ts'

/** What is told when the same thing happens at each of these seconds. */
const loggedAt = (happen: Effect.Effect<void>) => Effect.provide(happen, TestClock.layer()).pipe(Effect.runPromise)

it('what happens again and again is told at once, and from then on once a minute with how often it was', async () => {
  const counts: Array<number> = []
  const telling = throttledLog(Duration.minutes(1))
  const happens = telling((count) => Effect.sync(() => void counts.push(count)))
  await loggedAt(
    Effect.gen(function* () {
      yield* happens
      yield* TestClock.adjust('59999 millis')
      yield* happens
      expect(counts).toEqual([1])
      yield* TestClock.adjust('1 millis')
      yield* happens
    }),
  )
  expect(counts).toEqual([1, 2])
})

it('it is told although the clock was set back', async () => {
  const counts: Array<number> = []
  const telling = throttledLog(Duration.minutes(1))
  const happens = telling((count) => Effect.sync(() => void counts.push(count)))
  await loggedAt(
    Effect.gen(function* () {
      yield* TestClock.setTime(7_200_000)
      yield* happens
      yield* TestClock.setTime(0)
      yield* TestClock.adjust('1 minute')
      yield* happens
    }),
  )
  expect(counts).toEqual([1, 1])
})
