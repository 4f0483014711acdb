import { Effect, Metric } from 'effect'

type Labels = Readonly<Record<string, string>>

/** Creates series with 0: Prometheus sees an increase only of a series that was there before. */
export const initializeSeries = <I, S>(metric: Metric.Metric<I, S>, all: ReadonlyArray<Labels>) =>
  Effect.forEach(all, (labels) => Metric.value(Metric.withAttributes(metric, labels)), { discard: true })
