import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { Layer, Option, Redacted } from 'effect'
import { type DataKey, type SealContext, Secrets } from '#ports/Secrets.ts'

/** The service's own keys, 32 bytes each. */
export interface Keyring {
  /** For digests of API keys and requests. */
  readonly digestKey: Redacted.Redacted<Uint8Array>
  /** For encryption, by name. The first key encrypts; all keys decrypt. */
  readonly sealingKeys: readonly [NamedKey, ...ReadonlyArray<NamedKey>]
}

interface NamedKey {
  readonly id: string
  readonly key: Redacted.Redacted<Uint8Array>
}

const cipher = 'aes-256-gcm'
const keyBytes = 32
/** The length of a list key's digest in characters: 66 bits, for some million keys. */
const listKeyLength = 11
/** The PKCS #8 prefix of a 32-byte private key (RFC 8410). */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const nonceBytes = 12
const tagBytes = 16
/** Nonces are drawn in blocks, because drawing one takes as long as encrypting with it. */
const noncesAtOnce = 256

const fingerprintBytes = 8
const fingerprintOf = (key: Redacted.Redacted<Uint8Array>): string =>
  createHmac('sha256', Redacted.value(key))
    .update('cotejo key fingerprint')
    .digest('hex')
    .slice(0, 2 * fingerprintBytes)

const associated = ({ accountId, verificationId, column }: SealContext): Buffer =>
  Buffer.from(JSON.stringify([accountId, verificationId, column]))

let nonces = Buffer.alloc(0)

/** A random nonce, returned only once. */
const nextNonce = (): Buffer => {
  if (nonces.length === 0) nonces = randomBytes(noncesAtOnce * nonceBytes)
  const nonce = nonces.subarray(0, nonceBytes)
  nonces = nonces.subarray(nonceBytes)
  return nonce
}

const sealing =
  (key: KeyObject) =>
  (plaintext: string | Uint8Array, context: SealContext): Uint8Array => {
    const nonce = nextNonce()
    const encrypting = createCipheriv(cipher, key, nonce).setAAD(associated(context))
    const bytes = typeof plaintext === 'string' ? Buffer.from(plaintext) : plaintext
    const text = Buffer.concat([encrypting.update(bytes), encrypting.final()])
    return Buffer.concat([nonce, encrypting.getAuthTag(), text])
  }

const opening = (key: KeyObject) =>
  Option.liftThrowable((bytes: Uint8Array, context: SealContext): Buffer => {
    const tagEnd = nonceBytes + tagBytes
    const decrypting = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes))
    decrypting.setAAD(associated(context)).setAuthTag(bytes.subarray(nonceBytes, tagEnd))
    const text = decrypting.update(bytes.subarray(tagEnd))
    // It adds no text, and throws if the text was changed.
    decrypting.final()
    return text
  })

const asText = Option.map((bytes: Buffer) => bytes.toString('utf8'))

/** Derives a separate key for each use of a data key. */
const dataKey = (name: string, material: string): DataKey => {
  const derived = (use: string) =>
    createSecretKey(new Uint8Array(hkdfSync('sha256', Buffer.from(material, 'base64'), '', use, keyBytes)))
  const [digestWith, sealWith] = [derived('digest'), derived('seal')]
  const open = opening(sealWith)
  return {
    name,
    digest: (text) => createHmac('sha256', digestWith).update(text).digest('base64url'),
    seal: sealing(sealWith),
    open,
    openText: (sealed, context) => asText(open(sealed, context)),
  }
}

/**
 * Digests are HMAC-SHA256 with a label for each use, so that a digest of one use is invalid for another. Digests of list
 * keys are cheaper, because one screening makes thirty. Encryption is AES-256-GCM, bound to the row and column of the
 * value.
 */
export const layer = ({ digestKey, sealingKeys }: Keyring) => {
  // Create the key objects once, and not for each use.
  const digestWith = createSecretKey(Redacted.value(digestKey))
  const digest = (use: string) => (text: string) =>
    createHmac('sha256', digestWith).update(`${use}\0${text}`).digest('base64url')
  const listKey = digest('list-key')('')
  // A key of its own: a router that knows it can digest API keys, and nothing else.
  const apiKeyKey = createSecretKey(Buffer.from(digest('api-key')(''), 'base64url'))
  const receiptKey = createPrivateKey({
    key: Buffer.concat([ed25519Prefix, Buffer.from(digest('receipt-key')(''), 'base64url')]),
    format: 'der',
    type: 'pkcs8',
  })
  const [current] = sealingKeys
  const open = new Map(sealingKeys.map(({ id, key }) => [id, opening(createSecretKey(Redacted.value(key)))]))
  const seal = sealing(createSecretKey(Redacted.value(current.key)))

  return Layer.succeed(Secrets, {
    digestApiKey: (key) => createHmac('sha256', apiKeyKey).update(key).digest('base64url'),
    routerKey: apiKeyKey.export().toString('base64'),
    fingerprint: digest('fingerprint'),
    digestClearance: digest('clearance'),
    // For texts of one length, a hash that starts with a secret is as safe as an HMAC and three times as fast.
    digestListKey: (key) => hash('sha256', listKey + key, 'base64url').slice(0, listKeyLength),
    signReceipt: (text) => sign(null, Buffer.from(text), receiptKey).toString('base64'),
    receiptKey: createPublicKey(receiptKey).export({ type: 'spki', format: 'pem' }).toString(),
    sealingKeyId: current.id,
    givenKeys: [
      { use: 'digest', keyId: 'digest', fingerprint: fingerprintOf(digestKey) },
      ...sealingKeys.map(({ id, key }) => ({ use: 'sealing', keyId: id, fingerprint: fingerprintOf(key) }) as const),
    ],
    seal: (plaintext, context) => ({ keyId: current.id, bytes: seal(plaintext, context) }),
    open: ({ keyId, bytes }, context) =>
      Option.flatMap(Option.fromUndefinedOr(open.get(keyId)), (opened) => asText(opened(bytes, context))),
    newDataKey: () => randomBytes(keyBytes).toString('base64'),
    dataKey,
  })
}
