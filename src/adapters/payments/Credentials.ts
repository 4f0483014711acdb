import type { Environment } from '#domain/account/ApiKey.ts'
import type { PaymentNotVerified } from '#ports/Payments.ts'

/** Keys of the processor's, restricted or not, for test data and for real money. */
const keyForm = /^(rk|sk)_(test|live)_\w{1,200}$/
/** Nothing in it could lead out of a path: no slash, no dot, no `?`, `#` or `%`. */
const paymentIntentForm = /^pi_[\w-]{1,197}$/

/**
 * Why a key is not even shown to the processor; null when it may be. Real money moves with restricted
 * keys alone: one that may do everything is more than anybody should have given us.
 */
export const keyRefusal = (key: string, environment: Environment): PaymentNotVerified['reason'] | null => {
  if (key === '') return 'sin_credenciales'
  const [, kind, mode] = keyForm.exec(key) ?? []
  if (kind === undefined) return 'llave_rechazada'
  if ((mode === 'live') !== (environment === 'production')) return 'otro_ambiente'
  return environment === 'production' && kind === 'sk' ? 'llave_rechazada' : null
}

/** Whether a text could be the id of a payment intent. What a partner sends stands in a URL's path. */
export const couldBePaymentIntent = (id: string): boolean => paymentIntentForm.test(id)
