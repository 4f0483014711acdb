import type { RespuestaDeConsumo, RespuestaDeError, RespuestaDeSalud } from './Contract.ts'
import type { Verificacion, VerificacionEmitida } from './Verification.ts'

/**
 * Recognizes the documents of the interface by the members that a caller needs. Members that are added later do not
 * matter (contract 9.4).
 */

const has = <K extends string>(body: unknown, type: string, ...names: ReadonlyArray<K>): body is Record<K, unknown> =>
  typeof body === 'object' && body !== null && names.every((name) => typeof Reflect.get(body, name) === type)

/** A code may be new, but must have the form of a code: it becomes part of a logged message. */
export const isError = (body: unknown): body is RespuestaDeError =>
  has(body, 'string', 'codigo', 'mensaje') && /^[a-z_]{1,64}$/.test(String(body.codigo))

export const isVerification = (body: unknown): body is Verificacion =>
  has(body, 'string', 'verificacion_id', 'estado') &&
  has(body, 'object', 'consentimiento', 'cobro') &&
  (body.estado !== 'emitida' || isRecommended(body))

/** Whether a document has a recommendation. */
const isRecommended = (body: object): boolean => typeof (Reflect.get(body, 'recomendacion') ?? undefined) === 'object'

export const isEmitted = (body: unknown): body is VerificacionEmitida =>
  isVerification(body) && body.estado === 'emitida'

/** A list of verifications. */
export interface Lista {
  verificaciones: Array<Verificacion>
}

export const isList = (body: unknown): body is Lista =>
  has(body, 'object', 'verificaciones') &&
  Array.isArray(body.verificaciones) &&
  body.verificaciones.every(isVerification)

export const isConsumption = (body: unknown): body is RespuestaDeConsumo =>
  has(body, 'string', 'modo', 'moneda', 'tenant') && has(body, 'number', 'monto_por_verificacion')

export const isHealth = (body: unknown): body is RespuestaDeSalud => has(body, 'string', 'estado', 'base')
