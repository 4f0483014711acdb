import { Schema, Struct } from 'effect'
import { longTextLength } from '#domain/Limits.ts'
import { field } from './Field.ts'

/**
 * The stable error codes (contract 7.1), each with its HTTP status and a fixed `mensaje` that never repeats data of the
 * request. `cuando` is for the OpenAPI document: the condition, and what to do about it.
 */
export const catalog = {
  campo_desconocido: {
    status: 400,
    mensaje: 'El cuerpo contiene un campo que el contrato no declara.',
    cuando: 'El cuerpo lleva un campo, en cualquier nivel, que el esquema cerrado no declara.',
  },
  curp_invalida: {
    status: 400,
    mensaje: 'La CURP no tiene la forma oficial: 18 caracteres, con una fecha de nacimiento posible.',
    cuando:
      'La CURP no tiene la forma oficial de 18 caracteres, o su fecha de nacimiento no existe o está por venir. Tras corregirla, reintente con otro `solicitud_id`.',
  },
  idempotency_key_ausente: {
    status: 400,
    mensaje: 'Falta el encabezado Idempotency-Key.',
    cuando: 'Falta el encabezado `Idempotency-Key`, o está vacío.',
  },
  peticion_invalida: {
    status: 400,
    mensaje: 'La petición no se ajusta al contrato.',
    cuando:
      'La petición no se ajusta al contrato: el cuerpo, un encabezado o un parámetro no tiene la forma declarada, `Idempotency-Key` no es igual a `solicitud_id`, `webhook_url` no es pública, o un identificador describe a la persona.',
  },
  vocabulario_no_permitido: {
    status: 400,
    mensaje: 'Un campo usa una palabra que este canal no emite.',
    cuando:
      'Un campo que el canal devuelve (por ejemplo `solicitud_id` o `webhook_url`) usa una palabra que este canal no emite.',
  },
  llave_ausente: {
    status: 401,
    mensaje: 'Falta la llave en el encabezado Authorization: Bearer.',
    cuando: 'Falta el encabezado `Authorization`, o no es del esquema Bearer.',
  },
  llave_invalida: {
    status: 401,
    mensaje: 'La llave no corresponde a ningún socio activo de este ambiente.',
    cuando: 'La llave no corresponde a ningún socio activo de este ambiente.',
  },
  cobro_no_verificado: {
    status: 402,
    mensaje: 'El pago que respalda la verificación no pudo comprobarse.',
    cuando:
      'Modo `connect`: falta `cobro.payment_intent_id`, o el pago no está confirmado (`succeeded`), no es en MXN, no alcanza el precio del plan, se reembolsó a menos de ese precio, está disputado, es del otro ambiente (`livemode`) o ya respalda otra verificación. No se ejecutó ni se cobró nada. Si el pago está en orden, puede reintentar más tarde con el mismo `solicitud_id` y el mismo `payment_intent_id`: la consulta al procesador de pagos pudo no completarse.',
  },
  consumo_agotado: {
    status: 402,
    mensaje: 'El saldo no alcanza para una verificación más: las que están en proceso tienen apartado su precio.',
    cuando:
      'Modo `consumo`: el saldo prepagado no alcanza para una verificación más. Las que están en proceso tienen apartado su precio, de modo que `saldo` puede parecer suficiente; lo que apartan las que terminan `no_concluyente` queda libre.',
  },
  verificacion_no_encontrada: {
    status: 404,
    mensaje: 'No existe una verificación con ese identificador.',
    cuando:
      'No existe una verificación con ese identificador al alcance de la llave; las de otras cuentas, y aquellas cuyos datos ya se eliminaron, tampoco existen para ella.',
  },
  conflicto_idempotencia: {
    status: 409,
    mensaje: 'La Idempotency-Key ya se usó, con otro cuerpo o en una verificación cuyos datos ya se eliminaron.',
    cuando:
      'La `Idempotency-Key` ya se usó con un cuerpo distinto, o en una verificación cuyos datos ya se eliminaron, al vencer su plazo de conservación o a petición de la persona. Para otra verificación use otro `solicitud_id`.',
  },
  cuerpo_demasiado_grande: {
    status: 413,
    mensaje: 'El cuerpo de la petición supera 64 KB.',
    cuando: 'El cuerpo mide más de 64 KB (65,536 bytes).',
  },
  consentimiento_faltante: {
    status: 422,
    mensaje: 'Falta el consentimiento expreso con otorgado = true.',
    cuando: 'Falta el objeto `consentimiento` con `otorgado` = `true`.',
  },
  limite_excedido: {
    status: 429,
    mensaje: 'Se excedió el límite de peticiones del plan.',
    cuando:
      'La llave excedió las peticiones por minuto de su plan, o la cuota mensual si el plan la tiene. No se ejecutó ni se cobró nada. Reintente con espera exponencial y variación aleatoria, respete `Retry-After` y conserve el `solicitud_id`.',
  },
  error_interno: {
    status: 500,
    mensaje: 'El servicio no pudo completar la petición.',
    cuando: 'El servicio no pudo completar la petición. Reintente con espera creciente y el mismo `solicitud_id`.',
  },
  respuesta_retenida: {
    status: 500,
    mensaje: 'La respuesta se retuvo porque no pasó el control de salida.',
    cuando:
      'El servicio retuvo su propia respuesta porque no pasó el control de salida. Reintente más tarde con el mismo `solicitud_id`.',
  },
  ruta_no_disponible: {
    status: 501,
    mensaje: 'La ruta con documento de identidad no está disponible.',
    cuando: 'Se pidió la ruta con documento de identidad (`documento`), que está reservada.',
  },
  base_no_alcanzable: {
    status: 503,
    mensaje: 'El servicio no alcanza su base de datos, tiene demasiado en espera o está por detenerse.',
    cuando:
      'El servicio está arriba, pero no alcanza su base de datos, o la petición esperó su turno más de un segundo y no se ejecutó (entonces con `Retry-After`). Reintente pasados unos minutos, con espera creciente y el mismo `solicitud_id`; con `Retry-After`, cuando este diga.',
  },
} as const satisfies Record<string, { readonly status: number; readonly mensaje: string; readonly cuando: string }>

export type Codigo = keyof typeof catalog

/** The statuses of a code. The code for requests outside the contract also comes with other statuses (contract 4.34). */
export const statusesOf = (codigo: Codigo): string =>
  codigo === 'peticion_invalida' ? '400, 404, 405' : String(catalog[codigo].status)

export const Codigo = Schema.Literals(Struct.keys(catalog))

/** RespuestaDeError: the body of every error. */
export const RespuestaDeError = Schema.Struct({
  codigo: field(
    Codigo,
    'Código estable, al que una versión posterior puede agregar otros. Prográmese contra él.',
    'peticion_invalida',
    {
      mayGrow: true,
    },
  ),
  mensaje: field(
    Schema.String,
    'Texto fijo por código, para quien lee; puede cambiar de redacción y nunca repite datos de la petición.',
    catalog.peticion_invalida.mensaje,
    { minLength: 1, maxLength: longTextLength },
  ),
}).annotate({ identifier: 'RespuestaDeError', description: 'El cuerpo de todo error.' })

/** The body for a code. */
export const errorBody = (codigo: Codigo): typeof RespuestaDeError.Type => ({
  codigo,
  mensaje: catalog[codigo].mensaje,
})
