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

/**
 * What `create` returns. `replayed` says whether the request repeats one that was accepted before; it is not part of the
 * document, and is left out where that is written as JSON or copied.
 */
export type VerificacionSolicitada = Verificacion & { readonly replayed: boolean }

const isRequested = (document: Verificacion): document is VerificacionSolicitada => 'replayed' in document

/** Says of a document whether it was answered to a repetition. */
export const requested = (document: Verificacion, replayed: boolean): VerificacionSolicitada => {
  Object.defineProperty(document, 'replayed', { value: replayed })
  if (!isRequested(document)) throw new TypeError('Cotejo: the document cannot be marked')
  return document
}
