import { Context, type Effect, type Option } from 'effect'
import type { Balance, Principal } from '#domain/account/Account.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** Partners' accounts, as the API needs them. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /** The active account to which the key with this digest belongs. */
    readonly authenticate: (apiKeyDigest: string) => Effect.Effect<Option.Option<Principal>, StorageUnavailable>
    /** The prepaid balance of an account. */
    readonly balance: (accountId: string) => Effect.Effect<Balance, StorageUnavailable>
  }
>()('cotejo/ports/Accounts') {}
