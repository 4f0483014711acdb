import type { Recomendacion, RespuestaDeVerificacion } from './Contract.ts'

/** A verification with its recommendation. */
export interface VerificacionEmitida extends RespuestaDeVerificacion {
  estado: 'emitida'
  recomendacion: Recomendacion
}

/** A verification that is in progress, or that ended without a recommendation. */
interface VerificacionSinRecomendacion extends RespuestaDeVerificacion {
  estado: 'en_proceso' | 'no_concluyente'
  recomendacion?: null
}

/** A verification. If `estado` is `emitida`, it has a `recomendacion`. */
export type Verificacion = VerificacionEmitida | VerificacionSinRecomendacion

/** The requests per minute of the key: `remaining` fit in the next `seconds`. */
export interface RateLimit {
  readonly remaining: number
  readonly seconds: number
}

/** The additional headers of an answer to `create`. They are optional. */
interface Additions {
  /** Whether the request repeats one that was accepted before. */
  readonly replayed: boolean
  /** Null if the answer does not have it, as after a repetition. */
  readonly rateLimit: RateLimit | null
}

/**
 * What `create` returns. `replayed` and `rateLimit` are not part of the document, and are left out where that is
 * written as JSON or copied.
 */
export type VerificacionSolicitada = Verificacion & Additions

const isRequested = (document: Verificacion): document is VerificacionSolicitada => 'replayed' in document

const rateLimitIn = (header: string | null): RateLimit | null => {
  const [, remaining, seconds] = /;r=(\d{1,15});t=(\d{1,9})$/.exec(header ?? '') ?? []
  return remaining === undefined ? null : { remaining: Number(remaining), seconds: Number(seconds) }
}

/** Adds to a document what the headers of its answer say. */
export const requested = (
  document: Verificacion,
  headers: { readonly get: (name: string) => string | null },
): VerificacionSolicitada => {
  Object.defineProperty(document, 'replayed', { value: headers.get('idempotent-replayed') === 'true' })
  Object.defineProperty(document, 'rateLimit', { value: rateLimitIn(headers.get('ratelimit')) })
  if (!isRequested(document)) throw new TypeError('Cotejo: the document cannot be marked')
  return document
}
