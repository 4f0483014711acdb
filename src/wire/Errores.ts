import { Schema, Struct } from 'effect'

/**
 * The stable error codes of specification section 7, with HTTP status and the fixed `mensaje`, which
 * never repeats data of the request.
 */
export const catalog = {
  campo_desconocido: { status: 400, mensaje: 'El cuerpo contiene un campo que el contrato no declara.' },
  curp_invalida: { status: 400, mensaje: 'La CURP no tiene la forma oficial de 18 caracteres.' },
  idempotency_key_ausente: { status: 400, mensaje: 'Falta el encabezado Idempotency-Key.' },
  peticion_invalida: { status: 400, mensaje: 'La petición no se ajusta al contrato.' },
  vocabulario_no_permitido: { status: 400, mensaje: 'Un campo usa una palabra que este canal no emite.' },
  llave_ausente: { status: 401, mensaje: 'Falta la llave en el encabezado Authorization: Bearer.' },
  llave_invalida: { status: 401, mensaje: 'La llave no corresponde a ningún socio activo de este ambiente.' },
  cobro_no_verificado: { status: 402, mensaje: 'El pago que respalda la verificación no pudo comprobarse.' },
  consumo_agotado: { status: 402, mensaje: 'El saldo prepagado no alcanza para una verificación más.' },
  verificacion_no_encontrada: { status: 404, mensaje: 'No existe una verificación con ese identificador.' },
  conflicto_idempotencia: { status: 409, mensaje: 'La Idempotency-Key ya se usó con un cuerpo distinto.' },
  cuerpo_demasiado_grande: { status: 413, mensaje: 'El cuerpo de la petición supera 64 KB.' },
  consentimiento_faltante: { status: 422, mensaje: 'Falta el consentimiento expreso con otorgado = true.' },
  limite_excedido: { status: 429, mensaje: 'Se excedió el límite de peticiones del plan.' },
  error_interno: { status: 500, mensaje: 'El servicio no pudo completar la petición.' },
  respuesta_retenida: { status: 500, mensaje: 'La respuesta se retuvo porque no pasó el control de salida.' },
  ruta_no_disponible: { status: 501, mensaje: 'La ruta con documento de identidad no está disponible.' },
  base_no_alcanzable: { status: 503, mensaje: 'El servicio no alcanza su base de datos en este momento.' },
} as const satisfies Record<string, { readonly status: number; readonly mensaje: string }>

export type Codigo = keyof typeof catalog

export const Codigo = Schema.Literals(Struct.keys(catalog))

/** RespuestaDeError: the body of every error. */
export const RespuestaDeError = Schema.Struct({ codigo: Codigo, mensaje: Schema.String })

/** A request that is answered with an error. `retryAfterSeconds` becomes `Retry-After`. */
export class Rejection extends Schema.TaggedError<Rejection>()('Rejection', {
  codigo: Codigo,
  retryAfterSeconds: Schema.optionalKey(Schema.Int),
}) {}

export const reject = (codigo: Codigo): Rejection => new Rejection({ codigo })

/** The body that goes with a code. */
export const errorBody = (codigo: Codigo): typeof RespuestaDeError.Type => ({
  codigo,
  mensaje: catalog[codigo].mensaje,
})
