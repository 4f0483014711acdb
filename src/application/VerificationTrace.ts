import { createHash } from 'node:crypto'
import { Effect, Option, References, Tracer } from 'effect'
import { formatTrace, isSampled, parseTrace, type Trace } from '#domain/verification/Trace.ts'
import { TraceSampling } from '#ports/TraceSampling.ts'

/** Facts about work on a verification for the log and traces. */
export interface Facts {
  readonly verificacion_id: string
  readonly account: string
}

/** Adds the verification and its account to every log line and span. */
export const about = (facts: Facts) => {
  const said = { ...facts }
  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.annotateSpans(Effect.annotateLogs(work, said), said)
}

/**
 * The trace that is stored with a verification, so that every replica continues it. It is the current span, which
 * belongs to the client's trace if the client sent one. Without tracing it is the client's trace.
 */
export const traceToKeep = Effect.fnUntraced(function* (brought: Trace | null) {
  if (!(yield* References.TracerEnabled)) return brought
  const current = yield* Effect.option(Effect.currentSpan)
  if (Option.isNone(current)) return brought
  const { traceId, spanId, sampled } = current.value
  return parseTrace(formatTrace({ traceId: traceId.padStart(32, '0'), spanId, isSampled: sampled })) ?? brought
})

/** The trace of a verification that has none stored. It follows from the ID, so every replica derives the same one. */
const derivedTrace = (verificationId: string, ratio: number): Trace => {
  const digest = createHash('sha256').update(`cotejo trace of ${verificationId}`).digest('hex')
  const traceId = digest.slice(0, 32)
  return { traceId, spanId: digest.slice(32, 48), isSampled: isSampled(traceId, ratio) }
}

/** The parent span for work on a verification, the same on every replica. */
export const traceOf = (verificationId: string, kept: Trace | null): Effect.Effect<Tracer.ExternalSpan> =>
  Effect.map(TraceSampling, (ratio) => {
    const { traceId, spanId, isSampled: sampled } = kept ?? derivedTrace(verificationId, ratio)
    return Tracer.externalSpan({ traceId, spanId, sampled })
  })
