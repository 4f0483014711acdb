import { createHash } from 'node:crypto'
import { Effect, Option, References, Tracer } from 'effect'
import { formatTrace, isSampled, parseTrace, type Trace } from '#domain/verification/Trace.ts'
import { TraceSampling } from '#ports/TraceSampling.ts'

/** What log and traces may tell of work for a verification. */
export interface Facts {
  readonly verificacion_id: string
  readonly account: string
}

/** Has every line of the log and every span say for which verification, of which account, something is done. */
export const about = (facts: Facts) => {
  const said = { ...facts }
  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.annotateSpans(Effect.annotateLogs(work, said), said)
}

/**
 * What is kept with a verification, for every replica to go on with its trace: the span under way, which is of the
 * trace that the client brought, if it did; where nothing is traced, what it brought.
 */
export const traceToKeep = Effect.fnUntraced(function* (brought: Trace | null) {
  if (!(yield* References.TracerEnabled)) return brought
  const current = yield* Effect.option(Effect.currentSpan)
  if (Option.isNone(current)) return brought
  const { traceId, spanId, sampled } = current.value
  return parseTrace(formatTrace({ traceId: traceId.padStart(32, '0'), spanId, isSampled: sampled })) ?? brought
})

/** The trace of a verification with which none was kept follows from its id: the same at every replica. */
const derivedTrace = (verificationId: string, ratio: number): Trace => {
  const digest = createHash('sha256').update(`cotejo trace of ${verificationId}`).digest('hex')
  const traceId = digest.slice(0, 32)
  return { traceId, spanId: digest.slice(32, 48), isSampled: isSampled(traceId, ratio) }
}

/** Where what is done for a verification belongs, whichever replica does it. */
export const traceOf = (verificationId: string, kept: Trace | null): Effect.Effect<Tracer.ExternalSpan> =>
  Effect.map(TraceSampling, (ratio) => {
    const { traceId, spanId, isSampled: sampled } = kept ?? derivedTrace(verificationId, ratio)
    return Tracer.externalSpan({ traceId, spanId, sampled })
  })
