import { Context, type DateTime, type Effect, type Redacted } from 'effect'
import type { AccountUnknown } from './AccountAdministration.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** `actual` is the secret that signs; `siguiente` is the next one. */
type SecretRole = 'actual' | 'siguiente'

/** A signing secret as operators see it. The secret itself is never shown again. */
export interface SigningSecretRecord {
  readonly role: SecretRole
  readonly issuedAt: DateTime.Utc
}

/**
 * The secrets that sign webhooks. Webhooks of an account without a secret wait. A rotation has no gap: until the next
 * secret is activated, both sign.
 */
export class SigningSecretAdministration extends Context.Service<
  SigningSecretAdministration,
  {
    /** Gives an account its first secret. Returns false if it already has one. */
    readonly issue: (
      accountId: string,
      secret: Redacted.Redacted,
    ) => Effect.Effect<boolean, AccountUnknown | StorageUnavailable>
    /** Starts or restarts a rotation. Returns false if the account has no secret to rotate. */
    readonly rotate: (accountId: string, next: Redacted.Redacted) => Effect.Effect<boolean, StorageUnavailable>
    /** Ends a rotation: the next secret becomes the current one. Returns false if no rotation is in progress. */
    readonly activate: (accountId: string) => Effect.Effect<boolean, StorageUnavailable>
    /** Cancels a rotation: the current secret continues to sign alone. Returns false if no rotation is in progress. */
    readonly abort: (accountId: string) => Effect.Effect<boolean, StorageUnavailable>
    /** Whether a receiver accepted a webhook signed with both secrets since the rotation started. */
    readonly isTried: (accountId: string) => Effect.Effect<boolean, StorageUnavailable>
    readonly list: (accountId: string) => Effect.Effect<ReadonlyArray<SigningSecretRecord>, StorageUnavailable>
  }
>()('cotejo/ports/SigningSecretAdministration') {}
