import type { Codigo } from '#wire/Errores.ts'

/** When a code is returned, and whether to try again. */
// biome-ignore format: a table reads by its columns
export const errorsInEnglish: Readonly<Record<Codigo, readonly [when: string, again: string]>> = {
  campo_desconocido: ['a field that the schema does not declare', 'no'],
  curp_invalida: ['the CURP is not well formed (2.4)', 'with a new `solicitud_id`, once corrected'],
  idempotency_key_ausente: ['no `Idempotency-Key`', 'no'],
  peticion_invalida: ['the request does not fit the contract', 'no'],
  vocabulario_no_permitido: ['an identifier or the URL contains a word that rates a person (4.24)', 'no'],
  llave_ausente: ['no Bearer key', 'no'],
  llave_invalida: ['the key belongs to no active partner of this environment', 'no'],
  cobro_no_verificado: ['the payment is missing, not `succeeded`, not in MXN, below the price after refunds, disputed, of the other environment (`livemode`), or pays for another verification; or the processor did not answer', 'later, with the same ids, when the payment is in order'],
  consumo_agotado: ['the balance, less the held amount (1.14), does not cover another verification', 'once the account is credited, or a verification in progress has ended `no_concluyente`'],
  verificacion_no_encontrada: ['the account has no verification with this id, or its data was removed', 'no'],
  conflicto_idempotencia: ['the `solicitud_id` was used with another body, or for a verification whose data was erased, by the retention or because the person asked', 'no'],
  cuerpo_demasiado_grande: ['more than 64 KB', 'no'],
  consentimiento_faltante: ['no consent with `otorgado` = true', 'no'],
  limite_excedido: ['requests per minute, or the monthly quota', 'yes, after `Retry-After`, with the same `solicitud_id`'],
  error_interno: ['the request could not be completed', 'yes, with the same `solicitud_id`'],
  respuesta_retenida: ['our own check (4.37) blocked the answer', 'yes, later, with the same `solicitud_id`'],
  ruta_no_disponible: ['`documento` was sent; it is not supported yet', 'no'],
  base_no_alcanzable: ['the database cannot be reached, or the service is overloaded', 'yes, with the same `solicitud_id`: after `Retry-After` if present, otherwise after a minute or more'],
}
