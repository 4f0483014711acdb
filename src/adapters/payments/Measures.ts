import { Effect, Metric } from 'effect'
import { monotonicMillis } from '#ports/MonotonicTime.ts'

/** The kinds of calls, named as in the sandbox. */
export type Asked = 'consultar_pago' | 'crear_transferencia' | 'listar_transferencias'

const seconds = Metric.histogram('cotejo_processor_call_seconds', {
  description: 'Duration of calls to the payment processor, by call',
  boundaries: [0.05, 0.1, 0.25, 0.5, 1, 1.7, 2.5, 5, 10],
})

/** Measures the duration of a call, whatever its outcome, and records it as a span. */
export const measured =
  (call: Asked) =>
  <A, E>(asking: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.flatMap(monotonicMillis, (start) =>
      Effect.ensuring(
        asking,
        Effect.flatMap(monotonicMillis, (end) =>
          Metric.update(Metric.withAttributes(seconds, { call }), (end - start) / 1_000),
        ),
      ),
    ).pipe(Effect.withSpan('Processor.ask', { attributes: { call } }))
