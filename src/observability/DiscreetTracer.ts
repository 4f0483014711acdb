import { Effect, Layer, Option, Predicate, Random, Tracer } from 'effect'
import { OtlpTracer } from 'effect/observability'
import { TraceSampling } from '#ports/TraceSampling.ts'
import { discreet, discreetExit } from './Discretion.ts'

/** Attributes that repeat what a client sent, or say who it is. The route takes their place. */
const withheld = /^(?:url\.(?!scheme)|http\.request\.header|http\.response\.header|user_agent|client\.)/

const valueOf = (value: unknown): unknown => (Predicate.isString(value) ? discreet(value) : value)

/** A span that passes on only what may be recorded. */
const discreetSpan = (inner: Tracer.Span): Tracer.Span => ({
  _tag: 'Span',
  name: inner.name,
  spanId: inner.spanId,
  traceId: inner.traceId,
  parent: inner.parent,
  annotations: inner.annotations,
  links: inner.links,
  sampled: inner.sampled,
  kind: inner.kind,
  get status() {
    return inner.status
  },
  get attributes() {
    return inner.attributes
  },
  end: (endTime, exit) => inner.end(endTime, discreetExit(exit)),
  attribute: (name, value) => {
    if (!withheld.test(name)) inner.attribute(name, valueOf(value))
  },
  // Events would be log lines, which have a way of their own.
  event: () => undefined,
  addLinks: (links) => inner.addLinks(links),
})

/**
 * Sends spans over OTLP, without data from clients and errors. Of the traces that begin here, it sends a share;
 * of the traces that a client began, those with the recorded flag.
 */
export const layer = (options: Parameters<typeof OtlpTracer.make>[0]) =>
  Layer.effect(
    Tracer.Tracer,
    Effect.gen(function* () {
      const tracer = yield* OtlpTracer.make(options)
      const ratio = yield* TraceSampling
      const random = yield* Random.Random
      const isKept = ({ parent, sampled }: Parameters<Tracer.Tracer['span']>[0]): boolean =>
        sampled && (Option.isSome(parent) || random.nextDoubleUnsafe() < ratio)
      return Tracer.make({
        span: (started) => discreetSpan(tracer.span({ ...started, sampled: isKept(started) })),
      })
    }),
  )
