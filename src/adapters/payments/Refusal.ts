import { Predicate } from 'effect'
import type Stripe from 'stripe'
import type { PaymentNotVerified } from '#ports/Payments.ts'
import type { Library } from './Library.ts'

type Reason = PaymentNotVerified['reason']

/** Why a call did not bring what it was made for. Nothing in it is the processor's own words. */
export interface Refusal<R extends string = Reason> {
  readonly reason: R
  /** Whether the processor always gives this very answer to the idempotency key of the call. */
  readonly isStored: boolean
}

/** No answer, or none that anybody can read: nothing is known. */
export const unknown = <R extends string>(reason: R): Refusal<R> => ({ reason, isStored: false })

type Answered = InstanceType<typeof Stripe.errors.StripeError>

const rateLimits: ReadonlyArray<string | undefined> = ['rate_limit', 'lock_timeout']

const isRateLimit = ({ statusCode, code }: Answered): boolean => statusCode === 429 || rateLimits.includes(code)

/** The processor could not make sense of the parameters, and so began nothing. */
const isValidation = ({ code }: Answered): boolean => Predicate.isString(code) && code.startsWith('parameter')

const storedStatuses: ReadonlyArray<number> = [400, 402, 500]

/**
 * The processor keeps status and body of the first request of a key once its execution began, 500
 * included, and says so when it brings them again. Before that are its checks of credentials (401, 403),
 * rate, concurrent use of the key (409) and parameters. A gateway's 502 to 504 come from ahead of all
 * this, or while it still goes on; what it says to try again, it has not kept. A key of other parameters
 * stays theirs.
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
 * Why something could not be read, of what the library threw: errors of its own for what the processor
 * says, and others over garbage. Answers about reading are not kept.
 */
export const refusalOf = (error: unknown, { errors }: Library): Refusal => {
  if (!(error instanceof errors.StripeError)) return unknown('respuesta_ilegible')
  return unknown(error instanceof errors.StripeConnectionError ? 'sin_respuesta' : reasonOf(error))
}

/** Why a transfer is refused, by the processor's codes, in words for the operator. */
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

/** Why a transfer was not made, as far as is known, and whether that is how it stays under this key. */
export const transferRefusalOf = (error: unknown, library: Library): Refusal<string> => {
  const { reason } = refusalOf(error, library)
  if (!(error instanceof library.errors.StripeError)) return unknown(reason)
  const isAboutContent = reason === 'solicitud_rechazada' || reason === 'pago_inexistente'
  return { reason: isAboutContent ? transferWord(error) : reason, isStored: isStored(error) }
}
