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
