import { createHash } from 'node:crypto'
import { Effect, Option, References, Tracer } from 'effect'

/**
 * The trace of a verification, under which every replica puts what it does for it. It follows from the id, so that
 * nothing has to be kept for it, and whoever has the id finds it.
 */
export const traceOf = (verificationId: string): Tracer.ExternalSpan => {
  const digest = createHash('sha256').update(`cotejo trace of ${verificationId}`).digest('hex')
  return Tracer.externalSpan({ traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) })
}

/** Begins the trace of a verification that was accepted, and links it with that of the request, a client's own or ours. */
export const beginTrace = (verificationId: string, account: string) =>
  Effect.gen(function* () {
    if (!(yield* References.TracerEnabled)) return
    const facts = { verificacion_id: verificationId, cuenta: account }
    const request = yield* Effect.option(Effect.currentSpan)
    const links = Option.match(request, { onNone: () => [], onSome: (span) => [{ span, attributes: {} }] })
    yield* Effect.annotateCurrentSpan(facts)
    yield* Effect.withSpan(Effect.void, 'acceptance', { parent: traceOf(verificationId), attributes: facts, links })
  })
