import { Context, type Option } from 'effect'

/** Where a sealed value stands; it opens nowhere else. */
export interface SealContext {
  /** Null where it belongs to the service as a whole. */
  readonly accountId: string | null
  /** Null where it belongs to the account as a whole. */
  readonly verificationId: string | null
  readonly column: string
}

/** An encrypted value and the name of the key that opens it. */
export interface Sealed {
  readonly keyId: string
  readonly bytes: Uint8Array
}

/**
 * A key for what is stored of one day. It is itself stored, sealed; once it is destroyed, what was made with it tells
 * nobody anything.
 */
export interface DataKey {
  readonly name: string
  /** Keyed, so that it cannot be tried out without this key. */
  readonly digest: (text: string) => string
  readonly seal: (plaintext: string | Uint8Array, context: SealContext) => Uint8Array
  /** None when the value was changed or comes from elsewhere. */
  readonly open: (sealed: Uint8Array, context: SealContext) => Option.Option<Uint8Array>
  /** The same, of what is text. */
  readonly openText: (sealed: Uint8Array, context: SealContext) => Option.Option<string>
}

/** A key that this process was given. The fingerprint distinguishes keys and reveals nothing of them. */
export interface GivenKey {
  readonly use: 'digest' | 'sealing'
  readonly keyId: string
  readonly fingerprint: string
}

/** What keeps personal data and keys from being read where they are stored. */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** What is stored of an API key, and looked up by. Keyed, so that it cannot be tried out. */
    readonly digestApiKey: (key: string) => string
    /** What is stored of a request, to recognise the same body again. Keyed: a CURP's space is small. */
    readonly fingerprint: (canonicalBody: string) => string
    /** What is stored and asked for of a key of an entry of a list. Keyed, so that names and dates cannot be tried out. */
    readonly digestListKey: (key: string) => string
    /** Encrypts with the current key. */
    readonly seal: (plaintext: string, context: SealContext) => Sealed
    /** None when the key is not known, or the value was changed or comes from elsewhere. */
    readonly open: (sealed: Sealed, context: SealContext) => Option.Option<string>
    /** Random bytes that a data key is made of, in base64. */
    readonly newDataKey: () => string
    readonly dataKey: (name: string, material: string) => DataKey
    /** The signature over a text, Ed25519 in base64, for those who have `receiptKey`. */
    readonly signReceipt: (text: string) => string
    /** The public key of receipts, PEM. It follows from the key of the digests, and so never changes. */
    readonly receiptKey: string
    /** The key with which `seal` encrypts now. */
    readonly sealingKeyId: string
    /** Every key: the one for digests, then those that seal, the current one first. */
    readonly givenKeys: ReadonlyArray<GivenKey>
  }
>()('cotejo/ports/Secrets') {}
