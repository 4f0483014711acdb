import type { Codigo } from '#wire/Errores.ts'

/** The statuses of contract 7.1, written down apart from the code. */
export const statuses: Record<Codigo, number> = {
  campo_desconocido: 400,
  curp_invalida: 400,
  idempotency_key_ausente: 400,
  peticion_invalida: 400,
  vocabulario_no_permitido: 400,
  llave_ausente: 401,
  llave_invalida: 401,
  cobro_no_verificado: 402,
  consumo_agotado: 402,
  verificacion_no_encontrada: 404,
  conflicto_idempotencia: 409,
  cuerpo_demasiado_grande: 413,
  consentimiento_faltante: 422,
  limite_excedido: 429,
  error_interno: 500,
  respuesta_retenida: 500,
  ruta_no_disponible: 501,
  base_no_alcanzable: 503,
}
