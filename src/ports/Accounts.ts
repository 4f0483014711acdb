import { Context, type DateTime, type Effect, type Option } from 'effect'
import type { Balance, Principal } from '#domain/account/Account.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** The account and key of a request. */
export interface Presenter extends Principal {
  /** Null if the key never expires. */
  readonly expiresAt: DateTime.Utc | null
  readonly isRevoked: boolean
  /** False if the account is suspended, or was moved to another cell. */
  readonly isActive: boolean
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
    /** The account whose key has this digest, also if the key or the account is not valid any more: the caller checks. */
    readonly authenticate: (apiKeyDigest: string) => Effect.Effect<Option.Option<Presenter>, StorageUnavailable>
    /** Records uses of keys. The database keeps the earliest and the latest time of each key. */
    readonly noteUses: (uses: ReadonlyArray<KeyUse>) => Effect.Effect<void, StorageUnavailable>
    /** The prepaid balance of an account. */
    readonly balance: (accountId: string) => Effect.Effect<Balance, StorageUnavailable>
  }
>()('cotejo/ports/Accounts') {}
