/**
 * `@cotejo/client/webhook`: verifies that a webhook comes from the service (contract 6.4). It needs only Web Crypto, so
 * it runs in Node, Deno, Bun and edge runtimes.
 */

import { parse } from '#wire/SignatureHeader.ts'
import { isEmitted } from './Shapes.ts'
import type { VerificacionEmitida } from './Verification.ts'

/** The received request, and what the receiver knows. Instants are `Date`s, durations are in seconds. */
export interface ReceivedWebhook {
  /**
   * The body as received, before any parsing. The signature covers these bytes, and a body that is parsed and
   * serialized again has different ones. A string stands for its UTF-8 bytes.
   */
  readonly rawBody: ArrayBuffer | ArrayBufferView | string
  /** The value of `Service-Signature`; null if the request has none. */
  readonly header: string | null
  /**
   * The account's signing secret exactly as issued, with `whsec_`: the UTF-8 bytes of this text are the key. Pass
   * several during a rotation: a signature by any of them is valid.
   */
  readonly secrets: string | ReadonlyArray<string>
  /** The receiver's clock. The default is the current time. */
  readonly now?: Date
  /** The maximum distance between `t` and the clock, in either direction. The default is 300 (contract 6.4). */
  readonly toleranceSeconds?: number
}

/**
 * Why a webhook is not valid.
 *
 * - `form`: there is no header, or it is not exactly `t=<digits>,v1=<64 lowercase hex>`.
 * - `signature`: none of the secrets made this signature over this body. It is forged, the body is not the bytes that
 *   were sent, or the secret is wrong.
 * - `clock`: the signature is valid, but `t` is too far from the clock. The clock is wrong, or an old request was sent
 *   again.
 */
export type InvalidWebhook = 'form' | 'clock' | 'signature'

/**
 * Whether a webhook comes from the service. `timestamp` is when this attempt was signed, in whole seconds. `event` is
 * its content; null if this version does not know the event.
 */
export type WebhookVerdict =
  | { readonly valid: true; readonly timestamp: Date; readonly event: VerificacionEmitida | null }
  | { readonly valid: false; readonly reason: InvalidWebhook }

const hmac = { name: 'HMAC', hash: 'SHA-256' }
const utf8 = new TextEncoder()

/** The bytes that Web Crypto accepts, also in the type declarations of browsers. */
type Bytes = Uint8Array<ArrayBuffer>

const bytesOf = (rawBody: ReceivedWebhook['rawBody']): Uint8Array => {
  if (typeof rawBody === 'string') return utf8.encode(rawBody)
  // A view with larger elements also stands for its bytes.
  return ArrayBuffer.isView(rawBody)
    ? new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength)
    : new Uint8Array(rawBody)
}

/** The bytes of `<t>.<raw_body>`. */
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
 * Verifies that the service signed a webhook for this account recently (contract 6.4). Deduplicate by
 * `Service-Event-Id` afterwards: a valid webhook may arrive more than once.
 *
 * The form is checked first, then the signature, and the clock last. So `clock` is returned only for a request that the
 * service really signed, and a forger learns nothing about the clock.
 *
 * @returns `valid` with the time of the signature and the event, or the reason why not. It never throws because of what
 * the request contains.
 * @throws TypeError if the receiver has an error: there is no secret or an empty one, or the body was already parsed
 */
export const verifyWebhook = async ({
  rawBody,
  header,
  secrets,
  now = new Date(),
  toleranceSeconds = 300,
}: ReceivedWebhook): Promise<WebhookVerdict> => {
  // JavaScript callers have no compiler that reports a missing setting or a parsed body.
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

  // In whole seconds, like `t`. Compared with `<=`, because an invalid clock (NaN) must not pass.
  const apart = Math.abs(Math.floor(now.getTime() / 1000) - Number(t))
  return apart <= toleranceSeconds
    ? { valid: true, timestamp: new Date(Number(t) * 1000), event: eventOf(rawBody) }
    : { valid: false, reason: 'clock' }
}
