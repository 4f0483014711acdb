import { Context, type DateTime, type Effect, type Option, Schema } from 'effect'
import type { Account, Balance, Plan } from '#domain/account/Account.ts'
import type { BillingMode } from '#domain/verification/Terms.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** There is an account of this name already. */
export class AccountExists extends Schema.TaggedError<AccountExists>()('AccountExists', {
  accountId: Schema.String,
}) {}

/** There is no account of this name. */
export class AccountUnknown extends Schema.TaggedError<AccountUnknown>()('AccountUnknown', {
  accountId: Schema.String,
}) {}

/** Another amount was added to the account under this reference. */
export class ReferenceTaken extends Schema.TaggedError<ReferenceTaken>()('ReferenceTaken', {
  accountId: Schema.String,
  reference: Schema.String,
  amountCentavos: Schema.Int,
}) {}

/** The balance would be larger than can be kept exactly. Nothing was added. */
export class BalanceTooLarge extends Schema.TaggedError<BalanceTooLarge>()('BalanceTooLarge', {
  accountId: Schema.String,
}) {}

/** An account as the operator sees it. */
export interface AccountRecord {
  readonly account: Account
  readonly balance: Balance
  readonly active: boolean
  /** Who is paid at the processor; null where none is set, or none is needed. */
  readonly destination: string | null
}

/** A key as the operator sees it; the key itself is never shown again. */
export interface ApiKeyRecord {
  readonly keyId: string
  readonly issuedAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc | null
  readonly revokedAt: DateTime.Utc | null
  /** To the minute or so. */
  readonly firstUsedAt: DateTime.Utc | null
  readonly lastUsedAt: DateTime.Utc | null
}

type Changing = Effect.Effect<void, AccountUnknown | StorageUnavailable>

/** What the operator does with accounts and their keys. */
export class AccountAdministration extends Context.Service<
  AccountAdministration,
  {
    /** Opens an account, without key and without money. */
    readonly open: (account: Account) => Effect.Effect<void, AccountExists | StorageUnavailable>
    /** Every account, oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<AccountRecord>, StorageUnavailable>
    readonly find: (accountId: string) => Effect.Effect<Option.Option<AccountRecord>, StorageUnavailable>
    /** Changes price and limits from the next request on. */
    readonly changePlan: (accountId: string, plan: Plan) => Changing
    /** Changes who pays, from the next request on. Balance and processor stay as they are. */
    readonly changeMode: (accountId: string, mode: BillingMode) => Changing
    /** Adds prepaid money, at least one centavo. */
    readonly credit: (
      accountId: string,
      amountCentavos: number,
    ) => Effect.Effect<void, AccountUnknown | BalanceTooLarge | StorageUnavailable>
    /**
     * The same, once for each reference: false when it was added before.
     *
     * @param reference what the money came with, such as the number of a bank transfer
     * @param reason what the books say of it beside that
     */
    readonly creditOnce: (
      accountId: string,
      amountCentavos: number,
      reference: string,
      reason: string,
    ) => Effect.Effect<boolean, AccountUnknown | BalanceTooLarge | ReferenceTaken | StorageUnavailable>
    /** A suspended account is refused; what it has under way ends. */
    readonly setActive: (accountId: string, active: boolean) => Changing
    /**
     * Makes a key valid for the account.
     *
     * @param expiresAt from when on it is refused; never without it
     */
    readonly issueKey: (accountId: string, keyId: string, digest: string, expiresAt?: DateTime.Utc | null) => Changing
    readonly listKeys: (accountId: string) => Effect.Effect<ReadonlyArray<ApiKeyRecord>, StorageUnavailable>
    /** False when the account has no such key. */
    readonly revokeKey: (accountId: string, keyId: string) => Effect.Effect<boolean, StorageUnavailable>
    /** Every key of the account; how many were not revoked before. */
    readonly revokeAllKeys: (accountId: string) => Effect.Effect<number, StorageUnavailable>
  }
>()('cotejo/ports/AccountAdministration') {}
