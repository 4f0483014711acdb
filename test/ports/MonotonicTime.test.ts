import { globSync, readFileSync } from 'node:fs'
import { Clock, Effect } from 'effect'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { monotonicMillis, remembering } from '#ports/Time.ts'

const run = <A>(effect: Effect.Effect<A>) => Effect.runPromise(Effect.provide(effect, TestClock.layer()))

it('what a process measures goes on, in whole milliseconds, where the clock is set back', async () => {
  const read = await run(
    Effect.gen(function* () {
      yield* TestClock.setTime(7_200_000)
      yield* TestClock.setTime(0)
      const first = yield* monotonicMillis
      yield* TestClock.adjust('1500500 nanos')
      return (yield* monotonicMillis) - first
    }),
  )
  expect(read).toBe(1)
})

it('what is remembered for a time is forgotten after it where the clock is set back, and is looked up by the clock', async () => {
  const seen = await run(
    Effect.gen(function* () {
      const { look, ask } = yield* remembering
      const asked = ask(yield* Effect.cachedWithTTL(look(Clock.currentTimeMillis), '1 second'))
      yield* TestClock.setTime(7_200_000)
      const first = yield* asked
      yield* TestClock.setTime(1_000)
      yield* TestClock.adjust('999 millis')
      const second = yield* asked
      yield* TestClock.adjust('1 millis')
      return [first, second, yield* asked]
    }),
  )
  expect(seen).toEqual([7_200_000, 7_200_000, 2_000])
})

/** Each asks what time it is, and measures nothing by the answer. */
const asking = [
  'simulator/levers/WebhookLevers.ts',
  'simulator/time/SimulatedTime.ts',
  'src/adapters/memory/Verifications.ts',
  'src/adapters/webhooks/Sender.ts',
  'src/cli/doctor/Egress.ts',
  'src/cli/doctor/Tables.ts',
  'src/replica/Listeners.ts',
]

it('nothing else asks a clock that can be set for milliseconds, or remembers until an instant of it', () => {
  const files = globSync('{src,simulator}/**/*.ts')
  const found = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(file, 'utf8'))).sort()
  expect(found(/Clock\.currentTimeMillis/)).toEqual(asking)
  const remembers = found(/cachedWithTTL|timeToLive/)
  expect(remembers.filter((file) => !readFileSync(file, 'utf8').includes('yield* remembering'))).toEqual([])
})
