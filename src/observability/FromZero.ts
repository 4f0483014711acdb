import { Effect, Metric } from 'effect'

type Labels = Readonly<Record<string, string>>

/** Makes series be there with 0: Prometheus sees an increase only of what was there before. */
export const fromZero = <I, S>(metric: Metric.Metric<I, S>, all: ReadonlyArray<Labels>) =>
  Effect.forEach(all, (labels) => Metric.value(Metric.withAttributes(metric, labels)), { discard: true })
