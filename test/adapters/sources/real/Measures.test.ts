import { Duration, Effect } from 'effect'
import { expect, it } from 'vitest'
import { circuit, count, time } from '#adapters/sources/real/Measures.ts'
import { seriesAfter } from '#test/support/series.ts'

it('a source is counted by result, timed in seconds, and its circuit told', async () => {
  const counted = Effect.all([
    count('judicial', 'consultada'),
    count('judicial', 'consultada'),
    count('identidad', 'tiempo_agotado'),
    time('judicial', Duration.millis(1_500)),
    circuit('judicial', true),
    circuit('identidad', false),
  ])
  expect(await seriesAfter(counted)).toEqual({
    'cotejo_source_calls_total{result="consultada",source="judicial"}': 2,
    'cotejo_source_calls_total{result="tiempo_agotado",source="identidad"}': 1,
    'cotejo_source_call_seconds_count{source="judicial"}': 1,
    'cotejo_source_call_seconds_sum{source="judicial"}': 1.5,
    'cotejo_source_circuit_open{source="judicial"}': 1,
    'cotejo_source_circuit_open{source="identidad"}': 0,
  })
})
