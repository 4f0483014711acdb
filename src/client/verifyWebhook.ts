/**
 * `@cotejo/client/webhook`: tells a webhook of the service from anything else that reaches its URL
 * (contract 6.4). It needs nothing but Web Crypto, so it runs in Node, Deno,
 * Bun and edge runtimes alike.
 */

import { parse } from '#wire/SignatureHeader.ts'
import { isEmitted } from './Shapes.ts'
import type { VerificacionEmitida } from './Verification.ts'

/** What came to the receiver, and what it knows. Instants are `Date`s, spans are in seconds. */
export interface ReceivedWebhook {
  /**
   * The body as it was received, before any parsing: parsed and written again it is another text,
   * and the signature is of the bytes. A string stands for its UTF-8 bytes.
   */
  readonly rawBody: ArrayBuffer | ArrayBufferView | string
  /** The value of `Service-Signature`; null when the request has none. */
  readonly header: string | null
  /**
   * The account's signing secret exactly as it was issued, `whsec_` included: the UTF-8 bytes of that
   * text are the key. Several while it is rotated: a signature by any of them is good.
   */
  readonly secrets: string | ReadonlyArray<string>
  /** The receiver's clock; the present when absent. */
  readonly now?: Date
  /** How far `t` may lie from the clock, in either direction; 300 when absent (contract 6.4). */
  readonly toleranceSeconds?: number
}

/**
 * Why a webhook is not to be trusted.
 *
 * - `form`: there is no header, or it is not exactly `t=<digits>,v1=<64 lowercase hex>`.
 * - `signature`: none of the secrets made this signature over this body. It is forged, the body is not
 *   the bytes that were sent, or the secret is another one.
 * - `clock`: the signature is good, and `t` lies too far from the clock. The clock is wrong, or the
 *   request is an old one that somebody sends again.
 */
export type InvalidWebhook = 'form' | 'clock' | 'signature'

/**
 * Whether a webhook is the service's. `timestamp` is when this attempt was signed, to the second; `event` is what it
 * brings, null where that is nothing that this version knows.
 */
export type WebhookVerdict =
  | { readonly valid: true; readonly timestamp: Date; readonly event: VerificacionEmitida | null }
  | { readonly valid: false; readonly reason: InvalidWebhook }

const hmac = { name: 'HMAC', hash: 'SHA-256' }
const utf8 = new TextEncoder()

/** What Web Crypto takes, also by the type declarations of browsers. */
type Bytes = Uint8Array<ArrayBuffer>

const bytesOf = (rawBody: ReceivedWebhook['rawBody']): Uint8Array => {
  if (typeof rawBody === 'string') return utf8.encode(rawBody)
  // A view of other elements stands for its bytes all the same.
  return ArrayBuffer.isView(rawBody)
    ? new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength)
    : new Uint8Array(rawBody)
}

/** `<t>.<raw_body>` as bytes. */
const signedBytes = (t: string, rawBody: ReceivedWebhook['rawBody']): Bytes => {
  const prefix = utf8.encode(`${t}.`)
  const body = bytesOf(rawBody)
  const bytes = new Uint8Array(prefix.length + body.length)
  bytes.set(prefix)
  bytes.set(body, prefix.length)
  return bytes
}

const fromHex = (digits: string): Bytes =>
  Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  )

const eventOf = (rawBody: ReceivedWebhook['rawBody']): VerificacionEmitida | null => {
  try {
    const document: unknown = JSON.parse(new TextDecoder().decode(bytesOf(rawBody)))
    return isEmitted(document) ? document : null
  } catch {
    return null
  }
}

/** `verify` compares in constant time. */
const isSignedWith = async (secret: string, signature: Bytes, signed: Bytes): Promise<boolean> => {
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), hmac, false, ['verify'])
  return crypto.subtle.verify('HMAC', key, signature, signed)
}

/**
 * Tells whether a webhook was signed by the service for this account, recently (contract 6.4).
 * Deduplicate by `Service-Event-Id` afterwards: a good webhook may come more than once.
 *
 * The form is judged first, then the signature, and the clock last: `clock` is said of what the service
 * truly signed and of nothing else, so that whoever sees it mends a clock, and whoever forges learns
 * nothing about the clock, whatever `t` they write.
 *
 * @returns `valid` with the instant of the signature and the event, or the reason why not; it never throws over what a
 *   stranger sent
 * @throws TypeError when the receiver is written wrongly: there is no secret or an empty one, or the body
 *   was parsed already
 */
export const verifyWebhook = async ({
  rawBody,
  header,
  secrets,
  now = new Date(),
  toleranceSeconds = 300,
}: ReceivedWebhook): Promise<WebhookVerdict> => {
  // Callers in JavaScript have no compiler that tells them: the setting is absent, the body was parsed.
  const known = [secrets].flat()
  if (known.length === 0 || !known.every(Boolean)) throw new TypeError('verifyWebhook: a signing secret is missing')
  if (typeof rawBody !== 'string' && !ArrayBuffer.isView(rawBody) && !(rawBody instanceof ArrayBuffer)) {
    throw new TypeError('verifyWebhook: rawBody is not what was received, bytes or text, before any parsing')
  }

  const read = parse(header ?? '')
  if (read === null) return { valid: false, reason: 'form' }
  const { t, v1 } = read
  const signature = fromHex(v1)
  const signed = signedBytes(t, rawBody)
  const matches = await Promise.all(known.map((secret) => isSignedWith(secret, signature, signed)))
  if (!matches.includes(true)) return { valid: false, reason: 'signature' }

  // In whole seconds, as `t` is. Asked whether it is more, a clock that is not a number would pass.
  const apart = Math.abs(Math.floor(now.getTime() / 1000) - Number(t))
  return apart <= toleranceSeconds
    ? { valid: true, timestamp: new Date(Number(t) * 1000), event: eventOf(rawBody) }
    : { valid: false, reason: 'clock' }
}
