import { Context, type DateTime, type Effect, type Option } from 'effect'
import type { Balance, Principal } from '#domain/account/Account.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** The account and key of a request. `expiresAt` is null if the key never expires. */
export interface Presenter extends Principal {
  readonly expiresAt: DateTime.Utc | null
}

/** When a key was first and last used since its uses were last recorded. */
export interface KeyUse {
  readonly accountId: string
  readonly keyId: string
  readonly firstAt: DateTime.Utc
  readonly lastAt: DateTime.Utc
}

/** Accounts as the API needs them. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /** The active account whose key has this digest. It is also returned if the key has expired: the caller checks. */
    readonly authenticate: (apiKeyDigest: string) => Effect.Effect<Option.Option<Presenter>, StorageUnavailable>
    /** Records uses of keys. The database keeps the earliest and the latest time of each key. */
    readonly noteUses: (uses: ReadonlyArray<KeyUse>) => Effect.Effect<void, StorageUnavailable>
    /** The prepaid balance of an account. */
    readonly balance: (accountId: string) => Effect.Effect<Balance, StorageUnavailable>
  }
>()('cotejo/ports/Accounts') {}
