import { DateTime, Duration, Effect } from 'effect'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import * as PlatformTime from '#adapters/platform/Time.ts'
import { Time } from '#ports/Time.ts'

it.each([
  [90_000, 30_000],
  [60_000, 0],
  [59_999, 0],
  [0, 0],
])('at the first minute the instant %d is %d milliseconds away', async (instant, left) => {
  const asked = Effect.gen(function* () {
    yield* TestClock.adjust('1 minute')
    const time = yield* Time
    return [DateTime.toEpochMillis(yield* time.now), yield* time.realTimeUntil(DateTime.makeUnsafe(instant))] as const
  })
  const [now, wait] = await Effect.runPromise(Effect.provide(asked, [PlatformTime.layer, TestClock.layer()]))
  expect([now, Duration.toMillis(wait)]).toEqual([60_000, left])
})
