import { Context, Layer } from 'effect'
import { forgetOldest } from '#domain/helpers/ForgetOldest.ts'
import { knownKeys } from '#domain/Limits.ts'

/** Digests of keys that belonged to a partner at their last look-up, and the key last used on each connection. */
export class KnownKeys extends Context.Service<
  KnownKeys,
  {
    readonly has: (digest: string) => boolean
    /** Records whether a key belongs to a partner. A key that no longer does is removed. */
    readonly note: (digest: string, isPartner: boolean) => void
    /** Records the key last presented on a connection, whether known or not. */
    readonly noteConnection: (connection: object, digest: string) => void
    /** The partner's key last presented on a connection, or null. */
    readonly partnerOf: (connection: object) => string | null
  }
>()('cotejo/application/KnownKeys') {
  static readonly layer = Layer.sync(KnownKeys, () => {
    /** The least recently used first. */
    const digests = new Set<string>()
    const ofConnections = new WeakMap<object, string>()

    return KnownKeys.of({
      has: (digest) => digests.has(digest),
      note: (digest, isPartner) => {
        digests.delete(digest)
        if (!isPartner) return
        digests.add(digest)
        forgetOldest(knownKeys, digests)
      },
      noteConnection: (connection, digest) => void ofConnections.set(connection, digest),
      partnerOf: (connection) => {
        const digest = ofConnections.get(connection)
        return digest !== undefined && digests.has(digest) ? digest : null
      },
    })
  })
}
