import { Predicate } from 'effect'
import type Stripe from 'stripe'
import type { PaymentNotVerified } from '#ports/Payments.ts'
import type { Library } from './Library.ts'

type Reason = PaymentNotVerified['reason']

/** Why a call failed. It contains no text from the processor. */
export interface Refusal<R extends string = Reason> {
  readonly reason: R
  /** Whether the processor repeats this answer for the same idempotency key. */
  readonly isStored: boolean
}

/** No answer, or an unreadable one, so the outcome is unknown. */
export const unknown = <R extends string>(reason: R): Refusal<R> => ({ reason, isStored: false })

type Answered = InstanceType<typeof Stripe.errors.StripeError>

const rateLimits: ReadonlyArray<string | undefined> = ['rate_limit', 'lock_timeout']

const isRateLimit = ({ statusCode, code }: Answered): boolean => statusCode === 429 || rateLimits.includes(code)

/** The processor rejected the parameters, so it executed nothing. */
const isValidation = ({ code }: Answered): boolean => Predicate.isString(code) && code.startsWith('parameter')

const storedStatuses: ReadonlyArray<number> = [400, 402, 500]

/**
 * Whether the processor stores the answer under its idempotency key. It stores status and body, including a 500, once
 * execution has begun, and marks the answer when it repeats it. It does not store the checks before that: credentials
 * (401, 403), rate, concurrent use of the key (409) and parameters. A gateway's 502 to 504 may come before or during
 * execution. An answer that asks for a retry is not stored. A key used with other parameters keeps the first ones.
 */
const isStored = (error: Answered): boolean => {
  const { headers = {}, statusCode = 0, rawType } = error
  if (headers['idempotent-replayed'] === 'true') return true
  if (headers['stripe-should-retry'] === 'true' || isRateLimit(error) || isValidation(error)) return false
  return Predicate.isString(rawType) && storedStatuses.includes(statusCode)
}

const reasonOf = (error: Answered): Reason => {
  const { statusCode = 0, code } = error
  if (isRateLimit(error)) return 'limite_del_procesador'
  if (statusCode === 401 || statusCode === 403) return 'llave_rechazada'
  if (statusCode === 404 && code === 'resource_missing') return 'pago_inexistente'
  if (statusCode >= 500) return 'procesador_fallo'
  return statusCode >= 400 ? 'solicitud_rechazada' : 'respuesta_ilegible'
}

/**
 * Why a read failed, from the library's error: its own errors for the processor's answers, other errors for unreadable
 * answers. Answers to reads are not stored.
 */
export const refusalOf = (error: unknown, { errors }: Library): Refusal => {
  if (!(error instanceof errors.StripeError)) return unknown('respuesta_ilegible')
  return unknown(error instanceof errors.StripeConnectionError ? 'sin_respuesta' : reasonOf(error))
}

/** Why a transfer is refused, as text for operators, by the processor's code. */
export const transferWords: Readonly<Record<string, string>> = {
  balance_insufficient: 'saldo_insuficiente',
  account_invalid: 'destino_desconocido',
  no_account: 'destino_desconocido',
  transfers_not_allowed: 'destino_sin_transferencias',
  capability_not_active: 'destino_sin_transferencias',
  insufficient_capabilities_for_transfer: 'destino_sin_transferencias',
  idempotency_key_in_use: 'solicitud_en_curso',
}

const transferWord = ({ statusCode, rawType, code, param }: Answered): string => {
  if (statusCode === 409) return 'solicitud_en_curso'
  if (rawType === 'idempotency_error') return 'clave_de_otra_solicitud'
  if (code === 'resource_missing' && param === 'destination') return 'destino_desconocido'
  return (Predicate.isString(code) ? transferWords[code] : undefined) ?? 'transferencia_rechazada'
}

/** Why a transfer was not made, as far as known, and whether this key will always get the same answer. */
export const transferRefusalOf = (error: unknown, library: Library): Refusal<string> => {
  const { reason } = refusalOf(error, library)
  if (!(error instanceof library.errors.StripeError)) return unknown(reason)
  const isAboutContent = reason === 'solicitud_rechazada' || reason === 'pago_inexistente'
  return { reason: isAboutContent ? transferWord(error) : reason, isStored: isStored(error) }
}
