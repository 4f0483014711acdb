import { Context, type Effect, Schema } from 'effect'
import type { AccountUnknown, BalanceTooLarge, ReferenceTaken } from './AccountAdministration.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** Nothing can be refunded: the verification does not exist, was not charged, or its applicant paid. */
export class NotCharged extends Schema.TaggedError<NotCharged>()('NotCharged', {
  found: Schema.Literals(['nothing', 'connect', 'no charge']),
}) {}

/** The available balance (the balance less holds) is smaller than the amount to take. */
export class BalanceTooSmall extends Schema.TaggedError<BalanceTooSmall>()('BalanceTooSmall', {
  freeCentavos: Schema.Int,
}) {}

/** An operator's change of a balance, with its reason. */
export interface Correction {
  /** Negative if money is taken. */
  readonly centavos: number
  /** Each reference is applied once. */
  readonly reference: string
  readonly reason: string
}

/** Refunds and corrections that an operator enters into the ledger. */
export class BalanceCorrections extends Context.Service<
  BalanceCorrections,
  {
    /** Refunds the charge of a verification once. Returns false if it was already refunded. */
    readonly refund: (
      accountId: string,
      verificationId: string,
      reason: string,
    ) => Effect.Effect<
      { readonly done: boolean; readonly centavos: number },
      NotCharged | BalanceTooLarge | StorageUnavailable
    >
    /** Corrects a balance once per reference. Returns false if the reference was already applied. */
    readonly correct: (
      accountId: string,
      correction: Correction,
    ) => Effect.Effect<
      boolean,
      AccountUnknown | ReferenceTaken | BalanceTooSmall | BalanceTooLarge | StorageUnavailable
    >
  }
>()('cotejo/ports/BalanceCorrections') {}
