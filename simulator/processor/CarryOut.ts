import type { Books } from './Books.ts'
import type { Idempotency } from './Idempotency.ts'
import type { ProcessorFault } from './ProcessorFaults.ts'
import { broken, type Reply, tooMany } from './Reply.ts'
import type { Request, Route } from './Routes.ts'

/** The outcome of a request: an answer, silence until the client disconnects, or a connection that breaks. */
export type End = Reply | { readonly _tag: 'Silence'; readonly gone: () => void } | { readonly _tag: 'Drop' }

const drop: End = { _tag: 'Drop' }

/**
 * Carries out a request, once for each idempotency key, and applies the fault. Credentials and rate are checked
 * before the key, parameters and state after it.
 */
export const carryOut = (
  books: Books,
  idempotency: Idempotency,
  route: Route,
  request: Request,
  fault: ProcessorFault | null,
): End => {
  if (fault === 'limite_429') return tooMany
  const { method, path, form, access, idempotencyKey, now } = request
  const claim =
    method === 'POST' && idempotencyKey !== undefined
      ? idempotency.claim(JSON.stringify(access), idempotencyKey, `${method} ${path} ${form.canonical}`, now)
      : null
  if (claim?._tag === 'Answered') {
    if (fault === 'sin_respuesta') return { _tag: 'Silence', gone: () => {} }
    return fault === 'respuesta_perdida' ? drop : claim.reply
  }
  if (fault === 'sin_respuesta') return { _tag: 'Silence', gone: () => claim?.giveUp() }
  const reply = fault === 'error_500' ? broken : route.execute(books, request)
  const kept = fault === 'error_500_tras_ejecutar' && reply.isExecuted ? broken : reply
  claim?.end(kept)
  return fault === 'respuesta_perdida' ? drop : kept
}
