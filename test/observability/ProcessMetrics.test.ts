import { closeSync, existsSync, openSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import perfHooks from 'node:perf_hooks'
import { Effect, Layer, Metric } from 'effect'
import { PrometheusMetrics } from 'effect/observability'
import { TestClock } from 'effect/testing'
import { afterEach, expect, it, vi } from 'vitest'
import * as ProcessMetrics from '#src/observability/ProcessMetrics.ts'

const valueOf = (name: string) =>
  Effect.map(PrometheusMetrics.format(), (text) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]))

/** Looks at the process for as long as the effect takes, apart from what the tests of this process have in common. */
const looking = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    yield* Layer.build(ProcessMetrics.layer)
    yield* TestClock.adjust('1 second')
    return yield* effect
  }).pipe(
    Effect.scoped,
    Effect.provide(TestClock.layer()),
    Effect.provideService(Metric.MetricRegistry, new Map()),
    Effect.runPromise,
  )

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

it('the lag is the 99th percentile since the look before, in seconds', async () => {
  const lags = { count: 5, percentile: (part: number) => (part === 99 ? 2_500_000_000 : 1) }
  const histogram = { ...lags, enable: vi.fn(), disable: vi.fn(), reset: vi.fn() }
  const looked = Object.create(perfHooks.createHistogram(), Object.getOwnPropertyDescriptors(histogram))
  vi.spyOn(perfHooks, 'monitorEventLoopDelay').mockReturnValue(looked)
  syncBuiltinESMExports()
  await looking(
    Effect.gen(function* () {
      expect(yield* valueOf('nodejs_eventloop_lag_p99_seconds')).toBe(2.5)
      expect(histogram.reset).toHaveBeenCalledTimes(1)
      yield* TestClock.adjust('10 seconds')
      expect(histogram.reset).toHaveBeenCalledTimes(2)
    }),
  )
  expect([histogram.enable.mock.calls.length, histogram.disable.mock.calls.length]).toEqual([1, 1])
})

it('the start of the process is told in seconds', async () => {
  const started = await looking(valueOf('process_start_time_seconds'))
  expect(new Date(started * 1_000).toISOString()).toBe(new Date(performance.timeOrigin).toISOString())
})

it('the CPU time of user and system grows by what was taken since the look before, in seconds', async () => {
  const { user, system } = process.cpuUsage()
  const usage = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: user + 1e6, system })
  await looking(
    Effect.gen(function* () {
      const before = yield* valueOf('process_cpu_seconds_total')
      for (const [used, sum] of [
        [{ user: user + 3e6, system }, 2],
        [{ user: user + 3e6, system: system + 5e5 }, 2.5],
      ] as const) {
        usage.mockReturnValue(used)
        yield* TestClock.adjust('10 seconds')
        expect((yield* valueOf('process_cpu_seconds_total')) - before).toBeCloseTo(sum, 9)
      }
    }),
  )
})

it.runIf(existsSync('/proc/self/fd'))('descriptors are counted that are open', async () => {
  const files: Array<number> = []
  await looking(
    Effect.gen(function* () {
      const before = yield* valueOf('process_open_fds')
      for (let count = 0; count < 500; count += 1) files.push(openSync('/dev/null', 'r'))
      yield* TestClock.adjust('10 seconds')
      const added = (yield* valueOf('process_open_fds')) - before
      // Others of this process open and close some meanwhile.
      expect(Math.round(added / 100)).toBe(5)
    }),
  ).finally(() => files.forEach(closeSync))
})
