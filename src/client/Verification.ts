import type { Recomendacion, RespuestaDeVerificacion } from './Contract.ts'

/** A verification with its recommendation. */
export interface VerificacionEmitida extends RespuestaDeVerificacion {
  estado: 'emitida'
  recomendacion: Recomendacion
}

/** A verification that is under way, or ended without recommendation. */
interface VerificacionSinRecomendacion extends RespuestaDeVerificacion {
  estado: 'en_proceso' | 'no_concluyente'
  recomendacion?: null
}

/** A verification: where `estado` is `emitida`, there is a `recomendacion`. */
export type Verificacion = VerificacionEmitida | VerificacionSinRecomendacion
