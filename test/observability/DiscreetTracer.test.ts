import { Effect } from 'effect'
import { expect, it } from 'vitest'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { telemetry } from '#src/Observability.ts'
import { startCollector } from '#tools/peers/collector.ts'

/** What is sent of a span that an effect runs in. */
const sent = async (work: Effect.Effect<unknown, unknown>): Promise<string> => {
  const collector = await startCollector()
  await Effect.withSpan(work, 'seen').pipe(
    Effect.exit,
    Effect.provide(telemetry(collector.endpoint, {}, 1)),
    Effect.runPromise,
  )
  collector.stop()
  const spans = collector.received.get('/v1/traces') ?? ''
  expect(spans).toContain('"name":"seen"')
  return spans
}

it.each([
  ['url.full', false],
  ['url.path', false],
  ['url.query', false],
  ['url.scheme', true],
  ['http.request.header.x-nombre', false],
  ['http.response.header.x-nombre', false],
  ['http.request.method', true],
  ['http.response.status_code', true],
  ['user_agent.original', false],
  ['client.address', false],
  ['server.address', true],
])('of a span the attribute %s is sent: %s', async (name, isSent) => {
  const spans = await sent(Effect.annotateCurrentSpan({ [name]: 'Ñandú' }))
  expect([spans.includes(name), spans.includes('Ñandú')]).toEqual([isSent, isSent])
})

it.each([
  ['an attribute', Effect.annotateCurrentSpan({ account: `de ${sampleCurp('LIMP')}` }), '[omitted]'],
  ['an error of others', Effect.die(new SyntaxError(`no JSON: ${sampleCurp('LIMP')}`)), 'SyntaxError'],
  ['an own error', Effect.die(new Error(`no room for ${sampleCurp('LIMP')}`)), 'no room for [omitted]'],
])('a span does not hold the CURP of %s', async (_, work, told) => {
  const spans = await sent(work)
  expect(spans).not.toContain(sampleCurp('LIMP'))
  expect(spans).not.toContain('no JSON')
  expect(spans).toContain(told)
})
