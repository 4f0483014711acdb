import { Context, type Option } from 'effect'

/** Where a sealed value is stored. It can be opened only with the same context. */
export interface SealContext {
  /** Null if it belongs to the whole service. */
  readonly accountId: string | null
  /** Null if it belongs to the whole account. */
  readonly verificationId: string | null
  readonly column: string
}

/** An encrypted value and the name of the key that opens it. */
export interface Sealed {
  readonly keyId: string
  readonly bytes: Uint8Array
}

/**
 * A key for the data of one day. It is stored sealed. After it is destroyed, what was encrypted with it cannot be read.
 */
export interface DataKey {
  readonly name: string
  /** A keyed digest: without this key, guesses cannot be tested against it. */
  readonly digest: (text: string) => string
  readonly seal: (plaintext: string | Uint8Array, context: SealContext) => Uint8Array
  /** `None` if the value was changed or belongs to another context. */
  readonly open: (sealed: Uint8Array, context: SealContext) => Option.Option<Uint8Array>
  /** Opens a sealed text. `None` as in `open`. */
  readonly openText: (sealed: Uint8Array, context: SealContext) => Option.Option<string>
}

/** A key that was given to this process. The fingerprint distinguishes keys and reveals nothing about them. */
export interface GivenKey {
  readonly use: 'digest' | 'sealing'
  readonly keyId: string
  readonly fingerprint: string
}

/** Encryption and keyed digests, so that stored personal data and keys cannot be read in the database. */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** The stored form of an API key. Keyed, so that guesses cannot be tested against it. */
    readonly digestApiKey: (key: string) => string
    /** The key of these digests, in base64, for a router that sends each API key to its cell. */
    readonly routerKey: string
    /** Recognises a repeated request body. Keyed, because there are few possible CURPs. */
    readonly fingerprint: (canonicalBody: string) => string
    /** The stored form of a clearance. Keyed, because there are few possible CURPs. */
    readonly digestClearance: (text: string) => string
    /** The stored form of a list entry's search key. Keyed, so that names and dates cannot be guessed. */
    readonly digestListKey: (key: string) => string
    /** Encrypts with the current key. */
    readonly seal: (plaintext: string, context: SealContext) => Sealed
    /** `None` if the key is not known, or the value was changed or belongs to another context. */
    readonly open: (sealed: Sealed, context: SealContext) => Option.Option<string>
    /** Random bytes for a new data key, in base64. */
    readonly newDataKey: () => string
    readonly dataKey: (name: string, material: string) => DataKey
    /** Signs a text with Ed25519, in base64. `receiptKey` verifies the signature. */
    readonly signReceipt: (text: string) => string
    /** The public key of receipts, in PEM. It is derived from the digest key, so it never changes. */
    readonly receiptKey: string
    /** The name of the key that `seal` uses now. */
    readonly sealingKeyId: string
    /** All keys: first the digest key, then the sealing keys, with the current one first. */
    readonly givenKeys: ReadonlyArray<GivenKey>
  }
>()('cotejo/ports/Secrets') {}
