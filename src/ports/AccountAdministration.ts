import { Context, type DateTime, type Effect, type Option, Schema } from 'effect'
import type { Account, Balance, Plan } from '#domain/account/Account.ts'
import type { BillingMode } from '#domain/verification/Terms.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** An account with this name already exists. */
export class AccountExists extends Schema.TaggedError<AccountExists>()('AccountExists', {
  accountId: Schema.String,
}) {}

/** No account has this name. */
export class AccountUnknown extends Schema.TaggedError<AccountUnknown>()('AccountUnknown', {
  accountId: Schema.String,
}) {}

/** A different amount was already added to the account under this reference. */
export class ReferenceTaken extends Schema.TaggedError<ReferenceTaken>()('ReferenceTaken', {
  accountId: Schema.String,
  reference: Schema.String,
  amountCentavos: Schema.Int,
}) {}

/** The balance would exceed what can be stored exactly. Nothing was added. */
export class BalanceTooLarge extends Schema.TaggedError<BalanceTooLarge>()('BalanceTooLarge', {
  accountId: Schema.String,
}) {}

/** An account as operators see it. */
export interface AccountRecord {
  readonly account: Account
  readonly balance: Balance
  readonly active: boolean
  /** The processor account that is paid; null if not set or not needed. */
  readonly destination: string | null
  /** The cell that it was moved to; null if it is here. */
  readonly movedTo: string | null
}

/** An API key as operators see it. The key itself is never shown again. */
export interface ApiKeyRecord {
  readonly keyId: string
  readonly issuedAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc | null
  readonly revokedAt: DateTime.Utc | null
  /** Accurate to about a minute. */
  readonly firstUsedAt: DateTime.Utc | null
  readonly lastUsedAt: DateTime.Utc | null
}

type Changing = Effect.Effect<void, AccountUnknown | StorageUnavailable>

/** Operations on accounts and their API keys. */
export class AccountAdministration extends Context.Service<
  AccountAdministration,
  {
    /** Creates an account without keys or balance. */
    readonly open: (account: Account) => Effect.Effect<void, AccountExists | StorageUnavailable>
    /** All accounts, oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<AccountRecord>, StorageUnavailable>
    readonly find: (accountId: string) => Effect.Effect<Option.Option<AccountRecord>, StorageUnavailable>
    /** Changes price and limits, starting with the next request. */
    readonly changePlan: (accountId: string, plan: Plan) => Changing
    /** Changes who pays, starting with the next request. Balance and processor do not change. */
    readonly changeMode: (accountId: string, mode: BillingMode) => Changing
    /**
     * Adds at least one centavo of prepaid money, once per reference. Returns false if the reference was already added.
     *
     * @param reference the payment reference, such as the number of a bank transfer
     * @param reason a note for the ledger, in addition to the reference
     */
    readonly creditOnce: (
      accountId: string,
      amountCentavos: number,
      reference: string,
      reason: string,
    ) => Effect.Effect<boolean, AccountUnknown | BalanceTooLarge | ReferenceTaken | StorageUnavailable>
    /**
     * Suspends or reactivates an account. New requests of a suspended account are refused; its verifications in
     * progress still end.
     */
    readonly setActive: (accountId: string, active: boolean) => Changing
    /**
     * Makes a key valid for the account.
     *
     * @param expiresAt when the key stops working; null or absent if it never expires
     */
    readonly issueKey: (accountId: string, keyId: string, digest: string, expiresAt?: DateTime.Utc | null) => Changing
    readonly listKeys: (accountId: string) => Effect.Effect<ReadonlyArray<ApiKeyRecord>, StorageUnavailable>
    /** Returns false if the account does not have this key. */
    readonly revokeKey: (accountId: string, keyId: string) => Effect.Effect<boolean, StorageUnavailable>
    /** Revokes every key of the account. Returns how many were not revoked before. */
    readonly revokeAllKeys: (accountId: string) => Effect.Effect<number, StorageUnavailable>
  }
>()('cotejo/ports/AccountAdministration') {}
