import { createHmac } from 'node:crypto'
import { Redacted } from 'effect'
import type { WebhookRequest } from '#ports/WebhookSender.ts'

/** What is signed. */
export type Signed = Pick<WebhookRequest, 'eventId' | 'body' | 'secrets'>

/** `Service-Signature` (contract 6.4): the key is the secret as it is written. */
const serviceSignature = (secret: Redacted.Redacted, seconds: number, body: Uint8Array): string => {
  const v1 = createHmac('sha256', Redacted.value(secret)).update(`${seconds}.`).update(body).digest('hex')
  return `t=${seconds},v1=${v1}`
}

/** `whsec_` and what Standard Webhooks takes as the key, in base64. */
const standardSecret = /^whsec_([0-9A-Za-z+/]+={0,2})$/

/** One signature of Standard Webhooks; none for a secret of another form, whose key nobody could tell. */
const standardSignature = (secret: Redacted.Redacted, { eventId, body }: Signed, seconds: number) => {
  const [, key] = standardSecret.exec(Redacted.value(secret)) ?? []
  if (key === undefined) return []
  const signing = createHmac('sha256', Buffer.from(key, 'base64'))
  return [`v1,${signing.update(`${eventId}.${seconds}.`).update(body).digest('base64')}`]
}

/**
 * While a secret is rotated a receiver may know one of two, and `Service-Signature` has room for one.
 * The headers of Standard Webhooks carry both, the current one first, and are sent only then.
 */
const standardHeaders = (signed: Signed, next: Redacted.Redacted, seconds: number): Record<string, string> => ({
  'webhook-id': signed.eventId,
  'webhook-timestamp': String(seconds),
  'webhook-signature': [signed.secrets.current, next]
    .flatMap((secret) => standardSignature(secret, signed, seconds))
    .join(' '),
})

/**
 * The headers that sign a webhook.
 *
 * @param seconds when it is signed, in Unix seconds
 */
export const signatureHeaders = (signed: Signed, seconds: number): Record<string, string> => {
  const { current, next } = signed.secrets
  return {
    'Service-Signature': serviceSignature(current, seconds, signed.body),
    ...(next === null ? {} : standardHeaders(signed, next, seconds)),
  }
}
