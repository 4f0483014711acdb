import { Context, type Effect, Schema } from 'effect'
import type { Account, Balance } from '#domain/Account.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** There is an account of this name already. */
export class AccountExists extends Schema.TaggedError<AccountExists>()('AccountExists', {
  accountId: Schema.String,
}) {}

/** What the operator does with accounts. */
export class AccountAdministration extends Context.Service<
  AccountAdministration,
  {
    /** Opens an account with one key and a first credit. */
    readonly open: (opening: {
      readonly account: Account
      readonly apiKeyDigest: string
      readonly creditCentavos: number
    }) => Effect.Effect<void, AccountExists | StorageUnavailable>
    /** Every account with its balance, oldest first. */
    readonly list: Effect.Effect<
      ReadonlyArray<{ readonly account: Account; readonly balance: Balance }>,
      StorageUnavailable
    >
  }
>()('cotejo/ports/AccountAdministration') {}
