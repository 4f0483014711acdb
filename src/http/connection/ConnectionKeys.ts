import { Context, Layer } from 'effect'

/** A partner's key, and the header that named it. */
interface PresentedKey {
  readonly header: string | undefined
  readonly digest: string
}

/** The partner's key last used on each connection. */
export class ConnectionKeys extends Context.Service<
  ConnectionKeys,
  {
    /** Connections that were accepted so far. */
    accepted: number
    readonly keyOf: (connection: object) => PresentedKey | null
    /** Records a partner's key; null if the last key was no partner's. */
    readonly note: (connection: object, key: PresentedKey | null) => void
  }
>()('cotejo/http/connection/ConnectionKeys') {
  static readonly layer = Layer.sync(ConnectionKeys, () => {
    const keys = new WeakMap<object, PresentedKey>()
    return ConnectionKeys.of({
      accepted: 0,
      keyOf: (connection) => keys.get(connection) ?? null,
      note: (connection, key) => {
        if (key === null) keys.delete(connection)
        else keys.set(connection, key)
      },
    })
  })
}
