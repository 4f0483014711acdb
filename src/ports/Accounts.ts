import { Context, type DateTime, type Effect, type Option } from 'effect'
import type { Balance, Principal } from '#domain/account/Account.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** Who presents a key, and from when on it is refused; null when it never is. */
export interface Presenter extends Principal {
  readonly expiresAt: DateTime.Utc | null
}

/** Partners' accounts, as the API needs them. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /** The active account to which the key with this digest belongs, one that has expired included. */
    readonly authenticate: (apiKeyDigest: string) => Effect.Effect<Option.Option<Presenter>, StorageUnavailable>
    /** The prepaid balance of an account. */
    readonly balance: (accountId: string) => Effect.Effect<Balance, StorageUnavailable>
  }
>()('cotejo/ports/Accounts') {}
