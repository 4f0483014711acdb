import { Context, type Effect, Schema } from 'effect'
import type { AccountUnknown, BalanceTooLarge, ReferenceTaken } from './AccountAdministration.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** There is nothing to give back: the verification is not there, was not charged, or its applicant paid. */
export class NotCharged extends Schema.TaggedError<NotCharged>()('NotCharged', {
  found: Schema.Literals(['nothing', 'connect', 'no charge']),
}) {}

/** The balance less what is held does not cover what would be taken. */
export class BalanceTooSmall extends Schema.TaggedError<BalanceTooSmall>()('BalanceTooSmall', {
  freeCentavos: Schema.Int,
}) {}

/** A change of a balance that is not made by working, and why. */
export interface Correction {
  /** Below zero takes. */
  readonly centavos: number
  /** The same one counts once. */
  readonly reference: string
  readonly reason: string
}

/** What an operator enters into the books besides money that came. */
export class BalanceCorrections extends Context.Service<
  BalanceCorrections,
  {
    /** Gives the charge of a verification back, once: false when it was given back before. */
    readonly refund: (
      accountId: string,
      verificationId: string,
      reason: string,
    ) => Effect.Effect<
      { readonly done: boolean; readonly centavos: number },
      NotCharged | BalanceTooLarge | StorageUnavailable
    >
    /** Corrects a balance, once for each reference: false when it was corrected before. */
    readonly correct: (
      accountId: string,
      correction: Correction,
    ) => Effect.Effect<
      boolean,
      AccountUnknown | ReferenceTaken | BalanceTooSmall | BalanceTooLarge | StorageUnavailable
    >
  }
>()('cotejo/ports/BalanceCorrections') {}
