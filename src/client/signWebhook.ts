import type { VerificacionEmitida } from './Verification.ts'

/** A webhook as the service sends it. */
export interface SignedWebhook {
  /** The bytes that are signed, as text. */
  readonly rawBody: string
  readonly headers: Readonly<Record<string, string>>
}

const utf8 = new TextEncoder()
const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** `Service-Signature` (contract 6.4): the key is the secret as it is written. */
const signatureOf = async (rawBody: string, secret: string, seconds: number): Promise<string> => {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), hmac, false, ['sign'])
  return `t=${seconds},v1=${hex(await crypto.subtle.sign('HMAC', key, utf8.encode(`${seconds}.${rawBody}`)))}`
}

/**
 * Signs a document as the service signs its webhooks, for tests of a receiver. The event id says that it was made
 * locally, and is the same for one verification.
 *
 * @param document of GET, or its text as it came
 * @param secret the account's signing secret, `whsec_` included
 * @param at when it is signed; the present when absent
 */
export const signWebhook = async (
  document: VerificacionEmitida | string,
  secret: string,
  at: Date = new Date(),
): Promise<SignedWebhook> => {
  if (!secret) throw new TypeError('signWebhook: the signing secret is missing')
  const rawBody = typeof document === 'string' ? document : JSON.stringify(document)
  const { verificacion_id } = JSON.parse(rawBody)
  return {
    rawBody,
    headers: {
      'content-type': 'application/json',
      'service-event': 'verificacion.emitida',
      'service-event-id': `evt_local_${String(verificacion_id).replace(/^ver_/, '')}`,
      'service-signature': await signatureOf(rawBody, secret, Math.floor(at.getTime() / 1_000)),
      'user-agent': 'Cotejo-Webhooks/1.0 (local)',
    },
  }
}
