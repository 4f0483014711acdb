import { Effect, Metric } from 'effect'
import { PrometheusMetrics } from 'effect/observability'
import { TestClock } from 'effect/testing'

/**
 * Every series that an effect makes, with its value: `name{label="value"}`, the labels in the order of their names. The
 * buckets of histograms are left out.
 */
export const seriesAfter = <A, E>(work: Effect.Effect<A, E>): Promise<Readonly<Record<string, number>>> =>
  Effect.andThen(work, PrometheusMetrics.format()).pipe(
    Effect.map((text) => {
      const lines = text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)/gm)
      const all = Array.from(lines, ([, name, labels = '', value]): [string, number] => [
        `${name}{${labels.split(',').toSorted().join()}}`,
        Number(value),
      ])
      return Object.fromEntries(all.filter(([name]) => !/_bucket|_min|_max/.test(name)))
    }),
    Effect.provide(TestClock.layer()),
    Effect.provideService(Metric.MetricRegistry, new Map()),
    Effect.runPromise,
  )
