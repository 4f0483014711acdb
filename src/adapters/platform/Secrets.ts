import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { Layer, Option, Redacted } from 'effect'
import { type SealContext, Secrets } from '#ports/Secrets.ts'

/** The service's own keys, 32 bytes each. */
export interface Keyring {
  /** For digests of API keys and requests. */
  readonly digestKey: Redacted.Redacted<Uint8Array>
  /** For encryption, by name; the first seals, all of them open. */
  readonly sealingKeys: readonly [NamedKey, ...ReadonlyArray<NamedKey>]
}

interface NamedKey {
  readonly id: string
  readonly key: Redacted.Redacted<Uint8Array>
}

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const associated = ({ accountId, verificationId, column }: SealContext): Buffer =>
  Buffer.from(JSON.stringify([accountId, verificationId, column]))

/**
 * HMAC-SHA256 for digests, each use with a label of its own, so that no digest serves another use;
 * AES-256-GCM for what has to be read again, bound to the row and column where it stands.
 */
export const layer = ({ digestKey, sealingKeys }: Keyring) => {
  // Keys are handed to OpenSSL once, not with every use.
  const digestWith = createSecretKey(Redacted.value(digestKey))
  const digest = (use: string) => (text: string) =>
    createHmac('sha256', digestWith).update(`${use}\0${text}`).digest('base64url')
  const [current] = sealingKeys
  const keys = new Map(sealingKeys.map(({ id, key }) => [id, createSecretKey(Redacted.value(key))]))
  const sealWith = createSecretKey(Redacted.value(current.key))

  return Layer.succeed(Secrets, {
    digestApiKey: digest('api-key'),
    fingerprint: digest('fingerprint'),
    sealingKeyId: current.id,
    seal: (plaintext, context) => {
      const nonce = randomBytes(nonceBytes)
      const sealing = createCipheriv(cipher, sealWith, nonce).setAAD(associated(context))
      const text = Buffer.concat([sealing.update(plaintext, 'utf8'), sealing.final()])
      return { keyId: current.id, bytes: Buffer.concat([nonce, sealing.getAuthTag(), text]) }
    },
    open: ({ keyId, bytes }, context) =>
      Option.fromUndefinedOr(keys.get(keyId)).pipe(
        Option.flatMap(
          Option.liftThrowable((key) => {
            const tagEnd = nonceBytes + tagBytes
            const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes))
            opening.setAAD(associated(context)).setAuthTag(bytes.subarray(nonceBytes, tagEnd))
            return Buffer.concat([opening.update(bytes.subarray(tagEnd)), opening.final()]).toString('utf8')
          }),
        ),
      ),
  })
}
