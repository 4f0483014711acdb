import { Duration, Metric } from 'effect'
import type { SourceName } from '#domain/evidence/Source.ts'

const calls = Metric.counter('cotejo_source_calls_total', {
  description: 'Queries to a source, by source and result',
  incremental: true,
})
const unfamiliar = Metric.counter('cotejo_source_unfamiliar_answers_total', {
  description: 'Answers of a source with members or words that this release does not know and ignores, by source',
  incremental: true,
})
const seconds = Metric.histogram('cotejo_source_call_seconds', {
  description: 'Duration of calls to a source, by source',
  boundaries: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60],
})
const open = Metric.gauge('cotejo_source_circuit_open', {
  description: '1 while the circuit breaker of a source is open, by source',
})

export const count = (source: SourceName, result: string) =>
  Metric.update(Metric.withAttributes(calls, { source, result }), 1)

export const countUnfamiliar = (source: SourceName) => Metric.update(Metric.withAttributes(unfamiliar, { source }), 1)

export const time = (source: SourceName, took: Duration.Duration) =>
  Metric.update(Metric.withAttributes(seconds, { source }), Duration.toSeconds(took))

export const circuit = (source: SourceName, isOpen: boolean) =>
  Metric.update(Metric.withAttributes(open, { source }), isOpen ? 1 : 0)
