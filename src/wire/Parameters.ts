import type { OpenApi } from 'effect/http-api'
import type { Json } from 'effect/Schema'
import { listLimit, shortTextLength } from '#domain/Limits.ts'
import { Estado } from './Respuesta.ts'
import * as Samples from './Samples.ts'

/**
 * Headers and parameters for the OpenAPI document. http/RequestRules and http/ListQuery judge them in the order of
 * judgement. The declaration does not, because it would answer too early.
 */

interface Parameter extends OpenApi.OpenAPISpecParameter {
  readonly example?: Json
}

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Igual al `solicitud_id` del cuerpo; sus bytes se leen como UTF-8. Falta o está vacío: 400 `idempotency_key_ausente`. Difiere o se repite: 400 `peticion_invalida`.',
  schema: { type: 'string', minLength: 1, maxLength: shortTextLength },
  example: Samples.solicitudId,
}

export const canal: Parameter = {
  name: 'X-Canal',
  in: 'header',
  required: false,
  description: 'Por dónde llega la petición. Ausente significa `api`; otro valor responde 400 `peticion_invalida`.',
  schema: { type: 'string', enum: ['api', 'mcp'], default: 'api' },
  example: 'api',
}

export const verificacionId: Parameter = {
  name: 'verificacion_id',
  in: 'path',
  required: true,
  description: 'El `verificacion_id` que devolvió la creación; no es el `solicitud_id`.',
  schema: { type: 'string', minLength: 1, maxLength: shortTextLength },
  example: Samples.verificacionId,
}

export const solicitudId: Parameter = {
  name: 'solicitud_id',
  in: 'query',
  required: false,
  description: 'Solo la verificación de esta solicitud. Vacío equivale a ausente.',
  schema: { type: 'string', maxLength: shortTextLength },
  example: Samples.solicitudId,
}

export const estado: Parameter = {
  name: 'estado',
  in: 'query',
  required: false,
  description:
    'Solo las verificaciones en este estado. Vacío equivale a ausente; otro valor responde 400 `peticion_invalida`.',
  schema: { type: 'string', enum: Estado.literals },
  example: 'en_proceso',
}

export const limite: Parameter = {
  name: 'limite',
  in: 'query',
  required: false,
  description: 'Cuántas verificaciones devolver a lo más. Vacío o mal formado: 400 `peticion_invalida`.',
  schema: { type: 'integer', minimum: listLimit.min, maximum: listLimit.max, default: listLimit.default },
  example: listLimit.default,
}
