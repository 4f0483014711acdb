import type { Environment } from '#domain/account/ApiKey.ts'
import type { PaymentNotVerified } from '#ports/Payments.ts'

const keyForm = /^(rk|sk)_(test|live)_\w{1,200}$/
/** Contains no character that could change the path of a URL: no slash, dot, `?`, `#` or `%`. */
const paymentIntentForm = /^pi_[\w-]{1,197}$/

/**
 * Why a key must not be sent to the processor; null if it may be. In production only restricted keys are accepted: an
 * unrestricted key has more rights than a partner should give us.
 */
export const keyRefusal = (key: string, environment: Environment): PaymentNotVerified['reason'] | null => {
  if (key === '') return 'sin_credenciales'
  const [, kind, mode] = keyForm.exec(key) ?? []
  if (kind === undefined) return 'llave_rechazada'
  if ((mode === 'live') !== (environment === 'production')) return 'otro_ambiente'
  return environment === 'production' && kind === 'sk' ? 'llave_rechazada' : null
}

/** Whether a text may be a payment intent id. The partner's text becomes part of a URL's path. */
export const couldBePaymentIntent = (id: string): boolean => paymentIntentForm.test(id)
