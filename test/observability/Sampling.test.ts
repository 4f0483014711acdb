import { Effect, Tracer } from 'effect'
import { expect, it } from 'vitest'
import { telemetry } from '#src/Observability.ts'
import { startCollector } from '#tools/peers/collector.ts'

const clients = (sampled: boolean) =>
  Tracer.externalSpan({ traceId: (sampled ? 'a' : 'b').repeat(32), spanId: 'c'.repeat(16), sampled })

it.each([
  [0, ['wanted']],
  [1, ['begun here', 'wanted', 'within']],
])(
  'of traces that begin here the part %d is sent, of a client all that it wants, and nothing else',
  async (part, sent) => {
    const collector = await startCollector()
    await Effect.all([
      Effect.withSpan(Effect.withSpan(Effect.void, 'within'), 'begun here'),
      Effect.withSpan(Effect.void, 'wanted', { parent: clients(true) }),
      Effect.withSpan(Effect.withSpan(Effect.void, 'unwanted'), 'unwanted', { parent: clients(false) }),
    ]).pipe(Effect.provide(telemetry(collector.endpoint, {}, part)), Effect.runPromise)
    collector.stop()
    const names = (collector.received.get('/v1/traces') ?? '').matchAll(/"name":"(begun here|within|wanted|unwanted)"/g)
    expect(Array.from(names, ([, name]) => name).sort()).toEqual(sent)
  },
)
