import { createHmac } from 'node:crypto'
import { Redacted } from 'effect'
import type { WebhookRequest } from '#ports/WebhookSender.ts'

export type Signed = Pick<WebhookRequest, 'eventId' | 'body' | 'secrets'>

/** `Service-Signature` (contract 6.4). The key is the text of the secret. */
const serviceSignature = (secret: Redacted.Redacted, seconds: number, body: Uint8Array): string => {
  const v1 = createHmac('sha256', Redacted.value(secret)).update(`${seconds}.`).update(body).digest('hex')
  return `t=${seconds},v1=${v1}`
}

/** `whsec_` followed by the base64 key of Standard Webhooks. */
const standardSecret = /^whsec_([0-9A-Za-z+/]+={0,2})$/

/** A Standard Webhooks signature. `None` if the secret does not have that form, because its key is then undefined. */
const standardSignature = (secret: Redacted.Redacted, { eventId, body }: Signed, seconds: number) => {
  const [, key] = standardSecret.exec(Redacted.value(secret)) ?? []
  if (key === undefined) return []
  const signing = createHmac('sha256', Buffer.from(key, 'base64'))
  return [`v1,${signing.update(`${eventId}.${seconds}.`).update(body).digest('base64')}`]
}

/**
 * During a rotation a receiver may know either secret, but `Service-Signature` carries one signature. The Standard
 * Webhooks headers carry both, the current one first, and are sent only during a rotation.
 */
const standardHeaders = (signed: Signed, next: Redacted.Redacted, seconds: number): Record<string, string> => ({
  'webhook-id': signed.eventId,
  'webhook-timestamp': String(seconds),
  'webhook-signature': [signed.secrets.current, next]
    .flatMap((secret) => standardSignature(secret, signed, seconds))
    .join(' '),
})

/** @param seconds the time of signing, in Unix seconds */
export const signatureHeaders = (signed: Signed, seconds: number): Record<string, string> => {
  const { current, next } = signed.secrets
  return {
    'Service-Signature': serviceSignature(current, seconds, signed.body),
    ...(next === null ? {} : standardHeaders(signed, next, seconds)),
  }
}
