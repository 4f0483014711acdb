import { Effect, Metric } from 'effect'
import { monotonicMillis } from '#ports/MonotonicTime.ts'

/** What the processor is asked, in the words that the sandbox has for it. */
export type Asked = 'consultar_pago' | 'crear_transferencia' | 'listar_transferencias'

const seconds = Metric.histogram('cotejo_processor_call_seconds', {
  description: 'Duration of calls to the payment processor, by call',
  boundaries: [0.05, 0.1, 0.25, 0.5, 1, 1.7, 2.5, 5, 10],
})

/** Times a call however it ends, and makes it a span of the trace that it belongs to. */
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
