import { Duration, Effect, Metric, Tracer } from 'effect'
import { expect, it } from 'vitest'
import { LongestWait } from '#http/connection/Entrance.ts'
import { warmUp } from '#src/replica/WarmUp.ts'

const counted = Effect.map(Metric.snapshot, (metrics) => metrics.length)

it('creates verifications and reads them all, and nothing of it is counted', async () => {
  const before = await Effect.runPromise(counted)
  const warmed = warmUp(24, Duration.minutes(5))
  expect(await Effect.runPromise(Effect.provideService(warmed, LongestWait, Duration.minutes(5)))).toBe(24)
  expect(await Effect.runPromise(counted)).toBe(before)
})

it('leaves no trace', async () => {
  const names: Array<string> = []
  const noting = Tracer.make({
    span: (started) => {
      names.push(started.name)
      return new Tracer.NativeSpan(started)
    },
  })
  const warmed = warmUp(1, Duration.minutes(5))
  const patiently = Effect.provideService(warmed, LongestWait, Duration.minutes(5))
  expect(await Effect.runPromise(Effect.provideService(patiently, Tracer.Tracer, noting))).toBe(1)
  expect(names).toEqual([])
})

it('takes no longer than it may', async () => {
  expect(await Effect.runPromise(warmUp(1_000_000, Duration.zero))).toBe(0)
})
