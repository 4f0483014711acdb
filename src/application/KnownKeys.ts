import { Context, Layer } from 'effect'
import { forgetOldest } from '#domain/helpers/ForgetOldest.ts'
import { knownKeys } from '#domain/Limits.ts'

/** Keys that were a partner's when they were last looked up, by digest, and the connections over which keys came. */
export class KnownKeys extends Context.Service<
  KnownKeys,
  {
    readonly has: (digest: string) => boolean
    /** Notes whether a key is a partner's. One that is not any more is forgotten. */
    readonly note: (digest: string, isPartner: boolean) => void
    /** Notes the key that came last over a connection, whoever it belongs to. */
    readonly noteConnection: (connection: object, digest: string) => void
    /** The key of the partner that speaks over a connection. */
    readonly partnerOf: (connection: object) => string | null
  }
>()('cotejo/application/KnownKeys') {
  static readonly layer = Layer.sync(KnownKeys, () => {
    /** The one that was used longest ago first. */
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
