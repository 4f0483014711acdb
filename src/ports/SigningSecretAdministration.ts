import { Context, type DateTime, type Effect, type Redacted } from 'effect'
import type { AccountUnknown } from './AccountAdministration.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** Which of an account's two signing secrets: the one that signs, or the one that will. */
type SecretRole = 'actual' | 'siguiente'

/** A signing secret as the operator sees it; the secret itself is never shown again. */
export interface SigningSecretRecord {
  readonly role: SecretRole
  readonly issuedAt: DateTime.Utc
}

/**
 * The secrets with which webhooks are signed. An account without one has its webhooks wait. A rotation
 * has no gap: the next secret signs beside the current one until it is activated.
 */
export class SigningSecretAdministration extends Context.Service<
  SigningSecretAdministration,
  {
    /** Gives an account its first secret. False when it has one. */
    readonly issue: (
      accountId: string,
      secret: Redacted.Redacted,
    ) => Effect.Effect<boolean, AccountUnknown | StorageUnavailable>
    /** Begins a rotation, or begins it again. False when the account has no secret that could be rotated. */
    readonly rotate: (accountId: string, next: Redacted.Redacted) => Effect.Effect<boolean, StorageUnavailable>
    /** Ends a rotation: the next secret is the one that signs. False when none is under way. */
    readonly activate: (accountId: string) => Effect.Effect<boolean, StorageUnavailable>
    /** Gives a rotation up: the current secret goes on to sign alone. False when none is under way. */
    readonly abort: (accountId: string) => Effect.Effect<boolean, StorageUnavailable>
    /** Whether a receiver has taken a webhook that both secrets signed, since the rotation under way began. */
    readonly isTried: (accountId: string) => Effect.Effect<boolean, StorageUnavailable>
    readonly list: (accountId: string) => Effect.Effect<ReadonlyArray<SigningSecretRecord>, StorageUnavailable>
  }
>()('cotejo/ports/SigningSecretAdministration') {}
