import { Context, type DateTime, type Effect, type Option } from 'effect'
import type { Balance, Principal } from '#domain/account/Account.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** Who presents a key, and from when on it is refused; null when it never is. */
export interface Presenter extends Principal {
  readonly expiresAt: DateTime.Utc | null
}

/** When a key was first and last used since it was last written down. */
export interface KeyUse {
  readonly accountId: string
  readonly keyId: string
  readonly firstAt: DateTime.Utc
  readonly lastAt: DateTime.Utc
}

/** Partners' accounts, as the API needs them. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /** The active account that owns the key with this digest, even if the key has expired. */
    readonly authenticate: (apiKeyDigest: string) => Effect.Effect<Option.Option<Presenter>, StorageUnavailable>
    /** Writes down when keys were used: the earliest and the latest of all times. */
    readonly noteUses: (uses: ReadonlyArray<KeyUse>) => Effect.Effect<void, StorageUnavailable>
    /** The prepaid balance of an account. */
    readonly balance: (accountId: string) => Effect.Effect<Balance, StorageUnavailable>
  }
>()('cotejo/ports/Accounts') {}
